/** The contexts of commands. A studio command gets the services; a command on cells gets the universe in front as well. */

import type { Cell } from "../../engine/picture/camera-moves.ts";
import type { RunUntil } from "../../engine/worker/protocol/universe.ts";
import type { CommandEntry } from "../commands/command.ts";
import type { KeyNames } from "../commands/key-words.ts";
import type { StudioDocument } from "../document/document.ts";
import type { Editor } from "../editor/editor.ts";
import type { Pace } from "../editor/time/pace.ts";
import type { MakeSpare } from "../editor/time/spare-universe.ts";
import type { ToolView } from "../tools/tool.ts";
import type { Toolbox } from "../tools/toolbox.ts";
import type { CellClipboard } from "./cell-clipboard.ts";
import type { StudioServices } from "./services.ts";
import type { StatusLine } from "./status-line.ts";

export interface DocumentContext {
  readonly services: StudioServices;
  readonly document: StudioDocument;
  readonly editor: Editor;
  readonly view: ToolView;
  readonly toolbox: Toolbox;
  /** Takes back the drag under way; false when there is none. */
  cancelGesture(): boolean;
  /** The cell under the pointer; null when it is elsewhere. */
  readonly pointerCell: Cell | null;
  readonly clipboard: Pick<CellClipboard, "read" | "write" | "writeText">;
  readonly pace: Pace;
  /** The conditions that end a run. */
  readonly until: RunUntil;
  /** Also of the run under way. */
  setPace(pace: Pace): void;
  /** The density of random fills, 0..1. */
  readonly fillDensity: number;
  /** The 32-bit seed of the next soup: the one that the person typed, else a new one. */
  seed(): number;
  /** Makes a universe beside this one, to compute in. */
  readonly makeSpare: MakeSpare;
  /** Shows the progress of long work, with a way to end it. */
  readonly watch: StatusLine["watch"];
  /** Shows one sentence in the status line. */
  hint(text: string): void;
  /** The present keys of commands, for sentences. */
  readonly keys: KeyNames;
}

export interface StudioCommand extends CommandEntry {
  readonly context: "studio";
  /** May return a promise to wait for. Errors: those of the work, which then leaves nothing half done. */
  readonly run: (services: StudioServices) => unknown;
}

/** Makes sense only while a universe is in front. */
export interface DocumentCommand extends CommandEntry {
  readonly context?: "document";
  /** As a studio command's. */
  readonly run: (context: DocumentContext) => unknown;
}

export type Command = StudioCommand | DocumentCommand;
