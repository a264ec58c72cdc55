/**
 * The platform's services for the studio: dialogs, files, recent files, preferences, clipboard, autosave, the window.
 * There are two hosts: Electron and a browser; `choose-host.ts` picks one, and no other file in the renderer asks for
 * the platform. `platform.capabilities` tells what a platform lacks; the methods exist all the same.
 *
 * The renderer never names a path. A file is an opaque handle that came from a dialog, a drop, the command line or the
 * recent list; its `name` and `place` are for people to read and never go back to the host.
 *
 * Every failure rejects with a TessellaError whose sentence a person can act on: `not-found`, `io`, `too-large`,
 * `bad-argument`, `unsupported-operation`, `aborted`. A dismissed dialog is no failure: the call returns null or [].
 */

import type { Target, TargetFile } from "../../engine/export/target.ts";
import type { MenuModel } from "./menu-model.ts";
import type { Preferences } from "./preferences.ts";

export interface Host {
  readonly platform: Platform;
  readonly files: Files;
  readonly folders: Folders;
  readonly recent: RecentFiles;
  readonly preferences: Preferences;
  readonly clipboard: HostClipboard;
  readonly sessions: Sessions;
  readonly autosave: Autosave;
  readonly library: KeptTexts;
  readonly rules: KeptTexts;
  readonly openRequests: OpenRequests;
  readonly window: HostWindow;
  readonly menu: HostMenu;
  readonly power: Power;
}

/** Removes a listener; calling it twice does no harm. */
export type Unsubscribe = () => void;

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

// ---- the platform

export type OperatingSystem = "mac" | "windows" | "linux" | "other";

export interface Platform {
  /** The shell's version, as one line. */
  readonly version: string;
  /** Decides the notation of shortcuts (Command or Control). */
  readonly os: OperatingSystem;
  readonly capabilities: Capabilities;
}

export interface Capabilities {
  /** The kind of `folders.pick` for writing: a real folder, or one ZIP file delivered at the end. */
  readonly folderWrites: "folder" | "zip";
  /** Files can be opened again later without a dialog. */
  readonly recentFiles: boolean;
  /** The system's file manager can show a file. */
  readonly revealFiles: boolean;
  /** The system has a menu bar; otherwise the studio draws its own. */
  readonly nativeMenu: boolean;
}

// ---- files

export interface HostFile {
  /** Opaque. The same file has the same id for as long as the studio runs, and afterwards if it is in the recent list. */
  readonly id: string;
  readonly name: string;
  /** Its folder, to tell two files of one name apart; "" if the platform does not say. */
  readonly place: string;
  /** Whether `write` goes back to the file's origin. */
  readonly writable: boolean;
}

export interface FileType {
  readonly label: string;
  /** With the dot, lower case, the usual one first: [".rle", ".rle.gz"]. */
  readonly extensions: readonly string[];
}

export interface PickOpenOptions {
  /** The first is preselected; "all files" is always offered beside them. */
  readonly types: readonly FileType[];
  readonly several?: boolean;
  readonly title?: string;
}

export interface PickSaveOptions {
  readonly types: readonly FileType[];
  /** The dialog's suggestion. */
  readonly name: string;
  readonly title?: string;
}

export interface ReadControl {
  /** Bytes to leave out at the beginning. Default: 0. */
  readonly from?: number;
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number, total: number) => void;
}

/** A file being written: it appears under its name, whole, at its commit, and never otherwise. */
export interface FileWriter extends TargetFile {
  /** Appends, or overwrites from byte `at` on (containers go back to their headers). Errors: `io`, `bad-argument`. */
  write(bytes: Uint8Array, at?: number): Promise<void>;
}

export interface Files {
  pickOpen(options: PickOpenOptions): Promise<readonly HostFile[]>;
  pickSave(options: PickSaveOptions): Promise<HostFile | null>;
  /** The files of a drop or a paste. Call it in the event's own handler: its data are gone afterwards. */
  dropped(data: DataTransfer): Promise<readonly HostFile[]>;
  /** A file from an id of an earlier session. Errors: `not-found`, `unsupported-operation` where the platform could not keep it. */
  reopen(id: string): Promise<HostFile>;
  /** Whether reading the file asks the person for permission, which needs a click or a key. */
  asks(file: HostFile): Promise<boolean>;
  /** Errors: `not-found`, `io`, `too-large` past MAX_READ_BYTES, `bad-argument` where it ends before `from`, `aborted`. */
  read(file: HostFile, control?: ReadControl): Promise<Uint8Array<ArrayBuffer>>;
  /** A text that another content of the file would change. Errors: `not-found`, `io`. */
  stamp(file: HostFile): Promise<string>;
  /** Writes a whole file, atomically. Errors: `io`; the former content then stays. */
  write(file: HostFile, bytes: Uint8Array): Promise<void>;
  /** For files too long for memory. */
  create(file: HostFile): Promise<FileWriter>;
  /** Shows the file in the system's file manager. */
  reveal(file: HostFile): Promise<void>;
}

/** 1 GiB: no pattern that people exchange comes near it. */
export const MAX_READ_BYTES = 2 ** 30;

// ---- folders

export interface HostFolder {
  readonly id: string;
  readonly name: string;
  readonly place: string;
}

export interface FolderEntry {
  readonly file: HostFile;
  /** The folders between the chosen one and the file, outermost first. */
  readonly path: readonly string[];
}

export interface FolderWriter extends Target {
  begin(name: string): Promise<FileWriter>;
  /** The sequence is complete: a host that delivers one piece (a ZIP) does so now. */
  finish(): Promise<void>;
  /** The sequence was stopped: finished files stay in a folder, a ZIP is dropped. Never throws. */
  abandon(): Promise<void>;
}

export interface Folders {
  /** `name` is the ZIP's name if there are no folders. */
  pick(purpose: "read" | "write", name: string): Promise<HostFolder | null>;
  /** Every file in it and below with one of the extensions, sorted by path. Errors: `io`, `too-large`. */
  list(folder: HostFolder, extensions: readonly string[]): Promise<readonly FolderEntry[]>;
  target(folder: HostFolder): FolderWriter;
  /**
   * Keeps a folder for later sessions, in place of the one before; null keeps none. Folders that cannot last are not
   * kept. Errors: `io`.
   */
  remember(folder: HostFolder | null): Promise<void>;
  /** The folder kept by this session or an earlier one. It may no longer exist: then listing it fails. */
  remembered(): Promise<RememberedFolder | null>;
}

export interface RememberedFolder {
  readonly folder: HostFolder;
  /** Whether listing it asks the person for permission, which needs a click or a key. */
  readonly asks: boolean;
}

/** Files above which a folder is too large to list. */
export const MAX_FOLDER_FILES = 20_000;

// ---- recent files

export interface RecentFile {
  readonly id: string;
  readonly name: string;
  readonly place: string;
  /** Milliseconds since 1970. */
  readonly opened: number;
}

export interface RecentFiles {
  /** The latest first. */
  list(): Promise<readonly RecentFile[]>;
  /** Puts a file at the top, where the platform has such a list, and makes its id outlast this session. */
  add(file: HostFile): Promise<void>;
}

export const MAX_RECENT_FILES = 50;

// ---- clipboard

export interface HostClipboard {
  /** The text there, "" for none. Errors: `unsupported-operation` if the browser denies access. */
  readText(): Promise<string>;
  writeText(text: string): Promise<void>;
  /** Puts a PNG image on the clipboard. */
  writePng(bytes: Uint8Array): Promise<void>;
}

// ---- sessions

/** The windows on one storage, each with a session from its start to its end. */
export interface Sessions {
  /** Of this window; a new one at each start. */
  readonly id: string;
  /** Those that run now, this one among them. */
  living(): Promise<ReadonlySet<string>>;
}

// ---- autosave

export interface AutosaveCopy {
  /** One a document; a second put replaces the first. Letters, digits, "-" and "_", at most 64. */
  readonly id: string;
  readonly title: string;
  /** The rest of the document's state: the file's id, the camera. */
  readonly note: Json;
  /** The main part, written anew each time. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** All other parts. Those of an earlier put that are not named here are gone. */
  readonly pieces: readonly AutosavePiece[];
}

/** A part of a copy that never changes once it is written. */
export interface AutosavePiece {
  /** Unique within the copy: another piece needs another name. As an id. */
  readonly name: string;
  /** null: an earlier put has written it. */
  readonly bytes: Uint8Array<ArrayBuffer> | null;
}

export interface RecoverableSnapshot {
  readonly id: string;
  readonly title: string;
  readonly note: Json;
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly saved: number;
}

/**
 * Documents as bytes, kept beside the user's files in case of a crash. A document that is saved or closed on purpose is
 * deleted here; snapshots left after a session are those that its crash would have lost.
 */
export interface Autosave {
  /** Atomic: a crash in the middle leaves the former snapshot. */
  put(snapshot: AutosaveCopy): Promise<void>;
  delete(id: string): Promise<void>;
  /** Snapshots of ended sessions, the latest first; never those of a running one (another tab). */
  recoverable(): Promise<readonly RecoverableSnapshot[]>;
  /** Makes an ended session's snapshot this one's, for which it is no longer recoverable; false where another session has it. */
  claim(id: string): Promise<boolean>;
  /** Tells each snapshot that another session has made its own. */
  onClaim(listener: (id: string) => void): Unsubscribe;
  /** The bytes of all parts. Errors: `not-found`. */
  read(id: string): Promise<Pick<AutosaveCopy, "bytes" | "pieces">>;
}

// ---- the person's own library and rules

export interface KeptText {
  /** Letters, digits, "-" and "_", at most 64. */
  readonly id: string;
  /** A pattern file, whose comment lines hold name, folder and tags as in any other file; or a rule file. */
  readonly text: string;
}

/** Files that a person keeps, each as a text. The host does not read the texts. */
export interface KeptTexts {
  /** Sorted by id. Errors: `io`. */
  list(): Promise<readonly KeptText[]>;
  /** Adds an item, or replaces the one with that id. Errors: `io`, `bad-argument` for an invalid id. */
  put(item: KeptText): Promise<void>;
  /** A second call does no harm. Errors: `io`. */
  delete(id: string): Promise<void>;
}

/** The longest text of an item, in characters. */
export const MAX_KEPT_TEXT = 2 ** 26;

// ---- being asked to open something

export interface OpenRequest {
  readonly files: readonly HostFile[];
  /** Its origin: the arguments of this start, or a later request (a second start, a double click, an association). */
  readonly source: "start" | "later";
}

export interface OpenRequests {
  /** Requests before the first listener are kept and delivered to it. */
  subscribe(listener: (request: OpenRequest) => void): Unsubscribe;
}

// ---- the window

export type TextEdit = "undo" | "redo" | "cut" | "copy" | "paste" | "selectAll";

export interface HostWindow {
  /** The title bar's text, and the mark of unsaved changes. */
  show(state: { readonly title: string; readonly unsaved: boolean }): void;
  /** Asked before the window closes; true permits it. The latest guard counts. */
  guardClose(guard: () => Promise<boolean>): Unsubscribe;
  /** Runs an editing command in the text field that has the focus: the menu's Copy must work there too. */
  editText(action: TextEdit): void;
}

export interface HostMenu {
  show(menu: MenuModel): void;
  /** Called with the id of each chosen command. */
  subscribe(listener: (id: string) => void): Unsubscribe;
}

// ---- the rest

export interface Power {
  /** Keeps the machine awake and the window unthrottled until the returned function is called. */
  hold(reason: "run" | "export"): Unsubscribe;
}
