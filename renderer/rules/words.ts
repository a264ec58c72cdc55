import { describeProblem, TessellaError } from "../../engine/core/errors.ts";
import { namedLike } from "../../engine/rules/named.ts";

/** The first letter as at the beginning of a sentence. */
export function capital(text: string): string {
  return text.replace(/^./, (first) => first.toUpperCase());
}

/** What is wrong with a rule that a person typed. The advice about a missing file is the window's: there are no options here. */
export function typedRuleProblem(error: unknown): string {
  if (!(error instanceof TessellaError) || error.missingRule === undefined) return describeProblem(error);
  return `${error.message} ${namedLike(error.missingRule) ?? "Drop that file on the window, or choose it in the rule browser."}`;
}
