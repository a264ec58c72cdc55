import { useShell, useStudio } from "../app/hooks.ts";
import { focusStage } from "../app/studio.ts";
import { TOOLS } from "../tools/registry.ts";
import { IconButton } from "../ui/button.tsx";
import { Icon } from "../ui/icons.tsx";

export function ToolRail() {
  const studio = useStudio();
  const tool = useShell((state) => state.tool);
  return (
    <nav className="rail" aria-label="Tools">
      {TOOLS.list().map(({ id, name, icon, summary }) => (
        <IconButton
          key={id}
          look="tool"
          side="right"
          label={name}
          tip={`${name}. ${summary}`}
          keys={studio.keymap.shown(`tool.${id}`)}
          pressed={tool === id}
          onPress={({ detail }) => {
            void studio.run(`tool.${id}`);
            // A click with the pointer leaves the keys with the cells; by keyboard the focus stays.
            if (detail > 0) focusStage();
          }}
        >
          <Icon name={icon} />
        </IconButton>
      ))}
    </nav>
  );
}
