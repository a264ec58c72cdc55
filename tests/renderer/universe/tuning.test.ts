import { expect, it, vi } from "vitest";
import type { TunedKernel, ViewProtocol } from "../../../engine/worker/protocol/view.ts";
import { serve } from "../../../engine/worker/rpc.ts";
import type { Preferences } from "../../../renderer/host/preferences.ts";
import { Engines } from "../../../renderer/universe/engines.ts";
import { GPU_KERNELS, keepKernel } from "../../../renderer/universe/gpu-kernels.ts";
import { MemoryDisk, MemoryHost } from "../../support/memory-host.ts";

/** What draws, as a stand-in that keeps what it is sent. */
function standIn() {
  const tunings: unknown[] = [];
  const found: ((found: TunedKernel) => void)[] = [];
  const { port1, port2 } = new MessageChannel();
  serve<ViewProtocol>(
    {
      setAdapter: () => {},
      setTuning: ({ kernels }) => void tunings.push(kernels),
      watchTuning: (_, { report }) => {
        found.push(report);
        return new Promise(() => {});
      },
    },
    port2,
  );
  return {
    start: () => port1,
    tunings,
    find: (key: string, kernel: string) => found.at(-1)?.({ key, kernel }),
    close: () => port2.close(),
  };
}

it("tells what draws which kernels were the fastest, and hears what it finds out", async () => {
  const view = standIn();
  const heard: unknown[] = [];
  const engines = new Engines({ startView: view.start, onTuned: (found) => heard.push(found) });
  engines.setTuning({ "card 512": "tile", "card 64": "row" });
  await vi.waitFor(() => expect(view.tunings).toContainEqual({ "card 512": "tile", "card 64": "row" }));
  view.find("card 64", "strips");
  await vi.waitFor(() => expect(heard).toEqual([{ key: "card 64", kernel: "strips" }]));
  engines.view.close();
  view.close();
});

it("keeps the latest findings of all windows, and no others", async () => {
  const disk = new MemoryDisk();
  const windows = [new MemoryHost(disk), new MemoryHost(disk)].map(({ preferences }) => preferences);
  for (let n = 0; n < 700; n++)
    await keepKernel(windows[n % 2] as Preferences, { key: `card ${n}`, kernel: "row" });
  const kept = Object.keys(await (windows[0] as Preferences).load(GPU_KERNELS));
  expect(kept).toEqual(Array.from({ length: 500 }, (_, n) => `card ${n + 200}`));
});
