import type { UniversePort } from "../../universe/universe-port.ts";
import type { Held } from "./snapshots.ts";
import { carrySnapshot } from "./snapshots.ts";
import type { Known, Line, Stop } from "./stops.ts";
import { stopsToCarry } from "./stops.ts";

export interface CarryWish {
  readonly from: UniversePort;
  readonly to: UniversePort;
  /** The state to carry before all others. */
  readonly first: Stop | Known;
  /** Whether to carry nothing if that one cannot be carried. */
  readonly must: boolean;
  /** For diffs and snapshots, in bytes. */
  readonly budget: number;
}

/** Carries the line's snapshots into another universe: those that the line needs, the start and the nearest first. */
export async function carriedLine(
  line: Line,
  { from, to, first, must, budget }: CarryWish,
): Promise<Line | null> {
  const carried = new Map<Held, Held | null>();
  let bytes = line.entryBytes;
  const carry = async (held: Held): Promise<Held | null> => {
    const before = carried.get(held);
    if (before !== undefined) return before;
    const now = await carrySnapshot(from, to, held);
    carried.set(held, now);
    bytes += now?.snapshot.bytes ?? 0;
    return now;
  };
  const places = new Map<Stop | Known, Held | null>();
  if (first.held) places.set(first, await carry(first.held));
  if (must && !places.get(first)) return null;
  const held = line.start && (await carry(line.start.held));
  for (const stop of stopsToCarry(line)) {
    if (places.has(stop)) continue;
    const affordable = stop.pinned || bytes <= budget;
    places.set(stop, affordable ? await carry(stop.held as Held) : null);
  }
  const stops = line.stops.map((stop) => ({ ...stop, held: places.get(stop) ?? null }));
  return { ...line, stops, start: line.start && held ? { scene: line.start.scene, held } : null };
}
