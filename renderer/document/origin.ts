/** Where a document without work of its own came from, so that a later start can open it again. */

import type { InferOutput } from "valibot";
import {
  integer,
  literal,
  maxValue,
  minValue,
  nullable,
  number,
  object,
  optional,
  pipe,
  string,
  variant,
} from "valibot";

const SIDE = pipe(number(), integer(), minValue(1), maxValue(2 ** 16));
const SOUP = object({
  seed: pipe(number(), integer(), minValue(0), maxValue(2 ** 32 - 1)),
  density: pipe(number(), minValue(0), maxValue(1)),
  width: SIDE,
  height: SIDE,
});

/** A pattern of the collection or of the person's library, a file of the host (or a pattern in its archive), or a new universe (its rule with its grid). */
export const ORIGIN = variant("kind", [
  object({ kind: literal("collection"), id: string() }),
  object({ kind: literal("own"), id: string() }),
  object({ kind: literal("file"), id: string(), member: optional(string()) }),
  object({ kind: literal("new"), rule: string(), soup: nullable(SOUP) }),
]);

export type Origin = Readonly<InferOutput<typeof ORIGIN>>;

export function sameOrigin(a: Origin | null, b: Origin | null): boolean {
  if (!a || !b || a.kind === "new" || b.kind === "new") return false;
  return a.kind === b.kind && a.id === b.id && memberOf(a) === memberOf(b);
}

function memberOf(origin: Origin): string | undefined {
  return origin.kind === "file" ? origin.member : undefined;
}
