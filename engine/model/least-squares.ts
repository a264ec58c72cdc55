/**
 * Linear least squares with weights, for a handful of coefficients of which some must not be negative.
 *
 * The sum of w (y - X c)^2 is made least by Gram and Schmidt's orthogonal columns, taken twice so that nothing is lost to rounding.
 * The squares of X are never formed. For coefficients with a bound every choice of which are zero is tried: they are few, and
 * the best of those that keep the bounds is the answer (Lawson and Hanson, Solving Least Squares Problems, find the same faster).
 */

export interface LinearFit {
  /** One a column. */
  readonly coefficients: readonly number[];
  /** Standard errors; null where too few points are left to tell, and for what lies on its bound. */
  readonly errors: readonly (number | null)[];
  /** The sum of w (y - X c)^2. */
  readonly misfit: number;
}

/** Of a column that is this much a mix of others, nothing is left but rounding. */
const DEPENDENT = 1e-11;

/**
 * `columns`: X, a list of values for each coefficient. `bounded`: which coefficients are at least 0. `spent`: what else was
 * fitted to these points, for the errors. null where the points do not tell the coefficients apart.
 */
export function fitLinear(
  columns: readonly (readonly number[])[],
  y: readonly number[],
  weights: readonly number[],
  bounded: readonly boolean[],
  spent = 0,
): LinearFit | null {
  let best: LinearFit | null = null;
  for (let zeros = 0; zeros < 2 ** columns.length; zeros++) {
    const isZero = (i: number): boolean => (zeros >> i) % 2 === 1;
    if (columns.some((_, i) => isZero(i) && !bounded[i])) continue;
    const taken = columns.map((_, i) => i).filter((i) => !isZero(i));
    const found = solve(
      taken.map((i) => columns[i]),
      y,
      weights,
      columns.length + spent,
    );
    // Without bounds in play the points have to tell all coefficients apart.
    if (zeros === 0 && !found) return null;
    if (!found || taken.some((i, place) => bounded[i] && found.coefficients[place] < 0)) continue;
    if (best && best.misfit <= found.misfit) continue;
    const spread = <T>(values: readonly T[], otherwise: T): T[] =>
      columns.map((_, i) => (isZero(i) ? otherwise : values[taken.indexOf(i)]));
    best = {
      coefficients: spread(found.coefficients, 0),
      errors: spread(found.errors, null),
      misfit: found.misfit,
    };
    // What keeps the bounds by itself is the best of all.
    if (zeros === 0) break;
  }
  return best;
}

function solve(
  columns: readonly (readonly number[])[],
  y: readonly number[],
  weights: readonly number[],
  spent: number,
): LinearFit | null {
  const roots = weights.map(Math.sqrt);
  const scaled = (values: readonly number[]): number[] => values.map((value, i) => value * roots[i]);
  const basis: number[][] = [];
  // Column j is the sum of upper[i][j] times basis i.
  const upper: number[][] = columns.map(() => columns.map(() => 0));
  for (let j = 0; j < columns.length; j++) {
    const column = scaled(columns[j]);
    const before = norm(column);
    for (let turn = 0; turn < 2; turn++) {
      basis.forEach((direction, i) => {
        const share = dot(direction, column);
        upper[i][j] += share;
        takeOff(column, direction, share);
      });
    }
    const length = norm(column);
    if (!(length > DEPENDENT * before)) return null;
    upper[j][j] = length;
    basis.push(column.map((value) => value / length));
  }
  const rest = scaled(y);
  const shares = basis.map(() => 0);
  for (let turn = 0; turn < 2; turn++) {
    basis.forEach((direction, i) => {
      const share = dot(direction, rest);
      shares[i] += share;
      takeOff(rest, direction, share);
    });
  }
  const misfit = dot(rest, rest);
  const free = y.length - spent;
  const inverse = inverseOf(upper);
  return {
    misfit,
    coefficients: inverse.map((row) => dot(row, shares)),
    errors: inverse.map((row) => (free > 0 ? norm(row) * Math.sqrt(misfit / free) : null)),
  };
}

/** Of a matrix that is 0 below its diagonal. */
function inverseOf(upper: readonly (readonly number[])[]): number[][] {
  const size = upper.length;
  const inverse = upper.map(() => new Array<number>(size).fill(0));
  for (let j = 0; j < size; j++) {
    inverse[j][j] = 1 / upper[j][j];
    for (let i = j - 1; i >= 0; i--) {
      let sum = 0;
      for (let m = i + 1; m <= j; m++) sum += upper[i][m] * inverse[m][j];
      inverse[i][j] = -sum / upper[i][i];
    }
  }
  return inverse;
}

function takeOff(from: number[], direction: readonly number[], share: number): void {
  for (let i = 0; i < from.length; i++) from[i] -= share * direction[i];
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, i) => sum + value * b[i], 0);
}

function norm(values: readonly number[]): number {
  return Math.sqrt(dot(values, values));
}
