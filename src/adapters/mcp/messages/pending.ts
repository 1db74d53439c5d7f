/** Which request a response is to: by its id, in the one direction that matters here. */
import { type Fields, isFields } from "../types.js";
import type { Era } from "./era.js";

/** What is known of a call of a tool. */
export interface CallFacts {
  readonly tool: string | undefined;
  readonly client: string | undefined;
  readonly meta: Fields | undefined;
  readonly callId: string;
}

export interface Pending extends CallFacts {
  readonly method: string;
  readonly era: Era;
  readonly params: Fields;
}

export interface PendingRequests {
  add(id: unknown, request: Pending): void;
  /** The request of this id, which is then answered. One that was cancelled can be answered all the same. */
  take(id: unknown): Pending | undefined;
  /** Remembers which call a task is of, if the result is one. */
  noteTask(result: Fields, call: CallFacts): void;
  callOf(taskId: unknown): CallFacts | undefined;
}

export function createPending(): PendingRequests {
  const requests = new Map<string, Pending>();
  const tasks = new Map<string, CallFacts>();
  return {
    add(id, request) {
      put(requests, keyOf(id), request);
    },
    take(id) {
      const key = keyOf(id);
      const request = requests.get(key);
      requests.delete(key);
      return request;
    },
    noteTask(result, call) {
      const { task } = result;
      const taskId = isFields(task) ? task["taskId"] : result["taskId"];
      if (typeof taskId === "string") put(tasks, taskId, { ...call, callId: taskId });
    },
    callOf: (taskId) => (typeof taskId === "string" ? tasks.get(taskId) : undefined),
  };
}

/** A task with its result inside it, bounded. */
export function boundTask(
  task: Fields,
  call: CallFacts | undefined,
  bound: (result: Fields, call: CallFacts) => Fields | Promise<Fields>,
): Fields | Promise<Fields> {
  const { result, taskId } = task;
  if (!isFields(result)) return task;
  const facts = call ?? { tool: undefined, client: undefined, meta: undefined, callId: String(taskId) };
  const bounded = bound(result, facts);
  const put = (value: Fields) => (value === result ? task : { ...task, result: value });
  return bounded instanceof Promise ? bounded.then(put) : put(bounded);
}

/** 1 is another id than "1". */
function keyOf(id: unknown): string {
  return `${typeof id} ${String(id)}`;
}

/** The eldest go: a server need not answer, and a request that was cancelled may be answered or not. */
function put<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key);
  map.set(key, value);
  if (map.size <= MOST_ENTRIES) return;
  const eldest = map.keys().next();
  if (eldest.done !== true) map.delete(eldest.value);
}

const MOST_ENTRIES = 10_000;
