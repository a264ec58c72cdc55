/**
 * The two halves of a spelling, births and survivals, as Golly reads them: `B3/S23`, `S23/B3`, `b3s23`. A half without its letter
 * is what the other one is not (`B3/23`, `3/S23`), and without any letters survival comes first (`23/3`). Either half may be empty, and a
 * lettered one may be all there is (`B3`). Where counts have letters an underscore may stand for the slash.
 */

import { isShortSpelling } from "./short-spellings.ts";

/** A half and where it begins. */
export interface Half {
  readonly text: string;
  readonly at: number;
}

export interface Halves {
  readonly birth: Half;
  readonly survival: Half;
  /** In capitals. */
  readonly suffix: "" | "H" | "V";
}

/** Counts with their letters. Letters that no count has are read, too, so that they can be told. */
export const COUNTS = "\\s*(?:\\d[ac-gi-rtuw-z\\s-]*)*";
const FORMS = [
  `(?<first>[BS]?)(?<a>${COUNTS})[/_]\\s*(?<second>[BS]?)(?<b>${COUNTS})(?<suffix>[HV]?)`,
  `(?<first>[BS])(?<a>${COUNTS})(?:(?<second>[BS])(?<b>${COUNTS}))?(?<suffix>[HV]?)`,
].map((form) => new RegExp(`^${form}$`, "di"));
/** Characters. All counts with half of their letters are 150. */
const LONGEST = 1000;

/** null for text of another kind. */
export function readHalves(text: string): Halves | null {
  if (text.length > LONGEST || isShortSpelling(text)) return null;
  const found = FORMS.map((form) => form.exec(text)).find((match) => match !== null);
  const { first = "", second = "", suffix } = found?.groups ?? {};
  if (!found || (first !== "" && first.toUpperCase() === second.toUpperCase())) return null;
  const half = (name: string): Half => ({
    text: found.groups?.[name] ?? "",
    at: found.indices?.groups?.[name]?.[0] ?? text.length,
  });
  const isBirthFirst = /B/i.test(first) || /S/i.test(second);
  const [birth, survival] = isBirthFirst ? [half("a"), half("b")] : [half("b"), half("a")];
  return { birth, survival, suffix: (suffix as string).toUpperCase() as Halves["suffix"] };
}
