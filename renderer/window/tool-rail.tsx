import { focusStage } from "../studio/focus.ts";
import { useShell, useStudio } from "../studio/hooks.ts";
import { TOOLS } from "../tools/registry.ts";
import type { ToolDescriptor } from "../tools/tool.ts";
import { IconButton } from "../ui/button.tsx";
import { Icon } from "../ui/icons.tsx";
import "../ui/fading-ends.css";
import "./tool-rail.css";

const GROUPS: readonly (readonly ToolDescriptor[])[] = [
  ...new Set(TOOLS.list().map(({ group }) => group)),
].map((group) => TOOLS.list().filter((tool) => tool.group === group));

export function ToolRail() {
  return (
    <nav className="rail fading-column" aria-label="Tools">
      {GROUPS.map((tools) => (
        <div className="rail-group" key={tools[0]?.group}>
          {tools.map((tool) => (
            <ToolButton key={tool.id} tool={tool} />
          ))}
        </div>
      ))}
    </nav>
  );
}

function ToolButton({ tool: { id, name, icon, summary } }: { readonly tool: ToolDescriptor }) {
  const studio = useStudio();
  const chosen = useShell((state) => state.tool);
  return (
    <IconButton
      look="tool"
      side="right"
      label={name}
      tip={`${name}. ${summary}`}
      keys={studio.commands.keymap.shown(`tool.${id}`)}
      pressed={chosen === id}
      onPress={({ detail }) => {
        void studio.commands.run(`tool.${id}`);
        // A click with the pointer leaves the keys with the cells; by keyboard the focus stays here.
        if (detail > 0) focusStage();
      }}
    >
      <Icon name={icon} />
    </IconButton>
  );
}
