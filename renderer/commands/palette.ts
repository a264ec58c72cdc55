/**
 * Finds a command by a few letters. Each typed word must occur in the command's name or category, and the place decides how well
 * it fits. In falling order: the whole name, its beginning, the beginning of one of its words, inside a word, and letters of the
 * name in that order with gaps between ("rtc" for "rotate clockwise"). The order of words does not matter, so "left flip" finds
 * the same as "flip left".
 */

import type { CommandState } from "./command.ts";
import type { Keymap } from "./keymap.ts";
import type { MenuItem } from "./views.ts";
import { menuItem } from "./views.ts";

export interface PaletteItem extends MenuItem {
  readonly category: string;
  readonly score: number;
}

const WHOLE = 100;
const BEGINNING = 80;
const WORD = 60;
const INSIDE = 30;
const SCATTERED = 10;
const CATEGORY = 20;

/** How well a query fits a text, 0 for not at all. Case and accents do not matter. */
export function scoreOf(query: string, name: string, category = ""): number {
  const words = plain(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return 1;
  const text = plain(name);
  if (text === words.join(" ")) return WHOLE;
  let sum = 0;
  for (const word of words) {
    const score = scoreWord(word, text, plain(category));
    if (score === 0) return 0;
    sum += score;
  }
  // Of two names that fit alike the shorter one wins.
  return sum / words.length - text.length / 1000;
}

function scoreWord(word: string, text: string, category: string): number {
  if (text.startsWith(word)) return BEGINNING;
  if (text.split(/[^\p{L}\p{N}]+/u).some((part) => part.startsWith(word))) return WORD;
  if (text.includes(word)) return INSIDE;
  if (category.startsWith(word)) return CATEGORY;
  return isScattered(word, text) ? SCATTERED : 0;
}

function isScattered(word: string, text: string): boolean {
  if (word.length < 2) return false;
  let at = 0;
  for (const letter of word) {
    at = text.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim();
}

/** The commands that fit, best first; those that make no sense now come last. All of them for an empty query. */
export function searchCommands(query: string, keymap: Keymap, state: CommandState): readonly PaletteItem[] {
  return keymap.commands
    .filter((command) => !command.keyOnly)
    .map((command) => ({
      ...menuItem(command, keymap, state),
      category: command.category,
      score: scoreOf(query, command.name, command.category),
    }))
    .filter((item) => item.score > 0)
    .sort((a, b) => Number(b.enabled) - Number(a.enabled) || b.score - a.score);
}
