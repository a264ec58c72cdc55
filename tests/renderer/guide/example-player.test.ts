import { expect, it, vi } from "vitest";
import { REFERENCE } from "../../../engine/algorithms/cpu/reference.ts";
import { writeSoup } from "../../../engine/algorithms/load.ts";
import { paintColours } from "../../../engine/picture/colours.ts";
import { THEMES } from "../../../engine/picture/themes.ts";
import { comeAlive, readExample } from "../../../renderer/guide/example.ts";
import { ExamplePlayer } from "../../../renderer/guide/example-player.ts";
import type { EngineClient } from "../../../renderer/universe/client.ts";
import { passTime, takeTime } from "../../support/own-time.ts";
import { until } from "../../support/until.ts";

async function playing(onStep: (generation: bigint) => Promise<void> | void = () => {}) {
  const example = readExample(
    "soup: 40x30:0.5:1\nrule: B2/S34H:F40,30\nfrom: 7\nstep: 2\nagain: 9\npace: 24",
  );
  const living = comeAlive(example, () => undefined);
  const universe = await REFERENCE.create(living, {});
  await writeSoup(universe, living.soup as NonNullable<typeof living.soup>);
  const seen: bigint[] = [];
  const remote = Object.assign(universe, {
    // A canvas without a context shows nothing; what would be shown is asked for all the same.
    frame: async () => {
      seen.push(universe.generation);
      await onStep(universe.generation);
      return null;
    },
  });
  const player = new ExamplePlayer({
    living,
    example,
    engine: () => ({ createUniverse: async () => remote }) as unknown as EngineClient,
    canvas: { getContext: () => null } as unknown as HTMLCanvasElement,
    ...{ size: { width: 40, height: 30 }, ratio: 1, colours: paintColours(THEMES.list()[0]) },
    onGeneration: () => {},
    onError: (error) => expect.fail(String(error)),
  });
  return { player, seen };
}

it("an example begins at the generation that it names, and comes back to it", async () => {
  const { player, seen } = await playing();
  player.play(true);
  await until(() => seen.length >= 4);
  player.end();
  expect(seen.slice(0, 4)).toEqual([7n, 9n, 7n, 9n]);
});

it("an example that is left and met again in the middle of a step goes on at its own pace", async () => {
  takeTime();
  let go = (): void => {};
  let held: Promise<void> | undefined;
  const { player, seen } = await playing(() => held);
  player.play(true);
  await passTime(500);
  held = new Promise((resolve) => {
    go = resolve;
  });
  const before = seen.length;
  vi.advanceTimersToNextTimer();
  while (seen.length === before) await new Promise((resolve) => setImmediate(resolve));
  for (let times = 0; times < 3; times++) {
    player.play(false);
    player.play(true);
  }
  held = undefined;
  go();
  await passTime(100);
  const from = seen.length;
  await passTime(1000);
  player.end();
  expect(seen.length - from).toBeLessThanOrEqual(25);
});
