/**
 * Chords: a key with its modifiers, as one string, `Ctrl+Shift+Z`. In the tables of commands `Mod` stands for the platform's own
 * modifier: Ctrl, or Command on a Mac.
 *
 * A chord names the character that a key types, not the key's place, so `?` and `[` work on every keyboard that can type them at
 * all. Shift therefore counts for letters and for keys that type nothing (Shift+Z, Shift+Delete), and not for other characters:
 * there it only helps this keyboard to type them. The same goes for AltGr, and for Option on a Mac. On a keyboard that types no
 * Latin letters or no digits, the key's place on a US keyboard counts instead.
 */

export type KeyPlatform = "mac" | "windows" | "linux";

/** The used parts of a KeyboardEvent. */
export interface KeyInput {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
  /** Whether AltGr is held, which Windows reports as Ctrl and Alt. */
  readonly altGraph?: boolean;
}

const ORDER = ["Ctrl", "Alt", "Shift", "Meta"] as const;
type Modifier = (typeof ORDER)[number];

const NAMES: Readonly<Record<string, string>> = {
  " ": "Space",
  Spacebar: "Space",
  Esc: "Escape",
  Del: "Delete",
  Left: "ArrowLeft",
  Right: "ArrowRight",
  Up: "ArrowUp",
  Down: "ArrowDown",
};

/** The chord in its canonical spelling, with `Mod` resolved. */
export function normaliseChord(chord: string, platform: KeyPlatform): string {
  const parts = partsOf(chord);
  const key = parts.pop() as string;
  const mod: Modifier = platform === "mac" ? "Meta" : "Ctrl";
  const held = new Set(parts.map((part) => (part === "Mod" ? mod : part)));
  return join(held, key.length === 1 ? key.toUpperCase() : key);
}

/** The chords that a key press may mean, the likeliest first; none for a modifier alone or during composition. */
export function chordsOf(input: KeyInput): readonly string[] {
  const key = NAMES[input.key] ?? input.key;
  if (["Control", "Shift", "Alt", "Meta", "AltGraph", "Dead", "Process", "Unidentified", ""].includes(key)) {
    return [];
  }
  const held = new Set<string>();
  if (input.ctrlKey) held.add("Ctrl");
  if (input.altKey) held.add("Alt");
  if (input.metaKey) held.add("Meta");
  const types = [...key].length === 1;
  const letter = /^[a-z]$/i.test(key);
  const typed = new Set(held);
  if (types && !letter) {
    if (input.altGraph) for (const name of ["Ctrl", "Alt"]) typed.delete(name);
    else if (!input.ctrlKey) typed.delete("Alt");
  }
  if (input.shiftKey && (!types || letter)) typed.add("Shift");
  const chords = [join(typed, types ? key.toUpperCase() : key)];
  const place = /^(?:Key([A-Z])|(?:Digit|Numpad)(\d))$/.exec(input.code);
  if (place && types && !/^[a-z0-9]$/i.test(key)) {
    if (input.shiftKey && place[1]) held.add("Shift");
    chords.push(join(held, (place[1] ?? place[2]) as string));
  }
  return chords;
}

function join(held: ReadonlySet<string>, key: string): string {
  return [...ORDER.filter((name) => held.has(name)), key].join("+");
}

/** Whether it is a key alone, or with Shift only: such shortcuts act only while the canvas has the focus. */
export function isSingleKey(chord: string): boolean {
  return !/^(?:Ctrl|Alt|Meta)\+./.test(chord.replace(/^Shift\+(?=.)/, "")) && !/(^|\+)F\d+$/.test(chord);
}

const MAC_SIGNS: Readonly<Record<string, string>> = { Ctrl: "⌃", Alt: "⌥", Shift: "⇧", Meta: "⌘" };
const SIGNS: Readonly<Record<string, string>> = {
  ArrowLeft: "←",
  ArrowRight: "→",
  ArrowUp: "↑",
  ArrowDown: "↓",
  Escape: "Esc",
  Delete: "Del",
  PageUp: "PgUp",
  PageDown: "PgDn",
  "-": "−",
};

/** The chord for display: `Ctrl+Shift+Z`, on a Mac `⇧⌘Z`. */
export function showChord(chord: string, platform: KeyPlatform): string {
  const parts = partsOf(normaliseChord(chord, platform));
  const key = parts.pop() as string;
  const shown = SIGNS[key] ?? key;
  if (platform !== "mac") return [...parts, shown].join("+");
  return parts.map((part) => MAC_SIGNS[part] ?? part).join("") + shown;
}

const NATIVE: Readonly<Record<string, string>> = {
  Meta: "Cmd",
  ArrowLeft: "Left",
  ArrowRight: "Right",
  ArrowUp: "Up",
  ArrowDown: "Down",
  Escape: "Esc",
  "+": "Plus",
};

/** Converts a normalised chord to the spelling of Electron's menus: `Ctrl+Shift+Z`, `Shift+Cmd+Z`, `Plus`. */
export function acceleratorOf(chord: string): string {
  return partsOf(chord)
    .map((part) => NATIVE[part] ?? part)
    .join("+");
}

/** `Ctrl++` is Ctrl and `+`. */
function partsOf(chord: string): string[] {
  if (chord === "+") return ["+"];
  return chord.endsWith("++") ? [...chord.slice(0, -2).split("+"), "+"] : chord.split("+");
}
