/** The lines of a text around a fault. Pure. */

/** "Line 7, column 1. ", or nothing for a fault without a place. */
export function placeText({
  line,
  column = 1,
}: {
  readonly line?: number;
  readonly column?: number;
}): string {
  return line === undefined ? "" : `Line ${line}, column ${column}. `;
}

export interface FaultLine {
  /** From 1. */
  readonly number: number;
  readonly before: string;
  /** The word that is marked; "" in all lines but one. */
  readonly fault: string;
  readonly after: string;
}

/** Lines shown before and after. */
const AROUND = 60;
/** Characters shown of a line: tables of thousands of states may have no ends of lines. */
const WIDEST = 300;

/** `line` and `column` count from 1. Past a line's end a blank is marked. */
export function linesAround(text: string, line: number, column: number): readonly FaultLine[] {
  const all = text.split(/\r\n|\r|\n/);
  const first = Math.max(0, line - 1 - AROUND);
  return all.slice(first, line + AROUND).map((content, index) => {
    const number = first + index + 1;
    if (number !== line) return { number, before: cut(content), fault: "", after: "" };
    const from = Math.max(0, column - 1);
    const start = Math.max(0, from - WIDEST / 2);
    const word = /^[^\s,={}]+/.exec(content.slice(from))?.[0] ?? content.slice(from, from + 1);
    const before = `${start > 0 ? "…" : ""}${content.slice(start, from)}`;
    return { number, before, fault: cut(word) || " ", after: cut(content.slice(from + word.length)) };
  });
}

function cut(text: string): string {
  return text.length > WIDEST ? `${text.slice(0, WIDEST)}…` : text;
}
