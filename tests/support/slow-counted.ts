/**
 * Rules that count over shapes, as slowly as can be read: a generation of a list of cells, by the tables of shapes that Golly's and
 * LifeViewer's help pages show, each as rows of a drawing or as a condition on a place. It shares nothing with the engine.
 */

/** What a spelled rule means. */
export interface SlowRule {
  readonly range: number;
  readonly states: number;
  readonly shape: string;
  readonly birth: ReadonlySet<number>;
  readonly survival: ReadonlySet<number>;
}

export interface SlowGrid {
  readonly width: number;
  readonly height: number;
  readonly joined: boolean;
}

/** The weight of the cell at (x, y) for one whose column and row add up to an even or odd number. */
function weightAt({ range: r, shape }: SlowRule, x: number, y: number, odd: boolean): number {
  const [ax, ay] = [Math.abs(x), Math.abs(y)];
  const isCentre = ax + ay === 0;
  const letter = shape[0] as string;
  if (letter === "F") {
    const [corner, edge] = ["C", "E"].map((side) =>
      Number(new RegExp(`${side}(\\d+)`).exec(shape)?.[1] ?? r),
    );
    const places = [
      [corner, corner],
      [edge, 0],
      [0, edge],
    ];
    return places.some(([across, down]) => ax === across && ay === down) ? 1 : 0;
  }
  if (letter !== "L" && (ax > r || ay > r)) return 0;
  if (letter === "G") return (r + 1 - ax) * (r + 1 - ay);
  if (letter === "W") {
    const digits = shape.slice(1).split(/[HL,]/)[0] as string;
    const size = digits.length / (2 * r + 1) ** 2;
    const v = odd && /^W[\dA-F]*L/.test(shape) ? -y : y;
    const at = ((v + r) * (2 * r + 1) + x + r) * size;
    const number = Number.parseInt(digits.slice(at, at + size), 16);
    const sign = size === 1 ? 8 : 128;
    return number & sign ? -(number & (sign - 1)) : number;
  }
  if (isCentre) return 0;
  const isIn = ((): boolean => {
    switch (letter) {
      case "M":
        return true;
      case "N":
        return ax + ay <= r;
      case "C":
        return Math.sqrt(x * x + y * y) <= Math.sqrt(r * (r + 1));
      case "2":
        return Math.hypot(x, y) <= r;
      case "+":
        return ax * ay === 0;
      case "X":
        return ax === ay;
      case "*":
        return ax * ay === 0 || ax === ay;
      case "B":
        return (ax + ay) % 2 === 1;
      case "D":
        return (ax + ay) % 2 === 0;
      case "#":
        return ax === 1 || ay === 1;
      case "H":
        return x - y <= r && y - x <= r;
      case "A":
        return ax * ay === 0 || x === y;
      case "3":
        return (ax === 0 && y < 0) || (ay === 0 && x < 0) || (x === y && x > 0);
      case "L": {
        const v = odd ? -y : y;
        return Math.abs(v) <= r && ax <= (v < 0 ? 2 * r + 1 + v : 2 * r - v);
      }
      default: {
        const bits = [...shape.slice(1)].flatMap((digit) =>
          /[HL]/.test(digit) ? [] : [...Number.parseInt(digit, 16).toString(2).padStart(4, "0")],
        );
        const v = odd && shape.endsWith("L") ? -y : y;
        const place = (v + r) * (2 * r + 1) + x + r;
        return bits[place > bits.length >> 1 ? place - 1 : place] === "1";
      }
    }
  })();
  return isIn ? 1 : 0;
}

/** The next generation of the rows of a grid whose first cell is even; beyond the edge of one that is not joined all is 0. */
export function slowStep(
  rule: SlowRule,
  { width, height, joined }: SlowGrid,
  cells: readonly number[],
): number[] {
  const far = Math.max(2 * rule.range, ...(rule.shape.match(/(?<=^F.*)\d+/g) ?? []).map(Number));
  const ofStates = rule.shape[0] === "W" ? rule.shape.split(",")[1] : undefined;
  const counts = (state: number): number =>
    ofStates ? Number.parseInt(ofStates[state] as string, 16) : state === 1 ? 1 : 0;
  const weights = [false, true].map((odd) => {
    const found: { readonly x: number; readonly y: number; readonly weight: number }[] = [];
    for (let y = -far; y <= far; y++) {
      for (let x = -far; x <= far; x++) {
        const weight = weightAt(rule, x, y, odd);
        if (weight !== 0) found.push({ x, y, weight });
      }
    }
    return found;
  });
  return cells.map((state, index) => {
    const [i, j] = [index % width, Math.floor(index / width)];
    let sum = 0;
    for (const { x, y, weight } of weights[(i + j) % 2] ?? []) {
      const [column, row] = [i + x, j + y];
      const outside = column < 0 || column >= width || row < 0 || row >= height;
      if (outside && !joined) continue;
      const wrapped = (((row % height) + height) % height) * width + (((column % width) + width) % width);
      sum += weight * counts(cells[wrapped] as number);
    }
    if (state === 0) return rule.birth.has(sum) ? 1 : 0;
    if (state === 1 && rule.survival.has(sum)) return 1;
    return state + 1 < rule.states ? state + 1 : 0;
  });
}
