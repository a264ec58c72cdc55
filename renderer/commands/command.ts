/**
 * The contract of a command: everything that a person can ask for by menu, key, palette or context menu is one of these,
 * once. The state it depends on is small and plain, so that any view can tell what is possible without asking around.
 */

import type { Pattern } from "../../engine/core/pattern.ts";
import type { RegistryEntry } from "../../engine/core/registry.ts";
import type { Cell } from "../../engine/picture/camera-moves.ts";
import type { RunUntil } from "../../engine/worker/protocol/universe.ts";
import type { Editor } from "../editor/editor.ts";
import type { RawSelection } from "../editor/paste/clipboard.ts";
import type { Pace } from "../editor/time/pace.ts";
import type { MakeSpare, Watched } from "../editor/time/spare-universe.ts";
import type { ToolView } from "../tools/tool.ts";
import type { Toolbox } from "../tools/toolbox.ts";
import type { KeyNames } from "./key-words.ts";
import type { LookState, LookVerbs } from "./look-state.ts";

/** In the order of the menu bar. */
export const CATEGORIES = ["File", "Edit", "Select", "Time", "View", "Tools", "Labs", "Help"] as const;
export type CommandCategory = (typeof CATEGORIES)[number];

/** Whether keys go to the cells, to a text field, or to anything else. */
export type Focus = "canvas" | "text" | "elsewhere";

export interface CommandState {
  readonly focus: Focus;
  /** Whether a tab is open, of a universe or of a lab. */
  readonly tab: boolean;
  /** Whether a universe is in front. */
  readonly universe: boolean;
  readonly running: boolean;
  /** Whether its algorithm takes many generations in a leap. */
  readonly leaps: boolean;
  readonly selection: boolean;
  /** Whether a paste floats. */
  readonly pending: boolean;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly canReset: boolean;
  /** What undo and redo are about, for their titles. */
  readonly undoLabel: string | null;
  readonly redoLabel: string | null;
  /** Whether a run ends when nothing is left alive, and when the pattern repeats. */
  readonly untilDied: boolean;
  readonly untilPeriodic: boolean;
  /** Whether it came from a file that can be read again. */
  readonly hasFile: boolean;
  readonly tool: string;
  readonly gridLines: boolean;
  readonly hyperspeed: boolean;
  readonly autofit: boolean;
  readonly fullScreen: boolean;
  readonly library: boolean;
  readonly inspector: boolean;
  readonly look: LookState;
}

/** The studio around the universe: implemented by renderer/studio. */
export interface AppVerbs {
  newUniverse(): void | Promise<void>;
  openFile(): void | Promise<void>;
  save(): void | Promise<void>;
  saveAs(): void | Promise<void>;
  exportFrames(): void | Promise<void>;
  /** A folder of pattern files, looked through in the library. */
  openPatternFolder(): Promise<void>;
  /** What is selected, or else everything. */
  saveToLibrary(): Promise<void>;
  importToLibrary(from: "folder" | "files"): Promise<void>;
  exportLibrary(as: "folder" | "zip"): Promise<void>;
  /** Asks for a format and writes what is selected to a file. */
  saveSelection(): void;
  /** Opens cells in a tab of their own. */
  openCells(cells: RawSelection): Promise<void>;
  /** Asks for a generation. */
  goToGeneration(): void;
  /** Asks for another number for this one. */
  setGeneration(): void;
  /** Asks for another grid. */
  resizeUniverse(): void;
  revertToFile(): void | Promise<void>;
  toggleUntilDied(): void | Promise<void>;
  toggleUntilPeriodic(): void | Promise<void>;
  /** Ends a long reading that is going on; false when there is none. */
  cancelWork(): boolean;
  closeTab(): void | Promise<void>;
  nextTab(by: 1 | -1): void;
  openLab(id: string): Promise<void>;
  showPalette(): void;
  showHelp(): void;
  /** The guide, at a place in it (`time/scrubbing`) or where it was left. */
  showGuide(place?: string): void;
  showWelcome(): void | Promise<void>;
  showPreferences(): void;
  showPatternInfo(): void;
  showLicences(): void;
  showIdentify(): void;
  showPlot(): void;
  editRule(): void;
  showRules(): void;
  toggleLibrary(): void;
  /** The library, with the focus in its search. */
  searchLibrary(): void | Promise<void>;
  toggleInspector(): void;
  toggleGridLines(): void;
  toggleHyperspeed(): void;
  toggleAutofit(): void;
  toggleFullScreen(): void | Promise<void>;
  readonly look: LookVerbs;
  /** Gives the focus to what comes after the canvas. */
  leaveCanvas(): void;
}

/** The system's clipboard. Patterns lie there as text. */
export interface PatternClipboard {
  /** Errors: those of reading a pattern; `unsupported-operation`, `aborted`. */
  read(): Promise<Pattern>;
  /** The cells may be handed over for good. Errors: `aborted`. */
  write(cells: RawSelection): Promise<void>;
  writeText(text: string): Promise<void>;
}

export interface CommandContext {
  readonly app: AppVerbs;
  readonly editor: Editor;
  readonly view: ToolView;
  readonly toolbox: Toolbox;
  /** Takes back the drag that is going on; false when there is none. */
  cancelGesture(): boolean;
  /** The cell under the pointer; null when it is elsewhere. */
  readonly pointerCell: Cell | null;
  readonly clipboard: PatternClipboard;
  readonly pace: Pace;
  /** What ends a run. */
  readonly until: RunUntil;
  setPace(pace: Pace): void;
  /** The density of random fills, 0..1. */
  readonly fillDensity: number;
  /** The 32-bit number for the next soup: the one that was typed, else a new one. */
  seed(): number;
  /** Makes a universe beside this one to compute in. */
  readonly makeSpare: MakeSpare;
  /** Long work: what goes on is shown, with a way to end it. */
  watch<T>(text: string, work: (watched: Watched) => Promise<T>): Promise<T>;
  /** One sentence in the status line. */
  hint(text: string): void;
  /** What keys commands have now, for sentences. */
  readonly keys: KeyNames;
}

export interface Command extends RegistryEntry {
  readonly category: CommandCategory;
  /** Chords; the first is the one that menus show. */
  readonly keys: readonly string[];
  /** Where a Mac has others. */
  readonly macKeys?: readonly string[];
  /** Whether it makes sense now. Default: whenever a universe is in front. */
  readonly when?: (state: CommandState) => boolean;
  /** For what is on or off. */
  readonly checked?: (state: CommandState) => boolean;
  /** What stands behind the name: "Draw 14 cells" behind Undo. */
  readonly detail?: (state: CommandState) => string | null;
  /** What is asked for afterwards waits until this is done: it leads to another state, outside the editor's own order. */
  readonly holds?: boolean;
  /** Whether it is done at once, whatever waits: a stop would be none otherwise. Default: never. */
  readonly overtakes?: (state: CommandState) => boolean;
  /** A key and nothing more: no menu or palette lists it. */
  readonly keyOnly?: boolean;
  /** One of many of a kind: found in the palette, and in no menu. */
  readonly paletteOnly?: boolean;
  /** Commands of one group stand together in a menu. Default: the category's first group. */
  readonly group?: number;
  /** May be a promise, to be waited for. Errors: those of what it does; nothing is half done then. */
  readonly run: (context: CommandContext) => unknown;
}

export function isEnabled(command: Command, state: CommandState): boolean {
  return command.when ? command.when(state) : state.universe;
}
