/**
 * Sentences that name keys. A person may have bound others, so each sentence asks for the key of the command that it means, and
 * does without where there is none.
 */

/** The first key of a command for display; null for a command without keys. */
export type KeyNames = (command: string) => string | null;

const TURNS = ["edit.rotate-clockwise", "edit.rotate-anticlockwise", "edit.flip-across", "edit.flip-down"];
const NUDGES = ["edit.nudge-left", "edit.nudge-right", "edit.nudge-up", "edit.nudge-down"];
const ARROWS = "← → ↑ ↓";

/** The ways to handle a floating paste. */
export function onPaste(key: KeyNames): string {
  const turns = keysOf(TURNS, key);
  const drop = key("edit.cancel");
  const rest = [turns && `${turns} turn it`, drop && `${drop} drops it`].filter(Boolean).join(", ");
  const place = key("edit.place-paste");
  return `Click ${place === null ? "" : `or press ${place} `}to put the paste down${rest ? `; ${rest}` : ""}.`;
}

/** The ways to handle lifted cells. */
export function onLifted(key: KeyNames): string {
  const nudges = keysOf(NUDGES, key);
  const move = nudges === ARROWS ? "the arrow keys" : nudges;
  const drop = key("edit.cancel");
  const put = key("edit.place-paste") ?? "a click";
  return `Drag it${move ? ` or use ${move}` : ""}; ${put} puts it down${drop ? `, ${drop} back` : ""}.`;
}

/** How to use the cells by keyboard, and how to leave them: Tab is a step there. */
export function onStage(key: KeyNames): string {
  const leave = key("view.leave-canvas");
  return `Cells are drawn with the pointer. Alt and the arrow keys move from cell to cell, Alt and Enter use the tool.${
    leave ? ` ${leave} leads out of the cells.` : ""
  }`;
}

/** For a person who pressed Tab to move on; null where another key makes a step. */
export function onTabStep(key: KeyNames): string | null {
  const leave = key("view.leave-canvas");
  return key("time.step") === "Tab" && leave ? `Tab is a step here. ${leave} leads out of the cells.` : null;
}

/** A name with its key behind it, where it has one: "Select (F4)". */
export function withKey(name: string, command: string, key: KeyNames): string {
  const shown = key(command);
  return shown === null ? name : `${name} (${shown})`;
}

/** The existing keys of the commands, with blanks between. */
function keysOf(commands: readonly string[], key: KeyNames): string {
  return commands
    .map(key)
    .filter((shown) => shown !== null)
    .join(" ");
}
