// What the window hears of its stage. The worker is played by handlers on the other end of a channel.

import { expect, test } from "vitest";
import { TessellaError } from "../../../engine/core/errors.ts";
import { toWireError } from "../../../engine/core/wire-error.ts";
import { serve } from "../../../engine/worker/rpc.ts";
import { StageClient } from "../../../renderer/canvas/stage-client.ts";
import type { StageNews, StageProtocol } from "../../../renderer/canvas/stage-protocol.ts";
import { until } from "../../support/until.ts";

test("trouble with a universe that was replaced meanwhile is nobody's trouble", async () => {
  const { port1, port2 } = new MessageChannel();
  const turns: number[] = [];
  let tell: (news: StageNews) => void = () => {};
  const gone = new TessellaError("bad-argument", "This universe is not there any more.");
  const server = serve<StageProtocol>(
    {
      openStage: (_, { report, signal }) => {
        tell = report;
        return new Promise<void>((closed) => signal.addEventListener("abort", () => closed()));
      },
      // The second universe has been freed before the stage comes to it.
      follow: ({ turn, universe }) => {
        turns.push(turn);
        if (universe === 2) throw gone;
      },
      icons: () => {},
      show: () => {},
      image: () => {
        throw gone;
      },
    },
    port2,
  );
  // Any transferable object stands for a canvas.
  const canvas = () =>
    ({ transferControlToOffscreen: () => new MessageChannel().port1 }) as unknown as HTMLCanvasElement;
  const troubles: string[] = [];
  const client = new StageClient(
    { join: () => port1 },
    { cells: canvas(), gpu: canvas() },
    {
      onTrouble: ({ message }) => troubles.push(message),
      onSurface: () => {},
      onHeld: () => {},
      onSilence: () => {},
    },
  );
  const follow = (handle: number): void =>
    client.follow({ handle, connect: () => null }, { onIdle: () => {}, onCells: () => {} });
  const trouble = (turn: number, message: string): void =>
    tell({ type: "trouble", turn, error: toWireError(new Error(message)) });

  follow(1);
  follow(2);
  follow(3);
  await until(() => turns.length === 3);
  trouble(1, "of the first");
  trouble(2, "of the second");
  trouble(3, "of the present one");
  await until(() => troubles.length > 0);
  expect(troubles).toEqual([expect.stringContaining("of the present one")]);

  follow(2);
  await until(() => troubles.length > 1);
  expect(troubles[1]).toContain("not there any more");
  client.close();
  server.close();
});
