/**
 * A pattern of the library that is dragged over the cells: it floats under the pointer as a paste does, goes when the drag leaves,
 * and is put down by the drop. One that is made for another rule floats on, for the person to decide.
 */

import type { Pattern } from "../../../engine/core/pattern.ts";
import type { Cell } from "../../../engine/picture/camera-moves.ts";
import { foreignRule } from "../../document/made-for.ts";
import type { Editor } from "../../editor/editor.ts";
import type { EditorState } from "../../editor/editor-state.ts";

type DropEditor = Pick<Editor, "movePaste" | "cancelPaste" | "placePaste"> & {
  readonly state: Pick<EditorState, "pending" | "rule">;
};

interface DropWays {
  /** Makes an untouched, empty universe the pattern's own (document/made-for.ts). Returns what to say about it. */
  settle(pattern: Pattern): Promise<string | null>;
  /** Lets the pattern float with its middle at the cell. */
  float(pattern: Pattern, at: Cell, note: string | null): void;
}

export class CardDrop {
  readonly #editor: DropEditor;
  readonly #ways: DropWays;
  /** The cell under the pointer while a drag is over the stage. */
  #at: Cell | null = null;
  /** The drag that floats, or will as soon as it is read. */
  #shown: Promise<Pattern> | null = null;
  #floats = false;

  constructor(editor: DropEditor, ways: DropWays) {
    this.#editor = editor;
    this.#ways = ways;
  }

  /** The drag is over a cell. Null for a pattern that only the drop will show. */
  over(pattern: Promise<Pattern> | null, at: Cell): void {
    this.#at = at;
    if (this.#floats) this.#editor.movePaste(at);
    if (!pattern || pattern === this.#shown) return;
    this.#shown = pattern;
    pattern.then(
      (cells) => {
        if (this.#shown === pattern && this.#at) this.#begin(cells, this.#at);
      },
      // The drop reports it.
      () => {},
    );
  }

  leave(): void {
    if (this.#floats && this.#editor.state.pending) this.#editor.cancelPaste();
    this.#end();
  }

  /** Puts the pattern down at a cell. Errors: those of reading and of pasting it; it floats on if that fails. */
  async drop(pattern: Promise<Pattern>, at: Cell): Promise<void> {
    const floats = this.#floats;
    this.#end();
    const cells = await pattern;
    const note = await this.#ways.settle(cells);
    if (note === null && floats && this.#editor.state.pending) this.#editor.movePaste(at);
    else this.#ways.float(cells, at, note);
    if (isAtHome(this.#editor.state)) await this.#editor.placePaste();
  }

  #begin(pattern: Pattern, at: Cell): void {
    try {
      this.#ways.float(pattern, at, null);
      this.#floats = true;
    } catch {
      // An empty pattern, or too large a one: the drop says so.
    }
  }

  #end(): void {
    this.#at = null;
    this.#shown = null;
    this.#floats = false;
  }
}

/** Whether the floating pattern names no other rule than the universe's. */
function isAtHome({ pending, rule }: DropEditor["state"]): boolean {
  return foreignRule(pending?.source, rule) === null;
}
