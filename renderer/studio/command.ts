/** What commands work with. A command about the studio gets its services; one about cells gets the universe in front as well. */

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
  /** Takes back the drag that is going on; false when there is none. */
  cancelGesture(): boolean;
  /** The cell under the pointer; null when it is elsewhere. */
  readonly pointerCell: Cell | null;
  readonly clipboard: Pick<CellClipboard, "read" | "write" | "writeText">;
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
  readonly watch: StatusLine["watch"];
  /** One sentence in the status line. */
  hint(text: string): void;
  /** What keys commands have now, for sentences. */
  readonly keys: KeyNames;
}

export interface StudioCommand extends CommandEntry {
  readonly context: "studio";
  /** May be a promise, to be waited for. Errors: those of what it does; nothing is half done then. */
  readonly run: (services: StudioServices) => unknown;
}

/** Makes sense only while a universe is in front. */
export interface DocumentCommand extends CommandEntry {
  readonly context?: "document";
  /** As a studio command's. */
  readonly run: (context: DocumentContext) => unknown;
}

export type Command = StudioCommand | DocumentCommand;
