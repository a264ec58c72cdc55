/** RLE bodies in tests: as small as it can be, and apart from engine/formats so that neither can hide the other's faults. */

import type { Runs } from "../../engine/core/runs.ts";
import { forEachRun, RunsBuilder, runsBounds } from "../../engine/core/runs.ts";

/** The cells of an RLE body (`bo$2bo$3o!`, `.A2B!`) with its top left corner at (x, y). */
export function cellsFromRle(body: string, x = 0n, y = 0n): Runs {
  const out = new RunsBuilder();
  let i = 0;
  let j = 0;
  for (const [, count, token] of body.matchAll(/(\d*)([bo.$!]|[p-y]?[A-X])/g)) {
    const n = count === "" ? 1 : Number(count);
    if (token === "!") break;
    if (token === "$") {
      j += n;
      i = 0;
    } else {
      if (token !== "b" && token !== ".") out.add(i, j, n, token === "o" ? 1 : stateOf(token));
      i += n;
    }
  }
  return out.build(x, y);
}

/** A to X are 1 to 24; p to y before them add 24 each. */
function stateOf(token: string): number {
  const more = token.length > 1 ? 24 * (token.charCodeAt(0) - 0x6f) : 0;
  return more + token.charCodeAt(token.length - 1) - 0x40;
}

function tokenOf(state: number): string {
  const prefix = Math.floor((state - 1) / 24);
  return (
    (prefix > 0 ? String.fromCharCode(0x6f + prefix) : "") + String.fromCharCode(0x41 + ((state - 1) % 24))
  );
}

/** The body for cells, one row a line, cut to `origin`; readable by bgolly. */
export function rleFromCells(cells: Runs, origin: { readonly x: bigint; readonly y: bigint }): string {
  const dx = Number(cells.x - origin.x);
  const dy = Number(cells.y - origin.y);
  let text = "";
  let i = 0;
  let j = 0;
  forEachRun(cells, (x, y, length, state) => {
    if (y + dy !== j) {
      text += `${y + dy - j}$\n`;
      j = y + dy;
      i = 0;
    }
    if (x + dx > i) text += `${x + dx - i}b`;
    text += `${length}${state === 1 ? "o" : tokenOf(state)}`;
    i = x + dx + length;
  });
  return `${text}!\n`;
}

/** A complete RLE file that bgolly puts where the cells are. */
export function rleFile(cells: Runs, rule: string): string {
  const box = runsBounds(cells) ?? { x: 0n, y: 0n, w: 0n, h: 0n };
  return `#CXRLE Pos=${box.x},${box.y}\nx = ${box.w}, y = ${box.h}, rule = ${rule}\n${rleFromCells(cells, box)}`;
}
