import { cameraOn, panBy, zoomAt } from "../../../engine/picture/camera-moves.ts";
import type { CommandState } from "../../commands/command.ts";
import { fitAll } from "../../document/fit-all.ts";
import type { Command, DocumentContext } from "../../studio/command.ts";
import { arrowCommands } from "./arrow-commands.ts";
import { SPLIT_COMMANDS } from "./split-commands.ts";

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
    keywords: "zoom whole all centre show",
    keys: ["F"],
    run: ({ editor, view }) => fitAll(editor, view),
  },
  {
    id: "view.autofit",
    name: "Autofit",
    category: "View",
    keywords: "zoom automatic camera",
    keys: ["T"],
    checked: (state) => state.autofit,
    run: ({ services }) => services.shell.setState(({ autofit }) => ({ autofit: !autofit, follow: false })),
  },
  {
    id: "view.zoom-in",
    name: "Zoom in",
    category: "View",
    keywords: "magnify closer enlarge bigger",
    keys: ["]"],
    run: zoomBy(1),
  },
  {
    id: "view.zoom-out",
    name: "Zoom out",
    category: "View",
    keywords: "further smaller",
    keys: ["["],
    run: zoomBy(-1),
  },
  {
    id: "view.centre",
    name: "Centre on the origin",
    category: "View",
    keywords: "center middle home zero",
    keys: ["M"],
    run: ({ view }) => view.setCamera(cameraOn(ORIGIN, view.camera.zoom, view.kind)),
  },
  {
    id: "view.grid-lines",
    name: "Grid lines",
    category: "View",
    keywords: "raster mesh",
    group: 1,
    keys: ["L"],
    checked: (state) => state.gridLines,
    run: ({ services: { settings } }) => settings.change({ gridLines: !settings.now.gridLines }),
  },
  {
    id: "view.library",
    name: "Library",
    category: "View",
    keywords: "patterns drawer sidebar collection panel",
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
    keywords: "sidebar panel properties",
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
    keywords: "fullscreen maximise presentation",
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
    keywords: "switch forward",
    group: 3,
    keys: ["Ctrl+Tab", "Ctrl+PageDown"],
    context: "studio",
    when: (state) => state.tab,
    needs: "an open tab",
    run: ({ tabs }) => tabs.step(1),
  },
  {
    id: "view.previous-tab",
    name: "Previous tab",
    category: "View",
    keywords: "switch back",
    group: 3,
    keys: ["Ctrl+Shift+Tab", "Ctrl+PageUp"],
    context: "studio",
    when: (state) => state.tab,
    needs: "an open tab",
    run: ({ tabs }) => tabs.step(-1),
  },
  {
    id: "view.tab-right",
    name: "Move tab right",
    category: "View",
    group: 3,
    keys: ["Ctrl+Shift+PageDown"],
    context: "studio",
    when: (state) => state.tab,
    needs: "an open tab",
    run: ({ tabs }) => tabs.shift(1),
  },
  {
    id: "view.tab-left",
    name: "Move tab left",
    category: "View",
    group: 3,
    keys: ["Ctrl+Shift+PageUp"],
    context: "studio",
    when: (state) => state.tab,
    needs: "an open tab",
    run: ({ tabs }) => tabs.shift(-1),
  },
  ...SPLIT_COMMANDS,
  {
    id: "view.leave-canvas",
    name: "Leave the canvas",
    category: "View",
    keywords: "focus keyboard",
    group: 3,
    keys: ["Ctrl+F6"],
    context: "studio",
    when: ({ universe, focus }) => universe && focus === "canvas",
    needs: "the focus on the cells",
    run: () => document.getElementById("dock")?.querySelector("button")?.focus(),
  },
  ...PANS,
];
