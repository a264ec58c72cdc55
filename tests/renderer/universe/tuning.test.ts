import { expect, it, vi } from "vitest";
import type { TunedKernel, ViewProtocol } from "../../../engine/worker/protocol/view.ts";
import { serve } from "../../../engine/worker/rpc.ts";
import { Engines } from "../../../renderer/universe/engines.ts";
import { latestKernels } from "../../../renderer/universe/gpu-kernels.ts";

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
  const engines = new Engines({ startView: view.start, onTuned: (kernels) => heard.push(kernels) });
  engines.setTuning({ "card 512": "tile", "card 64": "row" });
  await vi.waitFor(() => expect(view.tunings).toContainEqual({ "card 512": "tile", "card 64": "row" }));
  view.find("card 64", "strips");
  await vi.waitFor(() => expect(heard).toEqual([{ "card 512": "tile", "card 64": "strips" }]));
  engines.view.close();
  view.close();
});

it("keeps the latest findings only", () => {
  const many = Object.fromEntries(Array.from({ length: 700 }, (_, n) => [`card ${n}`, "row"]));
  const kept = Object.keys(latestKernels(many));
  expect(kept).toHaveLength(500);
  expect(kept.at(-1)).toBe("card 699");
});
