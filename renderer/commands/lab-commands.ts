import type { RegistryEntry } from "../../engine/core/registry.ts";
import type { Command } from "./command.ts";

/** For each lab one that opens it. */
export function labCommands(labs: readonly RegistryEntry[]): readonly Command[] {
  return labs.map(({ id, name }) => ({
    id: `labs.${id}`,
    name,
    category: "Labs",
    keys: [],
    when: () => true,
    run: ({ app }) => app.openLab(id),
  }));
}
