// The ANNEAL program: its frames against a serial reference that is written here, and read by ffmpeg.

import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { soupHash } from "../../engine/core/soup.ts";
import { builtCli, tessella } from "../support/cli.ts";
import { inFolder } from "../support/in-process.ts";
import { toolOrSkip } from "../support/require-tool.ts";
import { scratchFolder } from "../support/scratch.ts";

const scratch = scratchFolder();
beforeAll(builtCli, 120_000);
const run = (line: string) => inFolder(scratch.path(), ...line.split(" "));

/** A byte a cell, as the exercise has it: alive if the 3 x 3 block holds 4 or at least 6. */
class SerialAnneal {
  cells: Uint8Array;
  readonly w: number;
  readonly h: number;

  constructor(w: number, h: number, seed: number) {
    this.w = w;
    this.h = h;
    this.cells = new Uint8Array(w * h);
    for (let j = 0; j < h; j++) {
      for (let i = 0; i < w; i++) {
        const hash = soupHash(seed, i - Math.floor(w / 2), j - Math.floor(h / 2));
        this.cells[j * w + i] = hash < 2 ** 31 ? 1 : 0;
      }
    }
  }

  step(): void {
    const { w, h, cells } = this;
    const next = new Uint8Array(w * h);
    for (let j = 0; j < h; j++) {
      const rows = [(j + h - 1) % h, j, (j + 1) % h].map((y) => y * w);
      for (let i = 0; i < w; i++) {
        const left = (i + w - 1) % w;
        const right = (i + 1) % w;
        let sum = 0;
        for (const row of rows) sum += cells[row + left] + cells[row + i] + cells[row + right];
        next[j * w + i] = sum === 4 || sum >= 6 ? 1 : 0;
      }
    }
    this.cells = next;
  }

  pbm(): Buffer {
    const { w, h, cells } = this;
    const rowBytes = Math.ceil(w / 8);
    const rows = Buffer.alloc(rowBytes * h);
    for (let j = 0; j < h; j++)
      for (let i = 0; i < w; i++) rows[j * rowBytes + (i >> 3)] |= cells[j * w + i] << (7 - (i & 7));
    return Buffer.concat([Buffer.from(`P4\n${w} ${h}\n`), rows]);
  }

  unlike(): number {
    const { w, h, cells } = this;
    let pairs = 0;
    for (let j = 0; j < h; j++) {
      for (let i = 0; i < w; i++) {
        const cell = cells[j * w + i];
        if (cell !== cells[j * w + ((i + 1) % w)]) pairs++;
        if (cell !== cells[((j + 1) % h) * w + i]) pairs++;
      }
    }
    return pairs;
  }
}

/** Pairs of unlike neighbours of the 256 x 256 torus of seed 1. */
const UNLIKE: Readonly<Record<number, number>> = { 0: 65_574, 10: 15_350, 100: 5826, 1024: 1908 };

describe("tessella anneal", () => {
  it("is the serial program at steps 0, 10, 100 and 1024, and its borders grow shorter", async () => {
    const serial = new SerialAnneal(256, 256, 1);
    const counts: number[] = [];
    for (let step = 0; step <= 1024; step++) {
      if (step in UNLIKE) {
        const { code, stdout } = await run(`anneal ${step} --json -o states`);
        const facts = JSON.parse(stdout) as { first: string; unlikeNeighbours: number };
        expect({ code, first: facts.first }).toEqual({
          code: 0,
          first: `states/anneal-${String(step).padStart(6, "0")}.pbm`,
        });
        expect(serial.pbm().equals(await readFile(scratch.path(facts.first))), `step ${step}`).toBe(true);
        expect(facts.unlikeNeighbours).toBe(serial.unlike());
        counts.push(facts.unlikeNeighbours);
      }
      serial.step();
    }
    expect(counts).toEqual(Object.values(UNLIKE));
    expect(counts).toEqual([...counts].sort((a, b) => b - a));
  });

  it("takes any size and seed, and dumps every step", async () => {
    const { code } = await run("anneal 6 45 33 --seed 77 --dump -o dump");
    expect(code).toBe(0);
    const names = await scratch.names("dump");
    expect(names).toEqual(Array.from({ length: 7 }, (_, step) => `anneal-00000${step}.pbm`));
    const serial = new SerialAnneal(45, 33, 77);
    for (const name of names) {
      expect(serial.pbm().equals(await readFile(scratch.path(`dump/${name}`))), name).toBe(true);
      serial.step();
    }
  });

  it("has the defaults of the exercise", async () => {
    const { stdout } = await run("anneal --json -o defaults");
    expect(JSON.parse(stdout)).toMatchObject({
      steps: 64,
      width: 256,
      height: 256,
      first: "defaults/anneal-000064.pbm",
    });
  });

  it("writes frames to standard output, one behind the other", async () => {
    const { stdoutBytes } = await tessella("anneal 3 20 10 --dump -o -".split(" "));
    const serial = new SerialAnneal(20, 10, 1);
    const frames: Buffer[] = [];
    for (let step = 0; step <= 3; step++, serial.step()) frames.push(serial.pbm());
    expect(stdoutBytes.equals(Buffer.concat(frames))).toBe(true);
  });

  it.each([
    ["anneal many", /STEPS is a whole number/],
    ["anneal 5 0", /W wants cells/],
    ["anneal 5 --seed 5000000000", /--seed wants a whole number/],
    ["anneal 5 5 5 5", /one argument too many/],
    ["anneal --json -o -", /both want standard output/],
    ["anneal 5 -a anything", /There is no algorithm/],
    ["anneal 5 --adapter H200", /--adapter chooses between GPUs, and bitwise runs on the CPU/],
  ])("%s", async (line, sentence) => {
    const { code, stderr } = await run(line);
    expect(code).toBe(2);
    expect(stderr).toMatch(sentence);
  });

  const ffprobe = toolOrSkip("ffprobe");
  it.skipIf(!ffprobe)("makes a sequence that ffmpeg reads by its usual name", async () => {
    await run("anneal 24 60 40 --dump -o film");
    const args = ["-v", "error", "-count_frames", "-show_entries", "stream=width,height,nb_read_frames"];
    const { stdout } = await promisify(execFile)(ffprobe ?? "", [
      ...args,
      "-of",
      "csv=p=0",
      scratch.path("film/anneal-%06d.pbm"),
    ]);
    expect(stdout.trim()).toBe("60,40,25");
  });
});
