/**
 * What the platform gives the studio: dialogs, files, recent files, preferences, clipboard, autosave, the window. There
 * are two: Electron and a browser; `choose-host.ts` picks one and nothing else in the renderer asks
 * where it runs. What a platform lacks is told by `platform.capabilities`, and the method is there all the same.
 *
 * The renderer never names a path. A file is an opaque handle that came from a dialog, a drop, the command line or the
 * recent list; its `name` and `place` are for people to read and are never sent back.
 *
 * Whatever fails rejects with a TessellaError whose sentence a person can act on: `not-found`, `io`, `too-large`,
 * `bad-argument`, `unsupported-operation`, `aborted`. A dialog that is dismissed is no failure: it answers null or [].
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
  readonly autosave: Autosave;
  readonly library: UserLibrary;
  readonly openRequests: OpenRequests;
  readonly window: HostWindow;
  readonly menu: HostMenu;
  readonly power: Power;
}

/** Takes a listener away again; calling it twice does no harm. */
export type Unsubscribe = () => void;

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

// ---- the platform

export type OperatingSystem = "mac" | "windows" | "linux" | "other";

export interface Platform {
  /** The shell's version, as one line. */
  readonly version: string;
  /** Decides how shortcuts are spelled (Command or Control). */
  readonly os: OperatingSystem;
  readonly capabilities: Capabilities;
}

export interface Capabilities {
  /** What `folders.pick` for writing gives: a real folder, or one ZIP file that is handed over at the end. */
  readonly folderWrites: "folder" | "zip";
  /** Files can be opened again later without a dialog. */
  readonly recentFiles: boolean;
  /** There is a menu bar of the system; otherwise the studio draws its own. */
  readonly nativeMenu: boolean;
}

// ---- files

export interface HostFile {
  /** Opaque. The same file has the same id for as long as the studio runs, and afterwards when it is in the recent list. */
  readonly id: string;
  readonly name: string;
  /** Where it lies, for telling two files of one name apart; "" where the platform does not say. */
  readonly place: string;
  /** Whether `write` goes back to where the file came from. */
  readonly writable: boolean;
}

export interface FileType {
  readonly label: string;
  /** With the dot, lower case, the usual one first: [".rle", ".rle.gz"]. */
  readonly extensions: readonly string[];
}

export interface PickOpenOptions {
  /** The first is chosen to begin with; "all files" is always offered beside them. */
  readonly types: readonly FileType[];
  readonly several?: boolean;
  readonly title?: string;
}

export interface PickSaveOptions {
  readonly types: readonly FileType[];
  /** What the dialog suggests. */
  readonly name: string;
  readonly title?: string;
}

export interface ReadControl {
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number, total: number) => void;
}

/** A file being written: it appears under its name, whole, when it is committed, and never otherwise. */
export interface FileWriter extends TargetFile {
  /** Appends, or overwrites from byte `at` on (containers go back to their headers). Errors: `io`, `bad-argument`. */
  write(bytes: Uint8Array, at?: number): Promise<void>;
}

export interface Files {
  pickOpen(options: PickOpenOptions): Promise<readonly HostFile[]>;
  pickSave(options: PickSaveOptions): Promise<HostFile | null>;
  /** The files of a drop or a paste. Call it in the event's own handler: its data are gone afterwards. */
  dropped(data: DataTransfer): Promise<readonly HostFile[]>;
  /** A file of the recent list, from an id kept since an earlier session. Errors: `not-found`. */
  reopen(id: string): Promise<HostFile>;
  /** Errors: `not-found`, `io`, `too-large` past MAX_READ_BYTES, `aborted`. */
  read(file: HostFile, control?: ReadControl): Promise<Uint8Array<ArrayBuffer>>;
  /** Writes a whole file, atomically. Errors: `io`; then what was there before is still there. */
  write(file: HostFile, bytes: Uint8Array): Promise<void>;
  /** For what is too long to hold at once. */
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
  /** The sequence is complete: what is handed over in one piece (a ZIP) is handed over now. */
  finish(): Promise<void>;
  /** The sequence was stopped: files that a folder already has stay, a ZIP is dropped. Never throws. */
  abandon(): Promise<void>;
}

export interface Folders {
  /** `name` is what a ZIP will be called where there are no folders. */
  pick(purpose: "read" | "write", name: string): Promise<HostFolder | null>;
  /** Every file in it and below whose name ends in one of the extensions, in order of their paths. Errors: `io`, `too-large`. */
  list(folder: HostFolder, extensions: readonly string[]): Promise<readonly FolderEntry[]>;
  target(folder: HostFolder): FolderWriter;
  /** Keeps a folder for sessions to come, in place of the one before; null keeps none. What cannot last is not kept. Errors: `io`. */
  remember(folder: HostFolder | null): Promise<void>;
  /** What was kept, by this session or an earlier one. It may be gone by now: then listing it says so. */
  remembered(): Promise<RememberedFolder | null>;
}

export interface RememberedFolder {
  readonly folder: HostFolder;
  /** Whether listing it asks the person for permission, which takes a click or a key to begin with. */
  readonly asks: boolean;
}

/** Files after which a folder is too large to list. */
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
  /** Puts a file at the top, and makes its id last beyond this session. Does nothing without `recentFiles`. */
  add(file: HostFile): Promise<void>;
}

export const MAX_RECENT_FILES = 50;

// ---- clipboard

export interface HostClipboard {
  /** The text there, "" for none. Errors: `unsupported-operation` where the browser keeps it from us. */
  readText(): Promise<string>;
  writeText(text: string): Promise<void>;
  /** Puts a PNG image on the clipboard. */
  writePng(bytes: Uint8Array): Promise<void>;
}

// ---- autosave

export interface AutosaveCopy {
  /** One a document; putting it again replaces the former. Letters, digits, "-" and "_", at most 64. */
  readonly id: string;
  readonly title: string;
  /** What else it takes to show the document again: the file's id, the camera. */
  readonly note: Json;
  readonly bytes: Uint8Array;
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
 * deleted here; what is left when a session has ended is what its crash would have lost.
 */
export interface Autosave {
  /** Atomic: a crash in the middle leaves the former snapshot. */
  put(snapshot: AutosaveCopy): Promise<void>;
  delete(id: string): Promise<void>;
  /** What sessions that are over have left, the latest first; never that of one that still runs (another tab). */
  recoverable(): Promise<readonly RecoverableSnapshot[]>;
  /** Errors: `not-found`. */
  read(id: string): Promise<Uint8Array<ArrayBuffer>>;
}

// ---- the person's own library

export interface LibraryItem {
  /** Letters, digits, "-" and "_", at most 64. */
  readonly id: string;
  /** A pattern file that is text: name, folder and tags stand in it, as in any other file. */
  readonly text: string;
}

/** Patterns that a person keeps, each as the text of a pattern file. What the texts say is the studio's affair. */
export interface UserLibrary {
  /** In order of their ids. Errors: `io`. */
  list(): Promise<readonly LibraryItem[]>;
  /** Adds, or replaces the one with that id. Errors: `io`, `bad-argument` for no id. */
  put(item: LibraryItem): Promise<void>;
  /** Twice does no harm. Errors: `io`. */
  delete(id: string): Promise<void>;
}

/** The longest text of an item, in characters. */
export const MAX_LIBRARY_TEXT = 2 ** 26;

// ---- being asked to open something

export interface OpenRequest {
  readonly files: readonly HostFile[];
  /** How it came: this start's arguments, or later (a second start, a double click, an association). */
  readonly source: "start" | "later";
}

export interface OpenRequests {
  /** Requests that came before anybody listened are kept and delivered to the first listener. */
  subscribe(listener: (request: OpenRequest) => void): Unsubscribe;
}

// ---- the window

export type TextEdit = "undo" | "redo" | "cut" | "copy" | "paste" | "selectAll";

export interface HostWindow {
  /** What the title bar says, and whether something is unsaved. */
  show(state: { readonly title: string; readonly unsaved: boolean }): void;
  /** Asked before the window closes; true lets it. The latest guard counts. */
  guardClose(guard: () => Promise<boolean>): Unsubscribe;
  /** Does an editing command to the text field that has the focus: the menu's Copy must work there too. */
  editText(action: TextEdit): void;
}

export interface HostMenu {
  show(menu: MenuModel): void;
  /** Called with the id of each command that is chosen. */
  subscribe(listener: (id: string) => void): Unsubscribe;
}

// ---- the rest

export interface Power {
  /** Keeps the machine awake and the window unthrottled until the answer is called. */
  hold(reason: "run" | "export"): Unsubscribe;
}
