/**
 * Finds things by a few letters: commands here, and with the same score whatever else the palette offers. Each typed word must
 * occur in the name, the keywords or the category, and the place decides how well it fits. In falling order: the whole name, its
 * first word, the whole of a keyword, another whole word of the name, the name's beginning, the beginning of one of its words, the
 * beginning of a keyword, inside a word, the category. A keyword that the name has too counts most of all after the whole name. The order of words does not matter, so "left flip" finds the same as "flip left". Letters of one word in that order
 * with gaps between ("clkw" for "clockwise") count only where nothing else is found.
 */

import type { CommandEntry, CommandState } from "./command.ts";
import { isEnabled, missingFor } from "./command.ts";
import type { Keymap } from "./keymap.ts";
import type { MenuItem } from "./views.ts";
import { menuItem } from "./views.ts";

export interface PaletteItem extends MenuItem {
  readonly category: string;
  /** What the command waits for: "needs a selection"; null for one that makes sense now. */
  readonly missing: string | null;
  readonly score: number;
}

/** The words by which a thing is found. */
export interface Findable {
  readonly name: string;
  /** Other words that people have for it, with blanks between. */
  readonly keywords?: string | undefined;
  readonly category?: string;
}

export const WHOLE = 100;
const WORD_AND_KEYWORD = 94;
const FIRST_WORD = 92;
const WHOLE_KEYWORD = 90;
const OTHER_WORD = 84;
const BEGINNING = 80;
const WORD = 60;
const KEYWORD = 55;
const KEYWORD_BEGINNING = 40;
const INSIDE = 30;
const CATEGORY = 20;
const SCATTERED = 10;
/** Of two that fit alike, what can be done comes first. */
const DISABLED = 5;

/** A score from which the query names the thing itself. */
export const NAMED = WHOLE_KEYWORD - DISABLED;

/** How well a query fits, 0 for not at all. Case and accents do not matter. `scattered`: whether letters with gaps count. */
export function scoreOf(query: string, found: Findable, scattered = false): number {
  const words = plain(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return 1;
  const text = plain(found.name);
  if (text === words.join(" ")) return WHOLE;
  const keywords = plain(found.keywords ?? "")
    .split(/\s+/)
    .filter(Boolean);
  const parts = text.split(/[^\p{L}\p{N}]+/u);
  const [only, second] = words;
  const whole = second === undefined ? scoreWhole(only as string, parts, keywords) : 0;
  if (whole > 0) return whole - text.length / 1000;
  const category = plain(found.category ?? "");
  let sum = 0;
  for (const word of words) {
    const score = scoreWord(word, { text, parts, keywords, category, scattered });
    if (score === 0) return 0;
    sum += score;
  }
  // Of two names that fit alike the shorter one wins.
  return sum / words.length - text.length / 1000;
}

/** How well the only word of a query fits as a whole word; 0 for not at all. */
function scoreWhole(word: string, parts: readonly string[], keywords: readonly string[]): number {
  const isKeyword = keywords.includes(word);
  const at = parts.indexOf(word);
  if (at < 0) return isKeyword ? WHOLE_KEYWORD : 0;
  if (isKeyword) return WORD_AND_KEYWORD;
  // What has no keywords is named by its whole name alone: "highlife" means the rule and not the HighLife bomber.
  return at === 0 && keywords.length > 0 ? FIRST_WORD : OTHER_WORD;
}

interface Searched {
  readonly text: string;
  readonly parts: readonly string[];
  readonly keywords: readonly string[];
  readonly category: string;
  readonly scattered: boolean;
}

function scoreWord(word: string, { text, parts, keywords, category, scattered }: Searched): number {
  if (text.startsWith(word)) return BEGINNING;
  if (parts.some((part) => part.startsWith(word))) return WORD;
  if (keywords.includes(word)) return KEYWORD;
  if (keywords.some((keyword) => keyword.startsWith(word))) return KEYWORD_BEGINNING;
  if (text.includes(word)) return INSIDE;
  if (category.startsWith(word)) return CATEGORY;
  return scattered && parts.some((part) => isScattered(word, part)) ? SCATTERED : 0;
}

/** The first letters must agree: "clkw" is "clockwise", and "lock" a word of its own. */
function isScattered(word: string, part: string): boolean {
  if (word.length < 3 || word[0] !== part[0]) return false;
  let at = 0;
  for (const letter of word) {
    at = part.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim();
}

interface SearchOptions {
  /** Whether letters with gaps count. Default: false. */
  readonly scattered?: boolean;
}

/** The commands that fit, best first. All of them for an empty query, those that make no sense now last. */
export function searchCommands(
  query: string,
  keymap: Keymap,
  state: CommandState,
  { scattered = false }: SearchOptions = {},
): readonly PaletteItem[] {
  return keymap.commands
    .filter((command) => !command.keyOnly)
    .map((command) => ({ command, score: scoreCommand(query, command, state, scattered) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ command, score }) => paletteItem(command, keymap, state, score));
}

/** A command as an empty query finds it; null for an id of none that is listed. */
export function listedCommand(id: string, keymap: Keymap, state: CommandState): PaletteItem | null {
  const command = keymap.commands.find((one) => one.id === id && !one.keyOnly);
  return command ? paletteItem(command, keymap, state, scoreCommand("", command, state, false)) : null;
}

function scoreCommand(query: string, command: CommandEntry, state: CommandState, scattered: boolean): number {
  const score = scoreOf(query, command, scattered);
  return score > 0 && !isEnabled(command, state) ? Math.max(Number.MIN_VALUE, score - DISABLED) : score;
}

function paletteItem(command: CommandEntry, keymap: Keymap, state: CommandState, score: number): PaletteItem {
  const { category } = command;
  return { ...menuItem(command, keymap, state), category, missing: missingFor(command, state), score };
}
