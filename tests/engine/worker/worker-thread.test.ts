import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { build } from "vite";
import { afterAll, beforeAll, expect, it } from "vitest";
import { torus } from "../../../engine/core/topology.ts";
import { workerThreadPort } from "../../../engine/node/worker-port.ts";
import { LIFE } from "../../../engine/rules/universe-rule.ts";
import { EngineClient } from "../../../renderer/universe/client.ts";
import { universeWith } from "../../support/universes.ts";

let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tessella-worker-"));
  await build({
    configFile: false,
    root: fileURLToPath(new URL("../../..", import.meta.url)),
    publicDir: false,
    logLevel: "error",
    ssr: { noExternal: true, external: ["webgpu"], target: "node" },
    build: {
      ssr: "engine/node/node-worker.ts",
      outDir: folder,
      emptyOutDir: true,
      rollupOptions: { output: { entryFileNames: "worker.mjs", chunkFileNames: "[name]-[hash].mjs" } },
    },
  });
});

afterAll(() => rm(folder, { recursive: true, force: true }));

it("serves a universe from a worker_thread while this thread goes on", async () => {
  const client = new EngineClient(workerThreadPort(new Worker(join(folder, "worker.mjs"))));
  const soup = { seed: 8, density: 0.5, width: 256, height: 256 };
  try {
    await client.hello();
    const remote = await client.createUniverse({ rule: LIFE, topology: torus(256, 256), soup });
    expect(remote.algorithm).toBe("bitwise");
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    const running = remote.run({ increment: 1n, interval: 0 });
    await new Promise((resolve) => setTimeout(resolve, 100));
    await remote.stop();
    await running;
    clearInterval(timer);
    expect(turns).toBeGreaterThan(20);
    const local = await universeWith(undefined, { algorithm: "bitwise", topology: torus(256, 256), soup });
    await local.step(remote.generation);
    expect(remote.generation).toBeGreaterThan(10n);
    expect(await remote.hash()).toBe(await local.hash());
  } finally {
    client.close();
  }
});

it("tells a client whose worker dies", async () => {
  const worker = new Worker(
    "setTimeout(() => { throw new Error('boom'); }, 20); require('worker_threads').parentPort.on('message', () => {});",
    { eval: true },
  );
  const client = new EngineClient(workerThreadPort(worker));
  await expect(client.hello()).rejects.toMatchObject({
    code: "engine-lost",
    message: expect.stringContaining("boom"),
  });
});
