/**
 * Sorts millions of runs into reading order without a comparator.
 *
 * A comparator makes a sort slow, as it is called n log n times. So a run becomes one whole number, its place and then
 * its length: ((y * width) + x) * lengths + length, counted from the corner of all runs. As long as these stay below
 * 2^53 a double holds each exactly, and doubles from 0 on are in the same order as their bits read as integers (by the
 * design of IEEE 754). The engine sorts 64-bit integers natively, and the result is unpacked again.
 */

/**
 * Calls `visit` with each run in reading order: y, then x, then length. `spans` are n pairs (x, length), all of one
 * state. Returns false, without a visit, if the runs spread too far for packing.
 */
export function visitPacked(
  spans: Float64Array,
  ys: Float64Array,
  n: number,
  visit: (x: number, y: number, length: number) => void,
): boolean {
  let [left, right, top, bottom, longest] = [Infinity, -Infinity, Infinity, -Infinity, 0];
  for (let i = 0; i < n; i++) {
    const x = spans[i * 2];
    const length = spans[i * 2 + 1];
    const y = ys[i];
    if (x < left) left = x;
    if (x > right) right = x;
    if (y < top) top = y;
    if (y > bottom) bottom = y;
    if (length > longest) longest = length;
  }
  const width = right - left + 1;
  const lengths = longest + 1;
  const row = width * lengths;
  if (!((bottom - top + 1) * row <= 2 ** 53)) return false;
  const keys = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    keys[i] = (ys[i] - top) * row + (spans[i * 2] - left) * lengths + spans[i * 2 + 1];
  }
  new BigUint64Array(keys.buffer).sort();
  for (let i = 0; i < n; i++) {
    const key = keys[i];
    const y = Math.floor(key / row);
    const rest = key - y * row;
    const x = Math.floor(rest / lengths);
    visit(x + left, y + top, rest - x * lengths);
  }
  return true;
}
