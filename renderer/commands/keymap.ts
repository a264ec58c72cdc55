/** Maps keys to commands, as the person has bound them. */

import type { KeyInput, KeyPlatform } from "./chord.ts";
import { chordsOf, isSingleKey, normaliseChord, showChord } from "./chord.ts";
import type { CommandEntry, CommandState } from "./command.ts";
import { isEnabled, isKeyed } from "./command.ts";

/** Chords by command id, in place of the command's own; an empty list removes its keys. Plain data for preferences. */
export type KeyOverrides = Readonly<Record<string, readonly string[]>>;

/** The chords that editing text needs, wherever a text field has the focus. */
const TEXT_CHORDS = ["Mod+A", "Mod+C", "Mod+V", "Mod+X", "Mod+Y", "Mod+Z", "Mod+Shift+Z", "Mod+Backspace"];

export class Keymap<Command extends CommandEntry = CommandEntry> {
  readonly #commands: readonly Command[];
  readonly #platform: KeyPlatform;
  readonly #byChord = new Map<string, Command[]>();
  readonly #chords = new Map<string, readonly string[]>();
  /** Chords for display, by command id. Lists of all commands ask for them at each letter that is typed. */
  readonly #shown = new Map<string, readonly string[]>();
  readonly #textChords: ReadonlySet<string>;

  constructor(commands: readonly Command[], platform: KeyPlatform, overrides: KeyOverrides = {}) {
    this.#commands = commands;
    this.#platform = platform;
    this.#textChords = new Set(TEXT_CHORDS.map((chord) => normaliseChord(chord, platform)));
    for (const command of commands) {
      const own = (platform === "mac" ? command.macKeys : undefined) ?? command.keys;
      const chords = (overrides[command.id] ?? own).map((chord) => normaliseChord(chord, platform));
      this.#chords.set(command.id, chords);
      for (const chord of chords) {
        const bound = this.#byChord.get(chord);
        if (bound) bound.push(command);
        else this.#byChord.set(chord, [command]);
      }
    }
  }

  /** The command that a key press means now, or null: then the focused element handles the press. */
  find(input: KeyInput, state: CommandState): Command | null {
    for (const chord of chordsOf(input)) {
      if (!this.#acts(chord, state)) continue;
      const command = this.#byChord.get(chord)?.find((candidate) => isKeyed(candidate, state));
      if (command) return command;
    }
    return null;
  }

  /** The command that a key press would mean if what it needs were there, or null. */
  wanting(input: KeyInput, state: CommandState): Command | null {
    const bound = chordsOf(input).flatMap((chord) =>
      this.#acts(chord, state) ? (this.#byChord.get(chord) ?? []) : [],
    );
    return bound.find((command) => command.needs !== undefined && !isEnabled(command, state)) ?? null;
  }

  /** Whether a key press means some command here, if perhaps not now. */
  knows(input: KeyInput, state: CommandState): boolean {
    return chordsOf(input).some((chord) => this.#acts(chord, state) && this.#byChord.has(chord));
  }

  /** The chords of a command, normalised. */
  chordsFor(id: string): readonly string[] {
    return this.#chords.get(id) ?? [];
  }

  /** The first of them for display; null for a command without keys. */
  shown(id: string): string | null {
    return this.allShown(id)[0] ?? null;
  }

  /** Every chord of a command, for display. */
  allShown(id: string): readonly string[] {
    const known = this.#shown.get(id);
    if (known) return known;
    const shown = this.chordsFor(id).map((chord) => showChord(chord, this.#platform));
    this.#shown.set(id, shown);
    return shown;
  }

  get commands(): readonly Command[] {
    return this.#commands;
  }

  #acts(chord: string, { focus }: CommandState): boolean {
    if (isSingleKey(chord)) return focus === "canvas";
    return focus !== "text" || !this.#textChords.has(chord);
  }
}
