/**
 * Boolean functions of few words as short networks of three-input functions, which is what a GPU computes in one operation (LOP3).
 *
 * One such function is found by looking: a partial function can be written on three signals when no combination of them has to
 * give both answers. Two are found by solving: if f = L(p, q, t) and t is to be made of three given signals, then (p, q)
 * divides all cases into four cells, and in each cell t has only to tell the cases with answer yes from those with no, in
 * whichever polarity. So each combination of t's inputs either has no say in a cell or must follow the cell's polarity, and with
 * four cells, one of them free, eight polarities can be tried. Three are found by trying every function of three variables as
 * one more signal and then solving for two. (Functional decomposition after Ashenhurst and Roth, with don't-cares.)
 *
 * Truth tables are words: bit i is the value in case i, and bit v of i is variable v, of at most five.
 */

/** `on` is the wanted value where `care` has a bit. */
export interface PartialFunction {
  readonly variables: readonly string[];
  readonly on: number;
  readonly care: number;
}

export interface Expression {
  /** WGSL `let` lines that it needs, in order. */
  readonly lines: readonly string[];
  readonly value: string;
  /** Three-input functions. */
  readonly cost: number;
}

interface Signal {
  readonly text: string;
  readonly table: number;
}

type Triple = readonly [Signal, Signal, Signal];

/** The network of fewest functions, at most three of them, or null. */
export function shortNetwork(wanted: PartialFunction): Expression | null {
  const { variables, care } = wanted;
  const on = wanted.on & care;
  const off = ~wanted.on & care;
  if (on === 0) return { lines: [], value: "Cells()", cost: 0 };
  if (off === 0) return { lines: [], value: "~Cells()", cost: 0 };
  const inputs = variables.map((text, v) => ({ text, table: variableTable(v) }));
  const alone = oneFunction(inputs, on, off);
  if (alone) return { lines: [], value: alone, cost: 1 };
  const two = twoFunctions(inputs, null, on, off);
  if (two) return { lines: [`let part = ${two.part};`], value: two.value, cost: 2 };
  const tried = new Set<number>();
  for (const triple of triples(inputs)) {
    // A function and its opposite serve alike: those that are 0 where all three inputs are 0.
    for (let truth = 2; truth < 256; truth += 2) {
      const table = tableOf(triple, truth);
      const seen = table & care;
      if (tried.has(seen)) continue;
      tried.add(seen);
      const found = twoFunctions(inputs, { text: "first", table }, on, off);
      if (!found) continue;
      const lines = [`let first = ${formula(triple, truth)};`, `let part = ${found.part};`];
      return { lines, value: found.value, cost: 3 };
    }
  }
  return null;
}

function variableTable(variable: number): number {
  let table = 0;
  for (let i = 0; i < 32; i++) table |= ((i >> variable) & 1) << i;
  return table;
}

/** The cases in which three signals have the values of the bits of each of 0 .. 7. */
function classes([a, b, c]: Triple): number[] {
  return Array.from({ length: 8 }, (_, m) => {
    const pick = (table: number, bit: number): number => (bit ? table : ~table);
    return pick(a.table, m & 1) & pick(b.table, (m >> 1) & 1) & pick(c.table, (m >> 2) & 1);
  });
}

function tableOf(triple: Triple, truth: number): number {
  return classes(triple).reduce((table, cases, m) => ((truth >> m) & 1 ? table | cases : table), 0);
}

function oneFunction(signals: readonly Signal[], on: number, off: number): string | null {
  for (const triple of triples(signals)) {
    const cases = classes(triple);
    let ones = 0;
    let zeros = 0;
    for (let m = 0; m < 8; m++) {
      if (cases[m] & on) ones |= 1 << m;
      if (cases[m] & off) zeros |= 1 << m;
    }
    if ((ones & zeros) === 0) return formula(triple, ones, zeros);
  }
  return null;
}

/** f = L(p, q, part) with `part` a function of three signals. With an `extra` signal, only what uses it is tried. */
function twoFunctions(
  inputs: readonly Signal[],
  extra: Signal | null,
  on: number,
  off: number,
): { readonly part: string; readonly value: string } | null {
  const signals = extra ? [...inputs, extra] : inputs;
  for (const triple of triples(signals)) {
    const cases = classes(triple);
    for (const [p, q] of pairs(signals)) {
      if (extra && p !== extra && q !== extra && !triple.includes(extra)) continue;
      const truth = solvePart(cases, p.table, q.table, on, off);
      if (truth === null) continue;
      const part = { text: "part", table: tableOf(triple, truth) };
      const value = oneFunction([p, q, part], on, off);
      if (value) return { part: formula(triple, truth), value };
    }
  }
  return null;
}

function solvePart(cases: readonly number[], p: number, q: number, on: number, off: number): number | null {
  const yes: number[] = [];
  const no: number[] = [];
  for (const cell of [p & q, p & ~q, ~p & q, ~p & ~q]) {
    let ones = 0;
    let zeros = 0;
    for (let m = 0; m < 8; m++) {
      if (cases[m] & cell & on) ones |= 1 << m;
      if (cases[m] & cell & off) zeros |= 1 << m;
    }
    if (ones & zeros) return null;
    // A cell with one answer sets no condition.
    if (ones && zeros) {
      yes.push(ones);
      no.push(zeros);
    }
  }
  for (let polarity = 0; polarity < 2 ** Math.max(0, yes.length - 1); polarity++) {
    let ones = 0;
    let zeros = 0;
    for (let cell = 0; cell < yes.length; cell++) {
      const turned = (polarity >> cell) & 1;
      ones |= turned ? no[cell] : yes[cell];
      zeros |= turned ? yes[cell] : no[cell];
    }
    if ((ones & zeros) === 0) return ones;
  }
  return null;
}

function* triples(signals: readonly Signal[]): Generator<Triple> {
  for (let i = 0; i < signals.length; i++) {
    for (let j = i + 1; j < signals.length; j++) {
      for (let k = j + 1; k < signals.length; k++) yield [signals[i], signals[j], signals[k]];
    }
  }
}

function* pairs(signals: readonly Signal[]): Generator<readonly [Signal, Signal]> {
  for (let i = 0; i < signals.length; i++) {
    for (let j = i + 1; j < signals.length; j++) yield [signals[i], signals[j]];
  }
}

/**
 * The shortest text of a function of three signals that is 1 where `ones` has a bit and 0 where `zeros` has one; bit m stands for
 * the case in which signal v has bit v of m.
 */
function formula(triple: Triple, ones: number, zeros = ~ones & 0xff): string {
  let text = shortestFormulas()[ones];
  shortestFormulas().forEach((other, truth) => {
    const serves = (truth & ones) === ones && (truth & zeros) === 0;
    if (serves && other.length < text.length) text = other;
  });
  return text.replace(/[abc]/g, (letter) => triple["abc".indexOf(letter)].text);
}

let formulas: readonly string[] | undefined;

/** For each of the 256 functions of a, b and c: found by joining shorter ones until none is missing. */
function shortestFormulas(): readonly string[] {
  if (formulas) return formulas;
  const best: string[] = new Array(256);
  // By number of operators: the functions that need exactly that many.
  const bySize: number[][] = [[]];
  const add = (truth: number, text: string, size: number): void => {
    if (best[truth] !== undefined) return;
    best[truth] = text;
    bySize[size].push(truth);
  };
  add(0xaa, "a", 0);
  add(0xcc, "b", 0);
  add(0xf0, "c", 0);
  add(0, "Cells()", 0);
  add(0xff, "~Cells()", 0);
  for (let size = 1; bySize.reduce((sum, made) => sum + made.length, 0) < 256; size++) {
    bySize.push([]);
    for (const inner of bySize[size - 1]) add(~inner & 0xff, `~${wrapped(best[inner])}`, size);
    for (let left = 0; left < size; left++) {
      for (const x of bySize[left]) {
        for (const y of bySize[size - 1 - left]) {
          add(x & y, `${wrapped(best[x])} & ${wrapped(best[y])}`, size);
          add(x | y, `${wrapped(best[x])} | ${wrapped(best[y])}`, size);
          add(x ^ y, `${wrapped(best[x])} ^ ${wrapped(best[y])}`, size);
        }
      }
    }
  }
  formulas = best;
  return best;
}

function wrapped(text: string): string {
  return text.includes(" ") ? `(${text})` : text;
}
