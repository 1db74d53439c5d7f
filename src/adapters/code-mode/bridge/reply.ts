/** What a call comes to: the text that crosses, and the facts of the record. */
import { utf8Length } from "../../../text/size.js";
import type { CallRecord } from "./records.js";
import type { Answer } from "./runCall.js";

/** @param call - its number, by which a program can name the error that it died of */
export function replyOf(answer: Answer, call: number | undefined): string {
  if (answer.ok) return answer.text === undefined ? '{"ok":true}' : `{"ok":true,"value":${answer.text}}`;
  return JSON.stringify({ ok: false, error: answer.error, ...(call === undefined ? {} : { call }) });
}

type Facts = Pick<CallRecord, "deliveredBytes"> &
  Partial<Pick<CallRecord, "resultBytes" | "error" | "evidence">> & { status: "delivered" | "refused" | "failed" };

export function factsOf(answer: Answer): Facts {
  if (answer.ok) return { status: "delivered", deliveredBytes: answer.bytes, resultBytes: answer.bytes };
  const { kind, message, evidence } = answer.error;
  return {
    status: answer.isRefusal ? "refused" : "failed",
    deliveredBytes: utf8Length(JSON.stringify(answer.error)),
    ...(answer.bytes === undefined ? {} : { resultBytes: answer.bytes }),
    error: { kind, message },
    ...(evidence.length === 0 ? {} : { evidence: evidence.map(({ id }) => id) }),
  };
}
