/**
 * Preferences: small values kept between sessions. Each kind has a key, a version and a schema, so that a value from an
 * older Tessella (or a text editor, or a dying disk) is understood, migrated or replaced by the fallback, and never
 * crashes a start.
 */

import type { GenericSchema } from "valibot";
import { safeParse } from "valibot";
import { TessellaError } from "../../engine/core/errors.ts";

export interface PreferenceKind<T> {
  /** Letters, digits, "-" and "_", at most 64. */
  readonly key: string;
  /** Raised whenever the schema changes so that old values do not fit. */
  readonly version: number;
  readonly schema: GenericSchema<unknown, T>;
  readonly fallback: T;
  /** Turns a value of an older version into one that the schema may accept. Absent: older values are dropped. */
  readonly migrate?: (value: unknown, from: number) => unknown;
}

export interface Preferences {
  /** The saved value, or the fallback if there is none or it cannot be read. */
  load<T>(kind: PreferenceKind<T>): Promise<T>;
  /**
   * Changes the saved value, which another window may have changed meanwhile, and returns the new one. Changes come one after the
   * other. Errors: `io`, `bad-argument` for a value that fails its own schema.
   */
  update<T>(kind: PreferenceKind<T>, change: (saved: T) => T): Promise<T>;
}

/** Storage of the texts, which each host provides. */
export interface TextStore {
  get(key: string): Promise<string | null>;
  set(key: string, text: string): Promise<void>;
}

/** Does one piece of work at a time. */
type Alone = <T>(work: () => Promise<T>) => Promise<T>;

/** `alone`: the turn that windows on one store take to change it. */
export function preferencesIn(store: TextStore, alone: Alone = oneAtATime()): Preferences {
  const load: Preferences["load"] = async (kind) =>
    understand(kind, await store.get(checkedKey(kind.key)).catch(() => null));
  const save = async <T>(kind: PreferenceKind<T>, value: T): Promise<void> => {
    const key = checkedKey(kind.key);
    if (!safeParse(kind.schema, value).success) {
      throw new TessellaError("bad-argument", `The preference "${key}" cannot take that value.`);
    }
    await store.set(key, JSON.stringify({ version: kind.version, value }));
  };
  return {
    load,
    update: (kind, change) =>
      alone(async () => {
        const value = change(await load(kind));
        await save(kind, value);
        return value;
      }),
  };
}

function oneAtATime(): Alone {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(work);
    last = next.catch(() => {});
    return next;
  };
}

function understand<T>(kind: PreferenceKind<T>, text: string | null): T {
  const envelope = text === null ? null : parseEnvelope(text);
  if (!envelope) return kind.fallback;
  const { version, value } = envelope;
  if (version >= kind.version) return parseOr(kind, value);
  if (!kind.migrate) return kind.fallback;
  try {
    return parseOr(kind, kind.migrate(value, version));
  } catch {
    // A failed migration counts like a value that cannot be read.
    return kind.fallback;
  }
}

/** A newer version's value is tried as it is: going back one release should not lose the theme. */
function parseOr<T>(kind: PreferenceKind<T>, value: unknown): T {
  const parsed = safeParse(kind.schema, value);
  return parsed.success ? parsed.output : kind.fallback;
}

function parseEnvelope(text: string): { readonly version: number; readonly value: unknown } | null {
  let envelope: unknown;
  try {
    envelope = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof envelope !== "object" || envelope === null || !("version" in envelope)) return null;
  if (typeof envelope.version !== "number") return null;
  return { version: envelope.version, value: "value" in envelope ? envelope.value : undefined };
}

function checkedKey(key: string): string {
  if (/^[\w-]{1,64}$/.test(key)) return key;
  throw new TessellaError("bad-argument", `"${key}" is no name for a preference.`);
}
