/** History's names for edits and for their objects. */

import { grouped } from "../../engine/core/integers.ts";
import type { Runs } from "../../engine/core/runs.ts";
import { runsBounds, runsPopulation } from "../../engine/core/runs.ts";
import type { Topology } from "../../engine/core/topology.ts";
import type { Rule } from "../../engine/rules/rule.ts";
import { stateName } from "../../engine/rules/rule.ts";
import type { RunEnd } from "../../engine/worker/protocol/universe.ts";
import { shortCount } from "../ui/numbers.ts";

/** "Draw 14 cells", "Erase 1 cell". */
export function countCells(verb: string, count: bigint): string {
  return `${verb} ${grouped(count)} ${count === 1n ? "cell" : "cells"}`;
}

/** An item of the history list in one line: "Run 0 → 1 260", "Draw 14 cells". */
export function describeItem({
  label,
  from,
  to,
}: {
  readonly label: string;
  readonly from: bigint;
  readonly to: bigint;
}): string {
  return from === to ? label : `${label} ${shortCount(from)} → ${shortCount(to)}`;
}

/** A shape that a person is drawing, in one line: "Ellipse of 12 × 8, 32 cells". */
export function describeShape(name: string, cells: Runs): string {
  const box = runsBounds(cells);
  // The width on the screen: on hexagons the lattice's own box leans.
  const size = box ? `${grouped(widestRow(cells))} × ${grouped(box.h)}` : "nothing";
  return `${countCells(`${name} of ${size},`, runsPopulation(cells))}.`;
}

/** The same for a line: "Line of 12 cells." */
export function describeLine(name: string, cells: Runs): string {
  return `${countCells(`${name} of`, runsPopulation(cells))}.`;
}

function widestRow({ rows, starts, spans }: Runs): number {
  let widest = 0;
  for (let row = 0; row < rows.length; row++) {
    const last = starts[row + 1] - 1;
    widest = Math.max(widest, spans[last * 2] + spans[last * 2 + 1] - spans[starts[row] * 2]);
  }
  return widest;
}

const NAMES: Readonly<Record<Topology["kind"], string>> = {
  unbounded: "Unbounded",
  plane: "Plane",
  torus: "Torus",
  klein: "Klein bottle",
  cross: "Cross-surface",
  sphere: "Sphere",
  frozen: "Frozen border",
};

export const TOPOLOGY_NAMES = NAMES;

/** A grid's side; 0 stands for one without an end. */
export function sideText(n: number): string {
  return n === 0 ? "∞" : grouped(n);
}

/** "Torus 256 × 256", "Unbounded". */
export function topologyText(topology: Topology): string {
  if (topology.kind === "unbounded") return NAMES.unbounded;
  const shift = topology.kind === "torus" ? Math.abs(topology.shiftX) || Math.abs(topology.shiftY) : 0;
  const shifted = shift > 0 ? `, shifted by ${grouped(shift)}` : "";
  return `${NAMES[topology.kind]} ${sideText(topology.width)} × ${sideText(topology.height)}${shifted}`;
}

/** What became of cells in states that a rule does not have. */
export function lastStateText(rule: Rule): string {
  const { text, states } = rule;
  return `${text} has ${states} states: cells in states beyond are now in its last, ${stateName(rule, states - 1)}.`;
}

/** The reason why a run ended by itself: "Stopped at generation 1 103: the pattern repeats with period 2." */
export function endText(end: RunEnd, generation: bigint): string {
  const why = end.kind === "died" ? "everything has died" : periodText(end.period);
  return `Stopped at generation ${shortCount(generation)}: ${why}.`;
}

function periodText(period: bigint): string {
  return period === 1n ? "nothing changes any more" : `the pattern repeats with period ${shortCount(period)}`;
}

/** The name, or where it is taken the name with the first free number: "Square 2". */
export function freeName(name: string, taken: (name: string) => boolean): string {
  let free = name;
  for (let n = 2; taken(free); n++) free = /\d$/.test(name) ? `${name} (${n})` : `${name} ${n}`;
  return free;
}

/** A title without its file's extension: "gun" for "gun.rle.gz". */
export function stemOf(title: string, otherwise = ""): string {
  return title.replace(/\.[a-z]\w*(\.gz)?$/i, "") || otherwise;
}
