/** Which rules the studio shows. */

import type { Rule } from "../rules/rule.ts";

/** A sentence for a rule whose cells the studio does not draw; null for others. */
export function refuseDrawing({ text, states, form }: Rule): string | null {
  if (form.kind !== "generations") return null;
  return `The studio draws rules of two states so far, and ${text} has ${states}; the command line runs it (tessella run).`;
}
