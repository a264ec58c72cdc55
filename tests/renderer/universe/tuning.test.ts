import { expect, it, vi } from "vitest";
import type { Endpoint } from "../../../engine/worker/rpc.ts";
import { portOf } from "../../../engine/worker/rpc.ts";
import type { ViewRequest } from "../../../renderer/canvas/stage-handlers.ts";
import { Engines } from "../../../renderer/universe/engines.ts";
import { latestKernels } from "../../../renderer/universe/gpu-kernels.ts";

/** What draws, as a stand-in that keeps what it is sent. */
function standIn() {
  const requests: ViewRequest[] = [];
  const { port1, port2 } = new MessageChannel();
  const port = portOf(port2 as unknown as Endpoint);
  port.onMessage((message) => requests.push(message as ViewRequest));
  return { start: () => port1 as unknown as Endpoint, port, requests };
}

it("tells what draws which kernels were the fastest, and hears what it finds out", async () => {
  const view = standIn();
  const heard: unknown[] = [];
  const engines = new Engines({ startView: view.start, onTuned: (kernels) => heard.push(kernels) });
  engines.setTuning({ "card 512": "tile", "card 64": "row" });
  await vi.waitFor(() =>
    expect(view.requests).toContainEqual({
      type: "tuning",
      kernels: { "card 512": "tile", "card 64": "row" },
    }),
  );
  view.port.send({ type: "tuned", key: "card 64", kernel: "strips" });
  await vi.waitFor(() => expect(heard).toEqual([{ "card 512": "tile", "card 64": "strips" }]));
  engines.close();
  view.port.close();
});

it("keeps the latest findings only", () => {
  const many = Object.fromEntries(Array.from({ length: 700 }, (_, n) => [`card ${n}`, "row"]));
  const kept = Object.keys(latestKernels(many));
  expect(kept).toHaveLength(500);
  expect(kept.at(-1)).toBe("card 699");
});
