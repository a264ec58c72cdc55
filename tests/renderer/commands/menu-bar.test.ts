// The menu bar as a person reads it: what stands in it, what lies together, and what is marked as on.

import { expect, test } from "vitest";
import type { CommandState } from "../../../renderer/commands/command.ts";
import { Keymap } from "../../../renderer/commands/keymap.ts";
import { menuBar } from "../../../renderer/commands/views.ts";
import { COMMANDS } from "../../../renderer/window/commands/registry.ts";
import { PLAIN } from "../../support/command-state.ts";

const keymap = new Keymap(COMMANDS.list(), "linux");
const KEYS = ["left", "right", "up", "down"];

test("has each command beside those that do the like", () => {
  const menus = menuBar(keymap, PLAIN).map(({ title, groups }) => {
    const titles = groups.map((group) => group.map((item) => item.title).join(", "));
    return `${title}: ${titles.join(" | ")}`;
  });
  expect(menus).toEqual([
    "File: New universe, Open, Open folder of patterns, Search the library | Save, Save as, Revert to the file, Export, Rename tab, Duplicate tab, Save to library | Pattern info, Change rule, Browse rules | Preferences | Close other tabs, Close tab",
    "Edit: Undo, Redo | Cut, Copy, Copy as RLE with position, Lift the selection, Paste, Put the paste down, Next paste mode, Next paste location, Drop the paste | Flip left to right, Flip top to bottom, Rotate clockwise, Rotate anticlockwise | Copy state hash | Clear universe, Resize universe",
    "Select: Select all, Deselect, Shrink selection, Fit selection | Clear inside, Clear outside, Random fill, Invert selection | Advance inside, Advance outside | Save selection, New universe from selection, Nudge left, Nudge right, Nudge up, Nudge down",
    "Time: Run or stop, One generation, One step, One generation back, Go to generation, Set the generation number | Faster, Slower, Larger step, Smaller step, Hyperspeed | Reset to the start | Stop when everything has died, Stop when periodic",
    "View: Fit pattern, Autofit, Zoom in, Zoom out, Centre on the origin, Follow the pattern | Grid lines, Colour cells by age, Trail of cells that died, Next cell colours: Dark, Cell icons | Library, Inspector, Full screen, Minimap, Only cells and dock | Next tab, Previous tab, Move tab right, Move tab left, Leave the canvas, Identify, Plot | Copy view as image, Save view as PNG | Split view, Show the next tab beside, Link cameras, Go to the other pane",
    "Tools: Draw, Erase, Line, Rectangle, Ellipse, Fill, Pick | Select, Lasso, Move | Pan, Zoom-in tool, Zoom-out tool | Smaller brush, Larger brush",
    "Labs: Evolve, Performance",
    "Help: Guide, Lexicon, Keyboard shortcuts, Search commands, First hints | Licences",
  ]);
});

test("has all but mere keys and what is one choice of many, which the palette finds", () => {
  const idsOf = (which: "paletteOnly" | "keyOnly") =>
    COMMANDS.list().flatMap((command) => (command[which] ? [command.id] : []));
  expect(idsOf("paletteOnly").filter((id) => !/^(view\.colours|tool\.ink)-/.test(id))).toEqual([
    ...["library.import-files", "library.import-folder", "library.export-zip", "library.export-folder"],
    ...["labs.rings", "labs.atlas", "labs.model", "labs.run", "labs.benchmarks"],
  ]);
  expect(idsOf("keyOnly")).toEqual([
    "edit.cancel",
    ...KEYS.flatMap((way) => [`edit.nudge-${way}`, `edit.nudge-${way}-far`]),
    ...KEYS.map((way) => `select.nudge-${way}-far`),
    ...KEYS.flatMap((way) => [`view.pan-${way}`, `view.pan-${way}-far`]),
  ]);
});

test.each<[Partial<CommandState> | Partial<CommandState["look"]>, string]>([
  [{ running: true }, "time.run"],
  [{ leaps: true, hyperspeed: true }, "time.hyperspeed"],
  [{ leaps: false, hyperspeed: true }, ""],
  [{ leaps: true, hyperspeed: false }, ""],
  [{ untilDied: true }, "time.until-died"],
  [{ untilPeriodic: true }, "time.until-periodic"],
  [{ autofit: true }, "view.autofit"],
  [{ gridLines: true }, "view.grid-lines"],
  [{ library: true }, "view.library"],
  [{ inspector: true }, "view.inspector"],
  [{ fullScreen: true }, "view.full-screen"],
  [{ split: true }, "view.split"],
  [{ linked: true }, "view.link-cameras"],
  [{ follow: true }, "view.follow"],
  [{ ages: true }, "view.ages"],
  [{ trail: true }, "view.trail"],
  [{ icons: true }, "view.icons"],
  [{ minimap: true }, "view.minimap"],
  [{ zen: true }, "view.zen"],
  [{ colours: "ink" }, "view.colours-ink"],
  [{ tool: "lasso" }, "tool.lasso"],
  [{ ink: 0 }, "tool.ink-0"],
])("marks what is on: %o", (change, id) => {
  const look = { ...PLAIN.look, ...change };
  const state = {
    ...PLAIN,
    tool: "none",
    ink: 20,
    look: { ...look, colours: "colours" in change ? change.colours : "none" },
    ...change,
  };
  const on = COMMANDS.list().filter((command) => command.checked?.(state as CommandState));
  expect(on.map((command) => command.id).join()).toBe(id);
});
