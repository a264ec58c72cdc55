/**
 * `@TABLE`: transitions in order, the first that fits decides, and where none fits a cell keeps its state. A line names the cell, its
 * neighbours clockwise from the north, and what becomes of the cell: `0,1,a,b,0,1`. Names are variables (`var a={1,2}`): one that
 * stands twice in a line means the same state in both places.
 *
 * (Golly's formats: RuleLoader, by Tim Hutton, Tom Rokicki and Andrew Trevorrow.)
 */

import { shorten } from "../../core/errors.ts";
import { grouped } from "../../core/integers.ts";
import type { FileLine, FileWord } from "./file-lines.ts";
import { complain, emptySpaceLit, stateOf, statesOf, wordsOf } from "./file-lines.ts";
import { StateSets } from "./state-sets.ts";

/** Each neighbourhood's cells in the order of a line: places in the square, in the order of reading. */
const CELLS_OF = {
  vonNeumann: [4, 1, 5, 7, 3],
  Moore: [4, 1, 2, 5, 8, 7, 6, 3, 0],
  hexagonal: [4, 1, 5, 8, 7, 3, 0],
  oneDimensional: [4, 3, 5],
} as const;

export type TableNeighbourhood = keyof typeof CELLS_OF;

/** Turns of the ring of neighbours by so many places, and reflections that begin at the given ones; null is all orders. */
type Symmetry = readonly [step: number, mirrors: readonly number[]] | null;

const SYMMETRIES: Readonly<Record<TableNeighbourhood, Readonly<Record<string, Symmetry>>>> = {
  vonNeumann: {
    none: [4, []],
    rotate4: [1, []],
    rotate4reflect: [1, [4, 3, 2, 1]],
    reflect_horizontal: [4, [1]],
    permute: null,
  },
  Moore: {
    none: [8, []],
    rotate4: [2, []],
    rotate8: [1, []],
    rotate4reflect: [2, [1, 7, 5, 3]],
    rotate8reflect: [1, [8, 7, 6, 5, 4, 3, 2, 1]],
    reflect_horizontal: [8, [1]],
    permute: null,
  },
  hexagonal: {
    none: [6, []],
    rotate2: [3, []],
    rotate3: [2, []],
    rotate6: [1, []],
    rotate6reflect: [1, [6, 5, 4, 3, 2, 1]],
    permute: null,
  },
  oneDimensional: { none: [2, []], reflect: [2, [2]], permute: null },
};

/** States in the order in which the file names them. */
interface NamedStates {
  readonly states: ArrayLike<number> & Iterable<number>;
  /** The number of their set. */
  readonly set: number;
}

/** Lines with their bound variables set, in their order. A million of them are a few arrays. */
export interface Transitions {
  readonly count: number;
  /** Of each the sets, by number, of the cell and its neighbours in the order of a line. */
  readonly sets: Int32Array;
  /** Of each what becomes of the cell. */
  readonly outputs: Uint8Array;
  /** Of each its line in the file. */
  readonly lines: Int32Array;
}

export interface RuleTable {
  readonly states: number;
  readonly neighbourhood: TableNeighbourhood;
  /** Places in the square of a transition's cells. */
  readonly cells: readonly number[];
  /** The orders in which a transition holds: of each cell of `cells` the set that is its. null: all orders of the neighbours. */
  readonly images: readonly (readonly number[])[] | null;
  readonly sets: StateSets;
  readonly transitions: Transitions;
}

/** Transitions with their images. */
const MOST_TRANSITIONS = 1_000_000;
/** Each keeps its states, up to 256. */
const MOST_VARIABLES = 2 ** 16;

/** Errors: `syntax` with line and column. */
export function readTable(lines: Iterable<FileLine>, at: FileLine): RuleTable {
  const reader = new TableReader();
  for (const line of lines) reader.take(line);
  return reader.end(at);
}

class TableReader {
  #states = 0;
  #neighbourhood: TableNeighbourhood | null = null;
  #symmetry: Symmetry | undefined;
  /** How many images a transition has. */
  #images = 1;
  /** Of each state the set that it is alone in. */
  #alone: readonly NamedStates[] = [];
  readonly #sets = new StateSets();
  readonly #variables = new Map<string, NamedStates>();
  readonly #transitions = new TransitionList();
  /** Whether a line has said what becomes of an empty cell among empty ones. */
  #knowsEmptySpace = false;

  take(whole: FileLine): void {
    const text = (whole.text.split("#", 1)[0] ?? "").trimEnd();
    if (text.trim() === "") return;
    const line = { text, line: whole.line };
    const head = /^\s*(n_states|neighborhood|symmetries)\s*:/i.exec(text);
    if (head) this.#head((head[1] as string).toLowerCase(), line, head[0].length);
    else if (/^\s*var\s/i.test(text)) this.#variable(line);
    else this.#transition(line);
  }

  end(at: FileLine): RuleTable {
    const neighbourhood = this.#neighbourhood;
    if (this.#states === 0 || !neighbourhood || this.#symmetry === undefined)
      return complain(
        at,
        "The table does not say what it is for.",
        "It begins with n_states:, neighborhood: and symmetries:.",
      );
    const cells = CELLS_OF[neighbourhood];
    return {
      states: this.#states,
      neighbourhood,
      cells,
      images: this.#symmetry && imagesOf(cells.length - 1, this.#symmetry),
      sets: this.#sets,
      transitions: this.#transitions.whole(cells.length),
    };
  }

  #head(key: string, line: FileLine, from: number): void {
    const word = wordsOf(line, /\s+/, from)[0];
    if (key === "n_states") {
      const states = statesOf(word, line);
      if (this.#states > 0 && states !== this.#states)
        complain(word as FileWord, `The table has said above that there are ${this.#states} states.`);
      this.#states = states;
      this.#alone = Array.from({ length: states }, (_, state) => ({
        states: Uint8Array.of(state),
        set: this.#sets.idOf([state]),
      }));
    } else if (key === "neighborhood") {
      const neighbourhood = oneOf(word, line, CELLS_OF, "neighborhood");
      if (this.#neighbourhood && neighbourhood !== this.#neighbourhood)
        complain(
          word as FileWord,
          `The table has said above that its neighborhood is ${this.#neighbourhood}.`,
        );
      this.#neighbourhood = neighbourhood;
    } else {
      if (!this.#neighbourhood) complain(line, "The neighborhood has to be named before the symmetries.");
      const known = SYMMETRIES[this.#neighbourhood];
      const symmetry = known[oneOf(word, line, known, `symmetry of ${this.#neighbourhood}`)] as Symmetry;
      this.#symmetry = symmetry;
      this.#images = symmetry ? imagesOf(CELLS_OF[this.#neighbourhood].length - 1, symmetry).length : 1;
    }
  }

  #variable(line: FileLine): void {
    const [, name, ...members] = wordsOf(line, /[={},\s]+/);
    if (!name) complain(line, "The variable has no name.", "It should look like: var a={0,1,2}");
    if (/^\d/.test(name.text)) complain(name, `"${shorten(name.text)}" is no name for a variable.`);
    if (members.length === 0)
      complain(
        name,
        `The variable ${shorten(name.text)} has no states.`,
        "It should look like: var a={0,1,2}",
      );
    const states = new Set(members.flatMap((word) => [...this.#statesOf(word).states]));
    this.#variables.set(name.text, { states: Uint8Array.from(states), set: this.#sets.idOf(states) });
    if (this.#variables.size > MOST_VARIABLES)
      complain(
        name,
        `The table has more than ${grouped(MOST_VARIABLES)} variables, which is as many as one may have.`,
        "A name that no line uses any more may be given again.",
      );
  }

  /** A state, or the states of a variable. */
  #statesOf(word: FileWord): NamedStates {
    const variable = this.#variables.get(word.text);
    if (variable) return variable;
    if (!/^\d/.test(word.text))
      complain(word, `There is no variable "${shorten(word.text)}" above this line.`);
    if (this.#states === 0)
      complain(word, "The table has to say first how many states there are (n_states:).");
    return this.#alone[stateOf(word, this.#states)] as NamedStates;
  }

  #transition(line: FileLine): void {
    if (!this.#neighbourhood || this.#states === 0 || this.#symmetry === undefined)
      complain(line, "A transition stands before n_states:, neighborhood: and symmetries:.");
    const cells = CELLS_OF[this.#neighbourhood].length;
    const bare = !line.text.includes(",") && this.#variables.size === 0 && this.#states <= 10;
    const all = bare ? digitsOf(line) : wordsOf(line, /[,\s]+/);
    const words = all.slice(0, cells + 1);
    if (words.length <= cells)
      complain(
        words.at(-1) ?? line,
        `The transition has ${words.length} of the ${cells + 1} states that ${this.#neighbourhood} has: a cell, its neighbours, and what it becomes.`,
      );
    const named = words.map((word) => this.#statesOf(word));
    const bound = this.#boundIn(words);
    const output = words[cells] as FileWord;
    this.#checkEmptySpace(named, output, bound.includes(output.text));
    if ((named[cells] as NamedStates).states.length > 1 && !bound.includes(output.text))
      complain(
        output,
        `The variable ${shorten(output.text)} may mean several states, and nothing before says which.`,
      );
    const members = bound.map((name) => (this.#variables.get(name) as NamedStates).states);
    const bindings = members.reduce((product, { length }) => product * length, 1);
    const total = (this.#transitions.count + bindings) * this.#images;
    if (total > MOST_TRANSITIONS)
      complain(
        line,
        `Up to this line the table stands for ${grouped(total)} transitions with its variables and symmetries; a rule has ${grouped(MOST_TRANSITIONS)} at most.`,
        "A tree (@TREE) may say the same in less.",
      );
    if (bound.length === 0) {
      this.#transitions.add(named, line.line);
      return;
    }
    const places = words.map(({ text }) => bound.indexOf(text));
    const index = bound.map(() => 0);
    for (let binding = 0; binding < bindings; binding++) {
      this.#transitions.add(
        named.map((each, i) => {
          const variable = places[i] as number;
          return variable < 0
            ? each
            : (this.#alone[members[variable][index[variable] as number] as number] as NamedStates);
        }),
        line.line,
      );
      // The first variable runs fastest.
      for (let k = 0; k < bound.length; k++) {
        index[k]++;
        if (index[k] < members[k].length) break;
        index[k] = 0;
      }
    }
  }

  /** The variables that stand twice, in the order of their names. */
  #boundIn(words: readonly FileWord[]): readonly string[] {
    if (this.#variables.size === 0) return [];
    return [...new Set(words.map(({ text }) => text))]
      .filter((name) => this.#variables.has(name) && words.filter(({ text }) => text === name).length > 1)
      .sort();
  }

  /** `named`: the cell, its neighbours and what becomes of it. Errors: `unsupported-rule` where empty space lights up. */
  #checkEmptySpace(named: readonly NamedStates[], output: FileWord, isBound: boolean): void {
    if (this.#knowsEmptySpace) return;
    for (let i = 0; i < named.length - 1; i++) if (!this.#sets.has(named[i].set, 0)) return;
    this.#knowsEmptySpace = true;
    const becomes = isBound ? 0 : (named.at(-1)?.states[0] ?? 0);
    if (becomes !== 0 && this.#states > 2) throw emptySpaceLit(becomes, output);
  }
}

class TransitionList {
  count = 0;
  #sets = new Int32Array(1024);
  #outputs = new Uint8Array(128);
  #lines = new Int32Array(128);

  /** `named`: the cell, its neighbours, and the one state that the cell gets. */
  add(named: readonly NamedStates[], line: number): void {
    const cells = named.length - 1;
    const at = this.count * cells;
    if (at + cells > this.#sets.length) this.#sets = withRoom(this.#sets, Int32Array);
    for (let i = 0; i < cells; i++) this.#sets[at + i] = named[i].set;
    if (this.count === this.#outputs.length) {
      this.#outputs = withRoom(this.#outputs, Uint8Array);
      this.#lines = withRoom(this.#lines, Int32Array);
    }
    this.#outputs[this.count] = named[cells].states[0] as number;
    this.#lines[this.count] = line;
    this.count++;
  }

  whole(cells: number): Transitions {
    const { count } = this;
    return {
      count,
      sets: this.#sets.subarray(0, count * cells),
      outputs: this.#outputs.subarray(0, count),
      lines: this.#lines.subarray(0, count),
    };
  }
}

/** A copy with room for half as much more. */
function withRoom<T extends Int32Array | Uint8Array>(list: T, Kind: new (length: number) => T): T {
  const copy = new Kind(list.length + (list.length >> 1));
  copy.set(list);
  return copy;
}

function oneOf<T extends object>(
  word: FileWord | undefined,
  line: FileLine,
  known: T,
  what: string,
): keyof T & string {
  if (word && Object.hasOwn(known, word.text)) return word.text as keyof T & string;
  return complain(
    word ?? line,
    `"${shorten(word?.text ?? "")}" is no ${what}.`,
    `There are ${Object.keys(known).join(", ")}.`,
  );
}

/** A digit a cell. */
function digitsOf({ text, line }: FileLine): FileWord[] {
  return [...text].flatMap((character, i) =>
    /\s/.test(character) ? [] : { text: character, line, column: i + 1 },
  );
}

/** Of the cell (0) and the ring of `around` neighbours. */
function imagesOf(around: number, [step, mirrors]: NonNullable<Symmetry>): readonly (readonly number[])[] {
  const ring = (place: (i: number) => number): number[] => [
    0,
    ...Array.from({ length: around }, (_, i) => 1 + (((place(i) % around) + around) % around)),
  ];
  const turns: number[][] = [];
  for (let turn = 0; turn < around; turn += step) turns.push(ring((i) => i + turn));
  return [...turns, ...mirrors.map((start) => ring((i) => start - 1 - i))];
}
