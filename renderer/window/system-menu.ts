/** The system's menu bar, if there is one: a view of the same commands. */

import type { Focus } from "../commands/command.ts";
import { nativeMenu } from "../commands/native-menu.ts";
import { menuBar } from "../commands/views.ts";
import type { TextEdit } from "../host/host.ts";
import { focusNow } from "../studio/focus.ts";
import type { Studio } from "../studio/studio.ts";
import { isSurfaceOpen } from "../ui/surfaces.ts";

export function showSystemMenu(studio: Studio): void {
  const { menu, platform, window } = studio.host;
  if (!platform.capabilities.nativeMenu) return;
  let last = "";
  const show = (): void => {
    const model = nativeMenu(menuBar(studio.commands.keymap, { ...studio.commands.state, focus: "canvas" }));
    const text = JSON.stringify(model);
    if (text !== last) menu.show(model);
    last = text;
  };
  menu.subscribe((id) => {
    const choice = menuChoice(id, focusNow(), isSurfaceOpen());
    if (choice?.kind === "text") window.editText(choice.edit);
    else if (choice) void studio.commands.run(id);
  });
  studio.shell.subscribe(show);
  show();
}

/** The editing action of these commands in a text field. */
const TEXT_EDITS: Readonly<Record<string, TextEdit>> = {
  "edit.undo": "undo",
  "edit.redo": "redo",
  "edit.cut": "cut",
  "edit.copy": "copy",
  "edit.paste": "paste",
  "select.all": "selectAll",
};

/**
 * Runs a menu choice. In a text field it edits the text, as on macOS its keys arrive here too; under a dialog
 * (`covered`) no command of the window runs.
 */
export function menuChoice(
  id: string,
  focus: Focus,
  covered: boolean,
): { readonly kind: "text"; readonly edit: TextEdit } | { readonly kind: "command" } | null {
  const edit = TEXT_EDITS[id];
  if (focus === "text" && edit) return { kind: "text", edit };
  return covered ? null : { kind: "command" };
}
