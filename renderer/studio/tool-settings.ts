/** The tools' options as the preferences keep them, for every open universe alike. */

import type { ToolSettings, ToolValue } from "../tools/option.ts";
import type { Studio } from "./studio.ts";

export function keptSettings(studio: Pick<Studio, "shell" | "prefer" | "report">): ToolSettings {
  const kept = (): Readonly<Record<string, Readonly<Record<string, ToolValue>>>> =>
    studio.shell.getState().preferences.toolOptions;
  return {
    read: (tool, option) => kept()[tool]?.[option],
    write: (tool, option, value) => {
      const all = kept();
      if (all[tool]?.[option] === value) return;
      const toolOptions = { ...all, [tool]: { ...all[tool], [option]: value } };
      studio.prefer({ toolOptions }).catch(studio.report);
    },
  };
}
