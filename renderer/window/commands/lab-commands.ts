import { LABS } from "../../labs/registry.ts";
import type { Command } from "../../studio/command.ts";

/** One command for each lab, which opens it. */
export const LAB_COMMANDS: readonly Command[] = LABS.list().map((lab) => ({
  id: `labs.${lab.id}`,
  name: lab.name,
  category: "Labs",
  keywords: lab.keywords,
  context: "studio",
  keys: [],
  run: ({ labs }) => labs.open(lab),
}));
