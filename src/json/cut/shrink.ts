/** A value in less room than it takes: valid JSON of the same kind, with what is left out of its middle said in its place. */

import { shrinkAlike } from "./alike.js";
import { sourceInside } from "./inside.js";
import { type Container, containerAt, type Source, type Span } from "./members.js";
import { type Piece, piece } from "./piece.js";
import { shrinkRun } from "./run.js";
import { QUOTE } from "./scan.js";
import { shrinkString } from "./string.js";
import type { ShrinkOptions } from "./types.js";

/** A value, and what it may take. */
export interface Job {
  readonly source: Source;
  readonly span: Span;
  /** UTF-16 units. */
  readonly room: number;
  readonly pointer: string;
}

/** Work on a value that may ask for the same on values inside it. */
export type Work = Generator<Job, Piece | undefined, Piece | undefined>;

/**
 * Does a job and those that it leads to, at any depth.
 *
 * @returns `undefined` where the value cannot be made that small
 */
export function shrink(job: Job, options: ShrinkOptions): Piece | undefined {
  return finish(begin(job, options), options);
}

/** The same for a container that is no value of its own: the lines of an NDJSON text. */
export function shrinkContainer(container: Container, job: Job, options: ShrinkOptions): Piece | undefined {
  return finish(shrinkRun(job.source, container, job, options), options);
}

function finish(work: Work, options: ShrinkOptions): Piece | undefined {
  const open = [work];
  let result: Piece | undefined;
  for (let current = open.at(-1); current !== undefined; current = open.at(-1)) {
    const step = current.next(result);
    if (step.done === true) {
      result = step.value;
      open.pop();
    } else {
      open.push(begin(step.value, options));
      result = undefined;
    }
  }
  return result;
}

function* begin(job: Job, options: ShrinkOptions): Work {
  const { span, room } = job;
  if (span.end - span.start <= room) return piece([span]);
  if (job.source.text.charCodeAt(span.start) === QUOTE) return shrinkString(job.source, job, options);
  const source = sourceInside(job.source, span);
  const container = containerAt(source, span);
  if (container === undefined) return undefined; // half a number would be another number
  const alike = container.hasKeys ? yield* shrinkAlike(source, container, job) : undefined;
  return alike ?? (yield* shrinkRun(source, container, job, options));
}
