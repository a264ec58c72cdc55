/**
 * The F test: may a better fit be an accident? More coefficients make a misfit smaller in any case. If they say nothing, the misfit falls
 * to a share q of itself or less with the probability I_q(m/2, c/2), c being the further coefficients, m the points beyond all of them and I
 * the incomplete beta function. (Of F = (1/q - 1) m/c that is the tail that tables have.)
 */

/** `further`: 1, 2 or 3. `free`: at least 1. */
export function chanceOfShare(share: number, further: 1 | 2 | 3, free: number): number {
  if (!(share < 1)) return 1;
  const q = Math.max(0, share);
  const b = further / 2;
  // From a = 1/2 or 1, where I and B are known, upwards: I(a + 1) = I(a) - q^a (1 - q)^b / (a B(a)), B(a + 1) = B(a) a / (a + b).
  const isOdd = free % 2 === 1;
  let beta = isOdd ? { 1: Math.PI, 2: 2, 3: Math.PI / 2 }[further] : 1 / b;
  let chance = isOdd ? ofHalf(q, further) : 1 - (1 - q) ** b;
  for (let a = isOdd ? 0.5 : 1; a < free / 2; a++) {
    chance -= (q ** a * (1 - q) ** b) / (a * beta);
    beta *= a / (a + b);
  }
  return Math.max(0, chance);
}

/** I_q(1/2, further/2). */
function ofHalf(q: number, further: 1 | 2 | 3): number {
  if (further === 2) return Math.sqrt(q);
  return (2 / Math.PI) * (Math.asin(Math.sqrt(q)) + (further === 3 ? Math.sqrt(q * (1 - q)) : 0));
}
