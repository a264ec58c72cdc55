/**
 * File names of a sequence, in the notation of printf and ffmpeg: `life-%06d.pbm`. `%d` and `%0Nd` stand for the
 * frame's index, `%%` for a percent sign.
 */

import { TessellaError } from "../core/errors.ts";

export interface FrameName {
  /** Whether the name has an index, so that it can name more than one frame. */
  readonly numbered: boolean;
  readonly of: (index: number) => string;
}

const HINT = "Write it like life-%06d.pbm; a percent sign itself is %%.";
const MOST_DIGITS = 32;

/** Errors: `bad-argument` for anything after a `%` that is no index, for two indexes, and for an empty name. */
export function parseFrameName(template: string): FrameName {
  if (template === "")
    throw new TessellaError("bad-argument", "The frames need a file name.", { hint: HINT });
  const pieces: string[] = [""];
  let digits = 0;
  let at = 0;
  while (at < template.length) {
    if (template[at] !== "%") {
      pieces[pieces.length - 1] += template[at++];
      continue;
    }
    const directive = /^%(?:(%)|(0\d+)?d)/.exec(template.slice(at));
    if (!directive) {
      const shown = template.slice(at, at + 4);
      throw new TessellaError(
        "bad-argument",
        `The file name "${template}" has "${shown}" where an index like %06d is meant.`,
        {
          hint: HINT,
        },
      );
    }
    at += directive[0].length;
    if (directive[1]) {
      pieces[pieces.length - 1] += "%";
      continue;
    }
    if (pieces.length === 2) {
      throw new TessellaError(
        "bad-argument",
        `The file name "${template}" has two places for the frame's index.`,
        {
          hint: HINT,
        },
      );
    }
    digits = Number(directive[2] ?? 0);
    if (digits > MOST_DIGITS) {
      throw new TessellaError(
        "bad-argument",
        `The file name "${template}" asks for more than ${MOST_DIGITS} digits.`,
      );
    }
    pieces.push("");
  }
  const [before, after] = pieces as [string, string | undefined];
  if (after === undefined) return { numbered: false, of: () => before };
  return { numbered: true, of: (index) => `${before}${String(index).padStart(digits, "0")}${after}` };
}

/** The names of a sequence of that many frames. Errors: also if several frames would have one name. */
export function frameNames(template: string, frames: number): FrameName {
  const name = parseFrameName(template);
  if (frames > 1 && !name.numbered) {
    throw new TessellaError(
      "bad-argument",
      `All ${frames} frames would be written to the same file, "${name.of(0)}".`,
      {
        hint: HINT,
      },
    );
  }
  return name;
}
