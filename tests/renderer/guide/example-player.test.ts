import { expect, it, vi } from "vitest";
import { REFERENCE } from "../../../engine/algorithms/cpu/reference.ts";
import { writeSoup } from "../../../engine/algorithms/load.ts";
import { paintColours } from "../../../engine/picture/colours.ts";
import { THEMES } from "../../../engine/picture/themes.ts";
import { comeAlive, readExample } from "../../../renderer/guide/example.ts";
import { ExamplePlayer } from "../../../renderer/guide/example-player.ts";
import type { EngineClient } from "../../../renderer/universe/client.ts";

it("an example begins at the generation that it names, and comes back to it", async () => {
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
  player.play(true);
  await vi.waitFor(() => expect(seen.length).toBeGreaterThanOrEqual(4), { timeout: 10_000, interval: 5 });
  player.end();
  expect(seen.slice(0, 4)).toEqual([7n, 9n, 7n, 9n]);
});
