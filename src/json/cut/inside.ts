/** The source as those see it who look inside one of its values. */
import type { Source, Span } from "./members.js";
import { Scanner } from "./scan.js";
import { Skeleton } from "./skeleton.js";

/**
 * A skeleton that had to forget what is nested deepest does not know a large value there, nor what is inside of it. Such a
 * value gets a skeleton of its own: without one, each level of it would be read to its end to find where it ends.
 */
export function sourceInside(source: Source, { start, end }: Span): Source {
  const { text, skeleton } = source;
  if (end - start < skeleton.leastUnits || skeleton.startingAt(start) !== undefined) return source;
  const own = new Skeleton(end - start);
  new Scanner(text, own).scan(start);
  return { text, skeleton: own };
}
