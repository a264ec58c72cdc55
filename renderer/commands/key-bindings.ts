/**
 * Key bindings: a person's own chords in place of a command's, as plain data (KeyOverrides) that preferences keep. All functions
 * here are pure. They drop overrides equal to the command's own keys: if a later version changes a default, it reaches everyone
 * who never touched it.
 */

import { MOST_STATES } from "../../engine/rules/rule.ts";
import type { KeyPlatform } from "./chord.ts";
import { normaliseChord } from "./chord.ts";
import type { CommandEntry, CommandState } from "./command.ts";
import { isKeyed } from "./command.ts";
import type { Keymap, KeyOverrides } from "./keymap.ts";

/** A named set of keys. */
export interface KeyPreset {
  readonly id: string;
  readonly name: string;
  readonly keys: KeyOverrides;
}

/**
 * The studio's own keys are Golly's. LifeViewer's differ in a few: R resets, X shows the grid lines, Shift+F follows the pattern.
 * Drawing programs choose tools by letters: E and H do so anyhow, B and V only in a set of their own, since Golly's go back and paste.
 * The commands that had these chords get others, so that nothing clashes.
 */
export const KEY_PRESETS: readonly KeyPreset[] = [
  { id: "golly", name: "As in Golly", keys: {} },
  {
    id: "letters",
    name: "Letters for tools",
    keys: {
      "tool.draw": ["F2", "B"],
      "tool.select": ["F4", "V"],
      "time.back": ["Backspace"],
      "edit.paste": ["Mod+V"],
    },
  },
  {
    id: "lifeviewer",
    name: "As in LifeViewer",
    keys: {
      "time.reset": ["R", "Mod+R"],
      "view.grid-lines": ["X"],
      "view.autofit": ["Shift+F"],
      "select.fit": ["Alt+F"],
      "edit.flip-across": ["Shift+X"],
      "edit.flip-down": ["Shift+Y"],
    },
  },
];

/** The preset with these keys; null for a person's own set. */
export function presetOf(overrides: KeyOverrides): KeyPreset | null {
  return KEY_PRESETS.find(({ keys }) => sameOverrides(keys, overrides)) ?? null;
}

function sameOverrides(a: KeyOverrides, b: KeyOverrides): boolean {
  const ids = Object.keys(a);
  return ids.length === Object.keys(b).length && ids.every((id) => sameChords(a[id], b[id]));
}

function sameChords(a: readonly string[] | undefined, b: readonly string[] | undefined): boolean {
  return (
    a !== undefined && b !== undefined && a.length === b.length && a.every((chord, at) => chord === b[at])
  );
}

/** A command's default chords, normalised. */
export function ownChords(command: CommandEntry, platform: KeyPlatform): readonly string[] {
  const own = (platform === "mac" ? command.macKeys : undefined) ?? command.keys;
  return own.map((chord) => normaliseChord(chord, platform));
}

/** Binds exactly these chords. */
export function withChords(
  overrides: KeyOverrides,
  command: CommandEntry,
  chords: readonly string[],
  platform: KeyPlatform,
): KeyOverrides {
  const { [command.id]: _old, ...others } = overrides;
  const wanted = [...new Set(chords.map((chord) => normaliseChord(chord, platform)))];
  return sameChords(wanted, ownChords(command, platform)) ? others : { ...others, [command.id]: wanted };
}

/** Restores a command's own keys. */
export function withoutOverride(overrides: KeyOverrides, id: string): KeyOverrides {
  const { [id]: _gone, ...others } = overrides;
  return others;
}

/**
 * Other commands that a chord may mean at the same time as this one: in some state of the studio both make sense, and the chord
 * runs the first in the list of commands.
 */
export function clashesWith(
  keymap: Keymap,
  command: CommandEntry,
  chord: string,
  sample: CommandState,
): readonly CommandEntry[] {
  const others = keymap.commands.filter(
    (other) => other.id !== command.id && keymap.chordsFor(other.id).includes(chord),
  );
  if (others.length === 0) return [];
  const states = [...statesNear(sample)].filter((state) => isKeyed(command, state));
  return others.filter((other) => states.some((state) => isKeyed(other, state)));
}

/** How many flags may differ from all-on or all-off in a pair of conditions. */
const FLIPS = 3;

/**
 * States that tell conditions apart, without going through all 2^n of them: everything on, everything off, and from either the
 * states that differ in up to three flags. A condition is a handful of flags joined by *and*, so two conditions that can be true
 * together are so in one of these.
 */
export function* statesNear(sample: CommandState): Generator<CommandState> {
  const flags = Object.entries(sample).flatMap(([name, value]) => (typeof value === "boolean" ? [name] : []));
  for (const start of [true, false]) {
    const base = {
      ...sample,
      states: MOST_STATES,
      ...Object.fromEntries(flags.map((flag) => [flag, start])),
    };
    for (const focus of ["canvas", "elsewhere"] as const) yield* flipped({ ...base, focus }, flags, FLIPS);
  }
}

function* flipped(state: CommandState, flags: readonly string[], left: number): Generator<CommandState> {
  yield state;
  if (left === 0) return;
  for (const [at, flag] of flags.entries()) {
    const other = { ...state, [flag]: !state[flag as keyof CommandState] };
    yield* flipped(other, flags.slice(at + 1), left - 1);
  }
}
