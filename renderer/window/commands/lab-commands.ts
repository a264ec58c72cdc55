import { LABS } from "../../labs/registry.ts";
import type { Command } from "../../studio/command.ts";

/** One command for each lab, which opens it, and one for each page of a lab, which the palette finds. */
export const LAB_COMMANDS: readonly Command[] = LABS.list().flatMap((lab): readonly Command[] => [
  {
    id: `labs.${lab.id}`,
    name: lab.name,
    category: "Labs",
    keywords: lab.keywords,
    context: "studio",
    keys: [],
    run: ({ labs }) => labs.open(lab),
  },
  ...(lab.pages ?? []).map(
    ({ id, name, keywords }): Command => ({
      id: `labs.${id}`,
      name: `${lab.name}: ${name}`,
      category: "Labs",
      keywords,
      context: "studio",
      keys: [],
      paletteOnly: true,
      run: ({ labs }) => labs.open(lab, { page: id }),
    }),
  ),
]);
