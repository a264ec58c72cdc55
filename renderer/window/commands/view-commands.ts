import { cameraOn, panBy, zoomAt } from "../../../engine/picture/camera-moves.ts";
import type { CommandState } from "../../commands/command.ts";
import { fitAll } from "../../document/fit-all.ts";
import type { Command, DocumentContext } from "../../studio/command.ts";
import { arrowCommands } from "./arrow-commands.ts";

const free = (state: CommandState): boolean => !state.pending;
/** The share of the view that an arrow key moves. */
const ARROW = 0.1;
const FAR_ARROW = 0.5;
const ORIGIN = { x: 0n, y: 0n };

const zoomBy =
  (change: number) =>
  ({ view }: DocumentContext): void => {
    const { camera, size, kind } = view;
    view.setCamera(zoomAt(camera, size, kind, { x: size.width / 2, y: size.height / 2 }, change));
  };

/** The view follows the arrow, so its content moves the other way. */
const PANS = arrowCommands("view.pan", ({ way, key, x, y, far }) => ({
  name: `Look further ${way}${far ? " by half a view" : ""}`,
  category: "View",
  keyOnly: true,
  keys: [far ? `Shift+${key}` : key],
  when: free,
  run: ({ view }) => {
    const share = far ? FAR_ARROW : ARROW;
    const by = { x: -x * view.size.width * share, y: -y * view.size.height * share };
    view.setCamera(panBy(view.camera, view.kind, by));
  },
}));

export const VIEW_COMMANDS: readonly Command[] = [
  {
    id: "view.fit",
    name: "Fit pattern",
    category: "View",
    keys: ["F"],
    run: ({ editor, view }) => fitAll(editor, view),
  },
  {
    id: "view.autofit",
    name: "Autofit",
    category: "View",
    keys: ["T"],
    checked: (state) => state.autofit,
    run: ({ services }) => services.shell.setState(({ autofit }) => ({ autofit: !autofit, follow: false })),
  },
  { id: "view.zoom-in", name: "Zoom in", category: "View", keys: ["]"], run: zoomBy(1) },
  { id: "view.zoom-out", name: "Zoom out", category: "View", keys: ["["], run: zoomBy(-1) },
  {
    id: "view.centre",
    name: "Centre on the origin",
    category: "View",
    keys: ["M"],
    run: ({ view }) => view.setCamera(cameraOn(ORIGIN, view.camera.zoom, view.kind)),
  },
  {
    id: "view.grid-lines",
    name: "Grid lines",
    category: "View",
    group: 1,
    keys: ["L"],
    checked: (state) => state.gridLines,
    run: ({ services: { settings } }) => settings.change({ gridLines: !settings.now.gridLines }),
  },
  {
    id: "view.library",
    name: "Library",
    category: "View",
    group: 2,
    keys: ["Mod+L"],
    context: "studio",
    checked: (state) => state.library,
    run: ({ settings }) => settings.change({ library: !settings.now.library }),
  },
  {
    id: "view.inspector",
    name: "Inspector",
    category: "View",
    group: 2,
    keys: ["Mod+J"],
    context: "studio",
    checked: (state) => state.inspector,
    run: ({ settings }) => settings.change({ inspector: !settings.now.inspector }),
  },
  {
    id: "view.full-screen",
    name: "Full screen",
    category: "View",
    group: 2,
    keys: ["F11"],
    macKeys: ["Ctrl+Meta+F", "F11"],
    context: "studio",
    checked: (state) => state.fullScreen,
    run: async ({ shell }) => {
      if (document.fullscreenElement) return document.exitFullscreen();
      await document.documentElement.requestFullscreen();
      // The cells get the whole screen; a key brings the panels back.
      shell.setState({ zen: true });
    },
  },
  {
    id: "view.next-tab",
    name: "Next tab",
    category: "View",
    group: 3,
    keys: ["Ctrl+Tab", "Ctrl+PageDown"],
    context: "studio",
    when: (state) => state.tab,
    run: ({ tabs }) => tabs.step(1),
  },
  {
    id: "view.previous-tab",
    name: "Previous tab",
    category: "View",
    group: 3,
    keys: ["Ctrl+Shift+Tab", "Ctrl+PageUp"],
    context: "studio",
    when: (state) => state.tab,
    run: ({ tabs }) => tabs.step(-1),
  },
  {
    id: "view.leave-canvas",
    name: "Leave the canvas",
    category: "View",
    group: 3,
    keys: ["Ctrl+F6"],
    context: "studio",
    when: ({ universe, focus }) => universe && focus === "canvas",
    run: () => document.getElementById("dock")?.querySelector("button")?.focus(),
  },
  ...PANS,
];
