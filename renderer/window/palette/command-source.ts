/** The commands in the palette, and the algorithms that the universe in front may run. */

import type { AlgorithmInfo } from "../../../engine/worker/protocol/universe.ts";
import type { CommandState } from "../../commands/command.ts";
import type { Keymap } from "../../commands/keymap.ts";
import type { PaletteItem } from "../../commands/palette.ts";
import { listedCommand, scoreOf, searchCommands } from "../../commands/palette.ts";
import type { FoundEntry, PaletteSource } from "./source.ts";

const ALGORITHM = "algorithm.";
/** Entries at a query. */
const MOST = 12;

export interface CommandSourceParts {
  readonly keymap: Keymap;
  readonly state: CommandState;
  /** Those of the universe in front; none while they are unknown. */
  readonly algorithms: readonly AlgorithmInfo[];
  readonly onRun: (command: string) => void;
  readonly onAlgorithm: (id: string) => void;
}

export function commandSource(parts: CommandSourceParts): PaletteSource {
  const { keymap, state, algorithms } = parts;
  const search = (query: string, scattered: boolean): readonly FoundEntry[] => {
    const commands = searchCommands(query, keymap, state, { scattered }).map(commandEntry);
    if (query.trim() === "") return commands;
    return [...commands, ...algorithmEntries(query, algorithms, scattered)]
      .sort((a, b) => b.score - a.score)
      .slice(0, MOST);
  };
  return {
    id: "command",
    title: "Commands",
    find: (query) => search(query, false),
    guess: (query) => search(query, true),
    entry: (id) => {
      if (id.startsWith(ALGORITHM)) {
        return algorithmEntries("", algorithms, false).find((entry) => entry.id === id) ?? null;
      }
      const known = listedCommand(id, keymap, state);
      return known ? commandEntry(known) : null;
    },
    take: (id) => {
      if (id.startsWith(ALGORITHM)) parts.onAlgorithm(id.slice(ALGORITHM.length));
      else parts.onRun(id);
    },
  };
}

function commandEntry({ id, title, category, key, enabled, missing, score }: PaletteItem): FoundEntry {
  return { id, title, aside: missing ?? category, key, enabled, score };
}

function algorithmEntries(
  query: string,
  algorithms: readonly AlgorithmInfo[],
  scattered: boolean,
): readonly FoundEntry[] {
  return algorithms
    .filter(({ forComparison }) => !forComparison)
    .map(({ id, name, refuses }) => {
      const title = `Algorithm: ${name}`;
      // Its own name is enough.
      const score = Math.max(
        scoreOf(query, { name }, scattered),
        scoreOf(query, { name: title, keywords: "engine" }, scattered),
      );
      const aside = refuses ?? "Universe";
      return { id: ALGORITHM + id, title, aside, key: null, enabled: refuses === null, score };
    })
    .filter(({ score }) => score > 0);
}
