/**
 * What Electron's preload script puts on `window.tessella`: the only door between the studio and the shell. Every call
 * has one argument and one answer, both plain data; the shell checks the argument against a schema of its own
 * (electron/ipc-contract.ts) and trusts no value that comes through here.
 */

import type { ErrorCode } from "../../engine/core/errors.ts";
import type {
  FileType,
  FolderEntry,
  HostFile,
  HostFolder,
  Json,
  KeptText,
  OpenRequest,
  OperatingSystem,
  RecentFile,
  RecoverableSnapshot,
  TextEdit,
} from "./host.ts";
import type { MenuModel } from "./menu-model.ts";

export const BRIDGE_NAME = "tessella";

export interface Bridge {
  readonly os: OperatingSystem;
  readonly version: string;
  call<N extends CallName>(name: N, argument: CallArgument<N>): Promise<Reply<CallAnswer<N>>>;
  /** Files of a drop. The preload script turns them into paths, which a page cannot. */
  dropped(files: readonly File[]): Promise<Reply<readonly HostFile[]>>;
  subscribe(listener: (event: BridgeEvent) => void): () => void;
}

export interface BridgeCalls {
  "files.pickOpen": Call<PickOpenArgument, readonly HostFile[]>;
  "files.pickSave": Call<PickSaveArgument, HostFile | null>;
  "files.reopen": Call<HandleArgument, HostFile>;
  "files.readPiece": Call<ReadPieceArgument, FilePiece>;
  "files.stamp": Call<HandleArgument, string>;
  "files.reveal": Call<HandleArgument, null>;
  "writers.open": Call<{ readonly target: WriteTarget }, { readonly writer: string }>;
  "writers.write": Call<WriterWriteArgument, null>;
  "writers.commit": Call<WriterArgument, null>;
  "writers.abort": Call<WriterArgument, null>;
  "writers.whole": Call<{ readonly target: WriteTarget; readonly bytes: Uint8Array }, null>;
  "folders.pick": Call<{ readonly purpose: "read" | "write" }, HostFolder | null>;
  "folders.list": Call<FolderListArgument, readonly FolderEntry[]>;
  "folders.remember": Call<{ readonly id: string | null }, null>;
  "folders.remembered": Call<null, HostFolder | null>;
  "recent.list": Call<null, readonly RecentFile[]>;
  "recent.add": Call<HandleArgument, null>;
  "preferences.get": Call<{ readonly key: string }, string | null>;
  "preferences.set": Call<{ readonly key: string; readonly text: string }, null>;
  "clipboard.readText": Call<null, string>;
  "clipboard.writeText": Call<{ readonly text: string }, null>;
  "clipboard.writePng": Call<{ readonly bytes: Uint8Array }, null>;
  "autosave.put": Call<AutosavePutArgument, null>;
  "autosave.delete": Call<HandleArgument, null>;
  "autosave.recoverable": Call<{ readonly session: string }, readonly RecoverableSnapshot[]>;
  "autosave.read": Call<HandleArgument, SnapshotParts>;
  "library.list": Call<null, readonly KeptText[]>;
  "library.put": Call<KeptText, null>;
  "library.delete": Call<HandleArgument, null>;
  "rules.list": Call<null, readonly KeptText[]>;
  "rules.put": Call<KeptText, null>;
  "rules.delete": Call<HandleArgument, null>;
  "openRequests.start": Call<null, readonly OpenRequest[]>;
  "window.show": Call<{ readonly title: string; readonly unsaved: boolean }, null>;
  "window.guard": Call<{ readonly on: boolean }, null>;
  "window.answerClose": Call<{ readonly answer: CloseAnswer }, null>;
  "window.editText": Call<{ readonly action: TextEdit }, null>;
  "menu.show": Call<{ readonly menu: MenuModel }, null>;
  "power.hold": Call<{ readonly reason: "run" | "export" }, null>;
  "power.release": Call<{ readonly reason: "run" | "export" }, null>;
}

interface Call<A, R> {
  readonly argument: A;
  readonly answer: R;
}

export type CallName = keyof BridgeCalls;
export type CallArgument<N extends CallName> = BridgeCalls[N]["argument"];
export type CallAnswer<N extends CallName> = BridgeCalls[N]["answer"];

/** Errors cross as data: Electron drops the code of a thrown one. */
export type Reply<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: BridgeError };

export interface BridgeError {
  readonly code: ErrorCode;
  readonly message: string;
  readonly hint?: string;
}

export type BridgeEvent =
  | { readonly type: "open"; readonly request: OpenRequest }
  | { readonly type: "menu"; readonly id: string }
  | { readonly type: "close" };

/** "heard" comes at once as a sign of life; the user may then take a while to decide. */
export type CloseAnswer = "heard" | "close" | "stay";

export interface PickOpenArgument {
  readonly types: readonly FileType[];
  readonly several: boolean;
  readonly title: string | null;
}

export interface PickSaveArgument {
  readonly types: readonly FileType[];
  readonly name: string;
  readonly title: string | null;
}

export interface HandleArgument {
  readonly id: string;
}

export interface ReadPieceArgument {
  readonly id: string;
  readonly offset: number;
  /** The file's state at the first piece: a file that changes between two pieces must not become a mixture of both. */
  readonly stamp: string | null;
}

export interface FilePiece {
  readonly bytes: Uint8Array;
  readonly size: number;
  readonly stamp: string;
}

export type WriteTarget =
  | { readonly kind: "file"; readonly id: string }
  | { readonly kind: "in-folder"; readonly id: string; readonly name: string };

export interface WriterArgument {
  readonly writer: string;
}

export interface WriterWriteArgument {
  readonly writer: string;
  readonly bytes: Uint8Array;
  readonly at: number | null;
}

export interface FolderListArgument {
  readonly id: string;
  readonly extensions: readonly string[];
}

export interface AutosavePutArgument {
  readonly id: string;
  /** The session that it belongs to; snapshots of other sessions are recoverable. */
  readonly session: string;
  readonly title: string;
  readonly note: Json;
  readonly bytes: Uint8Array;
  /** Without bytes where an earlier call has written it. */
  readonly pieces: readonly { readonly name: string; readonly bytes: Uint8Array | null }[];
}

export type SnapshotParts = Pick<AutosavePutArgument, "bytes" | "pieces">;

export type CallShell = <N extends CallName>(name: N, argument: CallArgument<N>) => Promise<CallAnswer<N>>;
