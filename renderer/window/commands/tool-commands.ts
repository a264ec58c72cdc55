import { stateText } from "../../../engine/rules/rule.ts";
import type { CommandState } from "../../commands/command.ts";
import type { Command } from "../../studio/command.ts";
import { TOOLS } from "../../tools/registry.ts";

/** A command for each tool. */
const CHOOSE: readonly Command[] = TOOLS.list().map((tool) => ({
  id: `tool.${tool.id}`,
  name: tool.name,
  category: "Tools",
  keywords: tool.keywords,
  group: tool.group,
  keys: tool.keys,
  checked: (state) => state.tool === tool.id,
  run: ({ toolbox }) => toolbox.choose(tool.id),
}));

const SIZE = "size";

/** Whether the active tool has a brush. */
const hasSize = ({ universe, tool }: CommandState): boolean =>
  universe && TOOLS.find(tool)?.options?.some(({ id }) => id === SIZE) === true;

function resize(id: string, name: string, key: string, up: boolean): Command {
  return {
    id,
    name,
    category: "Tools",
    group: 9,
    keys: [key],
    when: hasSize,
    needs: "a tool with a brush",
    run: ({ toolbox, hint }) => {
      const size = toolbox.stepOption(SIZE, up);
      if (size !== null) hint(size === 1 ? "A brush of one cell." : `A brush of ${size} cells across.`);
    },
  };
}

/** Keys 0 to 9 choose what is drawn, where a rule has more than two states. */
const INKS: readonly Command[] = Array.from({ length: 10 }, (_, state) => ({
  id: `tool.ink-${state}`,
  name: state === 0 ? "Draw with state 0, dead" : `Draw with state ${state}`,
  category: "Tools",
  keywords: "ink colour palette",
  paletteOnly: true,
  keys: [String(state)],
  when: ({ universe, states }) => universe && states > 2 && state < states,
  needs: "a rule with that state and more than two",
  checked: ({ ink }) => ink === state,
  run: ({ toolbox, editor, hint }) => {
    toolbox.setInk(state);
    hint(`Tools draw with ${stateText(editor.state.rule, state)}.`);
  },
}));

/** The shifted keys: [ and ] themselves zoom. */
export const TOOL_COMMANDS: readonly Command[] = [
  ...CHOOSE,
  ...INKS,
  resize("tool.smaller-size", "Smaller brush", "{", false),
  resize("tool.larger-size", "Larger brush", "}", true),
];
