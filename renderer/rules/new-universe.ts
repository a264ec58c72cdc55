import { UNBOUNDED } from "../../engine/core/topology.ts";
import type { Studio } from "../studio/studio.ts";
import type { Start } from "./preview-run.ts";
import { startSoup } from "./preview-run.ts";
import type { RuleEntry } from "./rule-list.ts";

const SIDE = 128;

/** A universe on the plane with the preview's start. Errors: those of opening it. */
export async function newUniverseWith(
  studio: Studio,
  { name, text, rule }: Pick<RuleEntry, "name" | "text" | "rule">,
  start: Start,
  seed: number,
): Promise<void> {
  const soup = startSoup(start, seed, SIDE, SIDE);
  await studio.documents.open({ title: name ?? text, rule, topology: UNBOUNDED, soup });
}
