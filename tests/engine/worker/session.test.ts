// How a session divides time between a run and whoever else asks, by a clock that only steps move.

import { afterEach, describe, expect, it, vi } from "vitest";
import { SwitchableUniverse } from "../../../engine/algorithms/switchable.ts";
import type { RunOptions } from "../../../engine/worker/protocol.ts";
import { Session } from "../../../engine/worker/session.ts";
import { cellsOf, universeWith } from "../../support/universes.ts";

afterEach(() => vi.restoreAllMocks());

/** Every step takes a millisecond; answers what a read sees that is asked for right after the run has begun. */
async function firstTurnOf(options: RunOptions): Promise<bigint> {
  let time = 0;
  vi.spyOn(performance, "now").mockImplementation(() => time);
  const universe = await universeWith(cellsOf(["OO", "OO"]));
  const step = universe.step.bind(universe);
  universe.step = (target) => {
    time++;
    return step(target);
  };
  const session = new Session(1, new SwitchableUniverse(universe), { moved: () => {}, switched: () => {} });
  const controller = new AbortController();
  const running = session.run(options, controller);
  const seen = await session.turn(({ generation }) => generation);
  await session.stop();
  await running;
  return seen;
}

describe("a run's turn", () => {
  it("has as many small steps as there is time for, flat out", async () => {
    expect(await firstTurnOf({ increment: 7n, interval: 0 })).toBe(12n * 7n);
  });

  it("has one step at a pace", async () => {
    expect(await firstTurnOf({ increment: 7n, interval: 40 })).toBe(7n);
  });
});
