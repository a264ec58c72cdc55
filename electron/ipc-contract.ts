/**
 * The renderer's calls to the shell, as schemas: one a call, each strict (no other fields) and bounded (no unlimited
 * text, list or tree). The renderer is our own code, but it reads files from strangers; its messages are checked as if
 * they came from them.
 */

import * as v from "valibot";
import type { BridgeCalls, CallArgument, CallName } from "../renderer/host/bridge.ts";
import type { Json } from "../renderer/host/host.ts";
import type { NativeMenuItem } from "../renderer/host/menu-model.ts";
import { DEVICE_NAMES } from "./file-names.ts";

/** One message: a piece of an autosaved document travels whole. */
const MAX_MESSAGE_BYTES = 2 ** 28;
const MAX_PIECE_BYTES = 2 ** 24;

const text = (most: number) => v.pipe(v.string(), v.maxLength(most));
const bytes = (most: number) =>
  v.pipe(
    v.instance(Uint8Array),
    v.check((value) => value.byteLength <= most, "too many bytes"),
  );
const byteCount = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

const Handle = text(100);
const SnapshotId = v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/));
const PreferenceKey = v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/));
const Nothing = v.null();
const One = v.strictObject({ id: Handle });
const Title = v.nullable(text(200));
const Writer = v.strictObject({ writer: Handle });
const Hold = v.strictObject({ reason: v.picklist(["run", "export"]) });

const Extension = v.pipe(v.string(), v.maxLength(20), v.regex(/^(\.[a-z0-9]+)+$/));
const FileTypes = v.pipe(
  v.array(
    v.strictObject({
      label: text(100),
      extensions: v.pipe(v.array(Extension), v.minLength(1), v.maxLength(40)),
    }),
  ),
  v.maxLength(30),
);

/** A plain name: no folder, no drive, no stream, no device. */
const FileName = v.pipe(
  v.string(),
  v.minLength(1),
  v.check((name) => new TextEncoder().encode(name).length <= 200, "too long"),
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused.
  v.regex(/^[^\u0000-\u001f\u007f/\\:*?"<>|]+$/),
  v.check((name) => !/[. ]$/.test(name), "ends in a dot or a blank"),
  v.check((name) => !DEVICE_NAMES.test(name), "a device's name"),
);

/** Suggested by the renderer and shown in a dialog, where the user may change it: cleaned, not refused. */
const SuggestedName = v.pipe(
  text(200),
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out.
  v.transform((name) => name.replace(/[\u0000-\u001f\u007f/\\:*?"<>|]/g, "-").replace(/^\.+/, "")),
);

const WriteTarget = v.variant("kind", [
  v.strictObject({ kind: v.literal("file"), id: Handle }),
  v.strictObject({ kind: v.literal("in-folder"), id: Handle, name: FileName }),
]);

const JsonValue: v.GenericSchema<unknown, Json> = v.pipe(
  v.custom<Json>((value) => isSmallJson(value)),
  v.check((value) => JSON.stringify(value).length <= 2 ** 17, "too large"),
);

function isSmallJson(value: unknown, depth = 0): boolean {
  if (depth > 16) return false;
  if (value === null || typeof value === "boolean" || typeof value === "string") return true;
  if (typeof value === "number") return Number.isFinite(value);
  if (Array.isArray(value)) return value.every((item) => isSmallJson(item, depth + 1));
  if (typeof value !== "object" || Object.getPrototypeOf(value) !== Object.prototype) return false;
  return Object.values(value).every((item) => isSmallJson(item, depth + 1));
}

const MAX_MENU_DEPTH = 4;

const Command = v.strictObject({
  kind: v.literal("command"),
  id: text(100),
  label: text(200),
  accelerator: v.optional(v.pipe(v.string(), v.regex(/^[\w+\-=[\].,;'`/\\<>?!@#$%^&*() ]{1,50}$/))),
  enabled: v.boolean(),
  checked: v.optional(v.boolean()),
});

function menuItems(depth: number): v.GenericSchema<unknown, readonly NativeMenuItem[]> {
  const leaves = [Command, v.strictObject({ kind: v.literal("separator") })] as const;
  const item: v.GenericSchema<unknown, NativeMenuItem> =
    depth === MAX_MENU_DEPTH ? v.variant("kind", leaves) : v.variant("kind", [...leaves, submenu(depth + 1)]);
  return v.pipe(v.array(item), v.maxLength(200));
}

function submenu(depth: number) {
  return v.strictObject({ kind: v.literal("submenu"), label: text(200), items: menuItems(depth) });
}

export const CALL_SCHEMAS = {
  "files.pickOpen": v.strictObject({ types: FileTypes, several: v.boolean(), title: Title }),
  "files.pickSave": v.strictObject({ types: FileTypes, name: SuggestedName, title: Title }),
  "files.reopen": One,
  "files.readPiece": v.strictObject({ id: Handle, offset: byteCount, stamp: v.nullable(text(100)) }),
  "files.stamp": One,
  "files.reveal": One,
  "writers.open": v.strictObject({ target: WriteTarget }),
  "writers.write": v.strictObject({
    writer: Handle,
    bytes: bytes(MAX_PIECE_BYTES),
    at: v.nullable(byteCount),
  }),
  "writers.commit": Writer,
  "writers.abort": Writer,
  "writers.whole": v.strictObject({ target: WriteTarget, bytes: bytes(MAX_PIECE_BYTES) }),
  "folders.pick": v.strictObject({ purpose: v.picklist(["read", "write"]) }),
  "folders.list": v.strictObject({
    id: Handle,
    extensions: v.pipe(v.array(Extension), v.maxLength(100)),
  }),
  "folders.remember": v.strictObject({ id: v.nullable(Handle) }),
  "folders.remembered": Nothing,
  "recent.list": Nothing,
  "recent.add": One,
  "preferences.get": v.strictObject({ key: PreferenceKey }),
  "preferences.set": v.strictObject({ key: PreferenceKey, text: text(2 ** 20) }),
  "clipboard.readText": Nothing,
  "clipboard.writeText": v.strictObject({ text: text(2 ** 27) }),
  "clipboard.writePng": v.strictObject({ bytes: bytes(MAX_MESSAGE_BYTES) }),
  "autosave.put": v.strictObject({
    id: SnapshotId,
    session: SnapshotId,
    title: text(1000),
    note: JsonValue,
    bytes: bytes(MAX_MESSAGE_BYTES),
    pieces: v.pipe(
      v.array(v.strictObject({ name: SnapshotId, bytes: v.nullable(bytes(MAX_MESSAGE_BYTES)) })),
      v.maxLength(10_000),
    ),
  }),
  "autosave.delete": v.strictObject({ id: SnapshotId }),
  "autosave.recoverable": v.strictObject({ session: SnapshotId }),
  "autosave.read": v.strictObject({ id: SnapshotId }),
  "library.list": Nothing,
  "library.put": v.strictObject({ id: SnapshotId, text: text(2 ** 26) }),
  "library.delete": v.strictObject({ id: SnapshotId }),
  "rules.list": Nothing,
  "rules.put": v.strictObject({ id: SnapshotId, text: text(2 ** 26) }),
  "rules.delete": v.strictObject({ id: SnapshotId }),
  "openRequests.start": Nothing,
  "window.show": v.strictObject({ title: text(1000), unsaved: v.boolean() }),
  "window.guard": v.strictObject({ on: v.boolean() }),
  "window.answerClose": v.strictObject({ answer: v.picklist(["heard", "close", "stay"]) }),
  "window.editText": v.strictObject({
    action: v.picklist(["undo", "redo", "cut", "copy", "paste", "selectAll"]),
  }),
  "menu.show": v.strictObject({ menu: v.pipe(v.array(submenu(1)), v.maxLength(20)) }),
  "power.hold": Hold,
  "power.release": Hold,
} satisfies { readonly [N in CallName]: v.GenericSchema<unknown, CallArgument<N>> };

export const AdoptSchema = v.pipe(v.array(v.pipe(text(32_768), v.minLength(1))), v.maxLength(1000));

export function isCallName(name: unknown): name is CallName {
  return typeof name === "string" && Object.hasOwn(CALL_SCHEMAS, name);
}

/** One function a call: the interface of the services. */
export type CallHandlers = {
  readonly [N in CallName]: (argument: CallArgument<N>) => Promise<BridgeCalls[N]["answer"]>;
};
