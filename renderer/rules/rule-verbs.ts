/** What a found rule is good for: the universe in front goes on under it, or a new one starts. */

import { UNBOUNDED } from "../../engine/core/topology.ts";
import { outerTotalistic } from "../../engine/rules/outer-totalistic.ts";
import type { StudioDocument } from "../document/document.ts";
import type { StudioServices } from "../studio/services.ts";
import type { Start } from "./preview-run.ts";
import { startSoup } from "./preview-run.ts";
import type { RuleEntry } from "./rule-list.ts";

const SIDE = 128;

/** A universe on the plane with the preview's start. Errors: those of opening it. */
export async function newUniverseWith(
  studio: Pick<StudioServices, "documents">,
  { name, text, rule }: Pick<RuleEntry, "name" | "text" | "rule">,
  start: Start,
  seed: number,
): Promise<void> {
  const soup = startSoup(rule, start, seed, SIDE, SIDE);
  await studio.documents.create({ title: name ?? text, rule, topology: UNBOUNDED, soup });
}

/** A failure becomes the message. */
export function applyRule(
  { status }: Pick<StudioServices, "status">,
  document: StudioDocument,
  { rule, name, text }: RuleEntry,
): void {
  const done = document.inTurn(() => document.editor.setRule(rule));
  done.then((changed) => {
    if (changed) status.hint(`The universe goes on under ${name ?? text}.`);
  }, status.report);
}

/** The start that shows best what the rule is known for. */
export function startFor({ rule, marks }: RuleEntry): Start {
  // B1 without B0: a single cell grows.
  if (((outerTotalistic(rule)?.birth ?? 0) & 3) === 2) return "cell";
  return marks.includes("growing crystals") || marks.includes("mazes") ? "patch" : "soup";
}
