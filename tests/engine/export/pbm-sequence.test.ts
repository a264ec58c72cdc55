import { describe, expect, it } from "vitest";
import { rect } from "../../../engine/core/rect.ts";
import { torus } from "../../../engine/core/topology.ts";
import { openFrames } from "../../../engine/export/frame-source.ts";
import { PBM_SEQUENCE } from "../../../engine/export/pbm-sequence.ts";
import { EXPORTERS, exporterForName } from "../../../engine/export/registry.ts";
import type { Target } from "../../../engine/export/target.ts";
import { MemoryTarget } from "../../support/memory-target.ts";
import { cellsOf, GLIDER, universeWith } from "../../support/universes.ts";

const text = (bytes: Uint8Array | undefined): string => new TextDecoder().decode(bytes);

async function gliderFrames(to: bigint) {
  const universe = await universeWith(cellsOf(GLIDER, -1n, -1n), { topology: torus(9, 5) });
  return openFrames(universe, { from: 0n, to, every: 2n }, "first");
}

describe("PBM sequence", () => {
  it("writes packed pictures under numbered names", async () => {
    const target = new MemoryTarget();
    const report = await PBM_SEQUENCE.run(await gliderFrames(4n), target, { name: "g-%04d.pbm" });
    expect([...target.files.keys()]).toEqual(["g-0000.pbm", "g-0001.pbm", "g-0002.pbm"]);
    // 9 x 5 with the glider's top left at column 3, row 1; rows are padded to two bytes.
    const expected = [
      ...new TextEncoder().encode("P4\n9 5\n"),
      0,
      0,
      0b00001000,
      0,
      0b00000100,
      0,
      0b00011100,
      0,
      0,
      0,
    ];
    expect([...(target.files.get("g-0000.pbm") ?? [])]).toEqual(expected);
    expect(report).toEqual({
      frames: 3,
      first: "g-0000.pbm",
      last: "g-0002.pbm",
      bytes: 3 * expected.length,
    });
  });

  it("writes text pictures on request", async () => {
    const target = new MemoryTarget();
    await PBM_SEQUENCE.run(await gliderFrames(0n), target, { name: "g.pbm", plain: true });
    expect(text(target.files.get("g.pbm"))).toBe(
      "P1\n9 5\n000000000\n000010000\n000001000\n000111000\n000000000\n",
    );
  });

  it("checks the name before it writes anything", async () => {
    const target = new MemoryTarget();
    const run = PBM_SEQUENCE.run(await gliderFrames(4n), target, { name: "g.pbm" });
    await expect(run).rejects.toMatchObject({ code: "bad-argument" });
    expect(target.files.size).toBe(0);
  });

  it("leaves whole files only when the target fails", async () => {
    const memory = new MemoryTarget();
    let aborted = 0;
    const failing: Target = {
      begin: async (name) => {
        const file = await memory.begin(name);
        if (name !== "1.pbm") return file;
        return {
          ...file,
          write: () => Promise.reject(new Error("full")),
          abort: async () => {
            aborted++;
            await file.abort();
          },
        };
      },
    };
    await expect(PBM_SEQUENCE.run(await gliderFrames(4n), failing, { name: "%d.pbm" })).rejects.toThrow(
      "full",
    );
    expect([...memory.files.keys()]).toEqual(["0.pbm"]);
    expect(aborted).toBe(1);
  });

  it("goes on to an earlier end than before with the frames that it has, and checks the last of them", async () => {
    const target = new MemoryTarget();
    const options = { name: "%d.pbm", resume: true };
    await PBM_SEQUENCE.run(await gliderFrames(8n), target, { name: "%d.pbm" });
    expect(target.files.size).toBe(5);
    const report = await PBM_SEQUENCE.run(await gliderFrames(4n), target, options);
    expect(report).toMatchObject({ frames: 3, kept: 3, last: "2.pbm" });
    const other = await target.begin("2.pbm");
    await other.write(Uint8Array.of(1, 2, 3));
    await other.commit();
    await expect(PBM_SEQUENCE.run(await gliderFrames(4n), target, options)).rejects.toMatchObject({
      message: '"2.pbm" is there and is not a frame of this export.',
    });
  });

  it("keeps finished frames and no other when it is stopped", async () => {
    const controller = new AbortController();
    const target = new MemoryTarget();
    let finished = 0;
    const run = PBM_SEQUENCE.run(await gliderFrames(40n), target, {
      name: "%d.pbm",
      signal: controller.signal,
      onProgress: ({ done }) => {
        finished = done;
        if (done === 3) controller.abort();
      },
    });
    await expect(run).rejects.toMatchObject({ code: "aborted" });
    // The frame after the third may have been handed over already; then it is finished and counted too.
    expect(finished === 3 || finished === 4).toBe(true);
    expect([...target.files.keys()]).toEqual(Array.from({ length: finished }, (_, index) => `${index}.pbm`));
  });

  it("makes the same bytes under another algorithm", async () => {
    const bytesFrom = async (algorithm: string): Promise<string[]> => {
      const universe = await universeWith(undefined, {
        algorithm,
        topology: torus(45, 37),
        soup: { seed: 9, density: 0.4, width: 45, height: 37 },
      });
      const target = new MemoryTarget();
      const source = await openFrames(universe, { from: 3n, to: 60n, every: 19n }, rect(-30, -20, 70, 41));
      await PBM_SEQUENCE.run(source, target, { name: "%d.pbm" });
      return [...target.files.values()].map((bytes) => Buffer.from(bytes).toString("hex"));
    };
    const reference = await bytesFrom("reference");
    expect(reference).toHaveLength(4);
    expect(await bytesFrom("bitwise")).toEqual(reference);
    expect(await bytesFrom("block")).toEqual(reference);
  });
});

describe("exporter registry", () => {
  it("chooses by the name's ending", () => {
    expect(exporterForName("x-%d.PBM")).toBe(PBM_SEQUENCE);
    expect(EXPORTERS.get("pbm")).toBe(PBM_SEQUENCE);
    expect(() => exporterForName("film.mp4")).toThrow(
      expect.objectContaining({ code: "unsupported-format" }),
    );
  });
});

describe("memory target", () => {
  it("shows a file only when it is committed, in one piece", async () => {
    const target = new MemoryTarget();
    const file = await target.begin("a");
    const piece = Uint8Array.of(1, 2);
    await file.write(piece);
    piece.fill(9);
    await file.write(Uint8Array.of(3));
    expect(target.files.has("a")).toBe(false);
    await file.commit();
    expect(target.files.get("a")).toEqual(Uint8Array.of(1, 2, 3));
  });
});
