/**
 * An identity in the field's words. Pure, so that the command line and the studio say the same.
 *
 * A speed is a displacement over a period, in lowest terms: `c/4 diagonal`, `2c/5 orthogonal`, `(2,1)c/6`, the latter
 * for any other direction. Hexagons have three axes along rows of cells, where a speed is `c/3`, and three between
 * them, each of which is two steps along neighbouring axes: `(1,1)c/6`; in general (a, b) counts steps along the two
 * axes next to the direction. On triangles it is the same with steps of a side's length, two columns along a row; nothing
 * goes faster than one a generation where twelve cells count.
 */

import { grouped } from "../core/integers.ts";
import { hasSixths } from "../grids/lattice-group.ts";
import type { RuleLattice } from "../rules/rule.ts";
import type { Displacement, Emission, Identity, IdentityKind } from "./identity.ts";

const NAMES: Readonly<Record<IdentityKind, string>> = {
  empty: "Nothing",
  dies: "Dies out",
  "still-life": "Still life",
  oscillator: "Oscillator",
  spaceship: "Spaceship",
  gun: "Gun",
  puffer: "Puffer",
  rake: "Rake",
  growing: "Regular growth",
  unknown: "No period found",
};

/** null for a pattern that does not move. */
export function speedText(
  displacement: Displacement | null,
  period: number | null,
  lattice: RuleLattice,
): string | null {
  if (!displacement || !period || (displacement.x === 0 && displacement.y === 0)) return null;
  const [a, b] = hasSixths(lattice)
    ? hexSteps(lattice === "hex" ? displacement : sidesOf(displacement))
    : squareSteps(Math.abs(displacement.x), Math.abs(displacement.y));
  const common = gcd(gcd(a, b), period);
  const [p, q, n] = [a / common, b / common, period / common];
  const over = n === 1 ? "c" : `c/${n}`;
  const along = `${p === 1 ? "" : p}${over}`;
  if (hasSixths(lattice)) return q === 0 ? along : `(${p},${q})${over}`;
  if (q === 0) return `${along} orthogonal`;
  if (p === q) return `${along} diagonal`;
  return `(${p},${q})${over}${leaper(p, q)}`;
}

/** The larger part first. */
function squareSteps(x: number, y: number): readonly [number, number] {
  return x >= y ? [x, y] : [y, x];
}

/** Steps along the two of the six directions (1,0) (1,1) (0,1) and their opposites that the displacement lies between. */
function hexSteps({ x, y }: Displacement): readonly [number, number] {
  const [u, v] = [Math.abs(x), Math.abs(y)];
  if (x * y <= 0) return squareSteps(u, v);
  return squareSteps(Math.min(u, v), Math.abs(u - v));
}

/** A way of triangles in sides of theirs, as hexagons count: (2, 0) is one, and so is (1, 1). */
function sidesOf({ x, y }: Displacement): Displacement {
  return { x: (x + y) / 2, y };
}

/** Two kinds of oblique spaceships have the names of fairy chess pieces. */
function leaper(p: number, q: number): string {
  const common = gcd(p, q);
  const slope = `${p / common},${q / common}`;
  return slope === "2,1" ? " knightship" : slope === "3,1" ? " camelship" : " oblique";
}

function gcd(a: number, b: number): number {
  return b === 0 ? a : gcd(b, a % b);
}

/** One line that names the pattern's kind. */
export function headline(identity: Identity, lattice: RuleLattice): string {
  const { kind, period, displacement, settles, searched, generation, ended, growth } = identity;
  const speed = speedText(displacement, period, lattice);
  const p = period === null ? "" : grouped(period);
  const becomes = settles > 0 && !growth && kind !== "dies";
  const said = ((): string => {
    switch (kind) {
      case "empty":
        return "No cell lives.";
      case "dies":
        return `Dies out after ${generations(settles)}.`;
      case "still-life":
        return "Still life.";
      case "oscillator":
        return `Oscillator of period ${p}.`;
      case "spaceship":
        return `Spaceship of period ${p}, ${speed}.`;
      case "gun":
        return `Gun of period ${p}.`;
      case "puffer":
      case "rake":
        return `${NAMES[kind]} of period ${p}, ${speed}.`;
      case "growing":
        return `Grows regularly, with period ${p}.`;
      case "unknown":
        return ended === "too-many-cells"
          ? `No period up to generation ${grouped(generation + BigInt(searched))}, when it had too many cells to go on.`
          : `No period up to generation ${grouped(generation + BigInt(searched))}.`;
    }
  })();
  return becomes ? `After ${generations(settles)}: ${said}` : said;
}

function generations(n: number): string {
  return `${grouped(n)} ${n === 1 ? "generation" : "generations"}`;
}

/** The whole result, label by label. */
export function identityRows(
  identity: Identity,
  lattice: RuleLattice,
): readonly (readonly [label: string, value: string])[] {
  const { period, mod, displacement, symmetry, population, box, largestBox, heat, growth, code, states } =
    identity;
  const moves = displacement !== null && (displacement.x !== 0 || displacement.y !== 0);
  const rows: (readonly [string, string | null])[] = [
    ["Kind", NAMES[identity.kind]],
    ["Period", period === null ? null : grouped(period)],
    ["Mod", mod === null || mod === period ? null : `${grouped(mod)}, turned or mirrored`],
    ["Displacement", moves ? `${displacement.x}, ${displacement.y}` : null],
    ["Speed", speedText(displacement, period, lattice)],
    ["Growth", growth && `${cells(growth.cells)} a period`],
    ...(growth?.emits ?? []).map((emission) => ["Leaves", emissionText(emission, lattice)] as const),
    ["Leaves", growth && !growth.complete ? "more, which was not looked at" : null],
    ["Trend", trendText(identity)],
    ["Settles", settlesText(identity)],
    ["Symmetry", symmetry],
    [
      "Population",
      population.least === population.most
        ? grouped(population.least)
        : `${grouped(population.least)} to ${grouped(population.most)}`,
    ],
    ["States", states && statesText(states)],
    ["Box", box && boxText(box, largestBox)],
    ["Heat", heat === null ? null : decimal(heat)],
    ["Volatility", volatilityText(identity)],
    ["Code", code],
  ];
  return rows.filter((row): row is readonly [string, string] => row[1] !== null);
}

/** States told by name; more are counted. */
const TOLD_STATES = 12;

function statesText(states: NonNullable<Identity["states"]>): string {
  const told = states.slice(0, TOLD_STATES).map(({ name, cells }) => `${name}: ${grouped(cells)}`);
  const more = states.length - told.length;
  return [...told, ...(more > 0 ? [`${more} more states`] : [])].join(", ");
}

function settlesText({ kind, settles }: Identity): string | null {
  if (settles === 0 || kind === "dies") return null;
  return `after ${generations(settles)}`;
}

function boxText(
  box: { readonly w: number; readonly h: number },
  largest: { readonly w: number; readonly h: number } | null,
): string {
  const text = `${grouped(box.w)} × ${grouped(box.h)}`;
  if (!largest || (largest.w === box.w && largest.h === box.h)) return text;
  return `${text}, at most ${grouped(largest.w)} × ${grouped(largest.h)}`;
}

function volatilityText({ volatility }: Identity): string | null {
  if (!volatility) return null;
  const { rotor, stator, full } = volatility;
  const all = rotor + stator;
  const strict = full === null || full === rotor ? "" : `, ${decimal(full / all)} strict`;
  return `${decimal(rotor / all)}${strict}`;
}

function trendText({ trend, population }: Identity): string | null {
  if (!trend) return null;
  const { repeats, gains, exponent } = trend;
  if (repeats) {
    const since = `from generation ${grouped(repeats.since)} on`;
    const what =
      repeats.period === 1
        ? `the population stays the same ${since}`
        : `the population repeats every ${generations(repeats.period)} ${since}`;
    return `${what}; parts move apart`;
  }
  if (gains) {
    const time = gains.period === 1 ? "generation" : generations(gains.period);
    return `gains ${cells(gains.cells)} every ${time}`;
  }
  if (exponent === null)
    return `the population stays between ${grouped(population.least)} and ${grouped(population.most)}`;
  return `the population grows about as t^${exponent.toFixed(1)}`;
}

function emissionText(
  { count: number, population, period, displacement }: Emission,
  lattice: RuleLattice,
): string {
  const times = number === 1 ? "" : `${grouped(number)} × `;
  const size = cells(population);
  if (period === null) return `${times}something of ${size}`;
  const speed = speedText(displacement, period, lattice);
  if (speed) return `${times}spaceship of ${size}, ${speed}`;
  return period === 1
    ? `${times}still life of ${size}`
    : `${times}oscillator of ${size}, period ${grouped(period)}`;
}

function cells(n: number): string {
  return `${grouped(n)} ${n === 1 ? "cell" : "cells"}`;
}

/** Three significant digits. */
function decimal(value: number): string {
  return String(Number(value.toPrecision(value >= 100 ? 5 : 3)));
}

/** All of it as plain text, for copying. */
export function identityText(identity: Identity, lattice: RuleLattice): string {
  const rows = identityRows(identity, lattice);
  const width = Math.max(...rows.map(([label]) => label.length));
  return [
    headline(identity, lattice),
    ...rows.map(([label, value]) => `${label.padEnd(width)}  ${value}`),
  ].join("\n");
}
