import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { TargetFile } from "../../../engine/export/target.ts";
import source from "../../../engine/node/frame-writer.cjs?raw";
import type { FrameWriter } from "../../../engine/node/frame-writer.ts";
import { frameWriter } from "../../../engine/node/frame-writer.ts";

const MOST = 1000;

let folder = "";
let writer: FrameWriter;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "tessella-frames-"));
  writer = frameWriter(folder, MOST);
});
afterEach(async () => {
  await writer.close();
  rmSync(folder, { recursive: true });
});

const bytesOf = (n: number, length = 100): Uint8Array => new Uint8Array(length).fill(n);

async function filled(name: string, ...pieces: readonly Uint8Array[]): Promise<TargetFile> {
  const file = await writer.begin(name);
  for (const piece of pieces) await file.write(piece);
  return file;
}

/** Asks for one file more than there is room for, which is not there after a while. It comes in an object: a promise would be waited for. */
async function askInVain(): Promise<{ readonly another: Promise<TargetFile> }> {
  let granted = false;
  const another = writer.begin("another").then((file) => {
    granted = true;
    return file;
  });
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(granted).toBe(false);
  return { another };
}

describe("a frame writer", () => {
  it("writes hundreds of files, many at a time, and each is there once its commit is done", async () => {
    const commits: Promise<void>[] = [];
    for (let n = 0; n < 300; n++) {
      const name = `f${n}`;
      const file = await filled(name, bytesOf(n & 255, n % 97), bytesOf(1, 3));
      commits.push(
        file.commit().then(() => {
          const there = readFileSync(join(folder, name));
          expect([...there]).toEqual([...bytesOf(n & 255, n % 97), 1, 1, 1]);
        }),
      );
    }
    await Promise.all(commits);
    expect(readdirSync(folder)).toHaveLength(300);
  });

  it("hands no more out than it has room for until something is done", async () => {
    const files: TargetFile[] = [];
    const room = writer.inFlight ?? 1;
    for (let n = 0; n < room; n++) files.push(await filled(`f${n}`, bytesOf(n)));
    const { another } = await askInVain();
    await files[3].abort();
    await (await another).abort();
    await Promise.all(files.map((file, n) => (n === 3 ? null : file.commit())));
    expect(readdirSync(folder)).toHaveLength(room - 1);
  });

  it("gives the room of a file away once, though the file is dropped after it was handed over", async () => {
    const room = writer.inFlight ?? 1;
    const files: TargetFile[] = [];
    for (let n = 0; n < room; n++) files.push(await filled(`f${n}`, bytesOf(n)));
    const [first, ...others] = files as [TargetFile, ...TargetFile[]];
    const done = first.commit();
    await first.abort();
    await done;
    others.push(await filled("next", bytesOf(1)));
    const { another } = await askInVain();
    await Promise.all(others.map((file) => file.abort()));
    await (await another).abort();
    expect(readdirSync(folder)).toEqual(["f0"]);
  });

  it("replaces a file, and writes one that is larger than its slots", async () => {
    await (await filled("f", bytesOf(1))).commit();
    await (await filled("f", bytesOf(2))).commit();
    await (await filled("large", bytesOf(7, 600), bytesOf(8, 600))).commit();
    expect([...readFileSync(join(folder, "f"))]).toEqual([...bytesOf(2)]);
    expect([...readFileSync(join(folder, "large"))]).toEqual([...bytesOf(7, 600), ...bytesOf(8, 600)]);
    expect(readdirSync(folder).sort()).toEqual(["f", "large"]);
  });

  it("leaves no gap: what comes behind a file that failed is not written", async () => {
    const bad = await filled("0", bytesOf(0));
    const behind = await filled("1", bytesOf(1));
    // As a stick that is pulled out, and put in again too late.
    rmSync(folder, { recursive: true });
    const lost = { code: "io", message: expect.stringContaining(`there is no folder "${folder}"`) };
    await expect(bad.commit()).rejects.toMatchObject(lost);
    mkdirSync(folder);
    await expect(behind.commit()).rejects.toMatchObject({ code: "io" });
    expect(readdirSync(folder)).toEqual([]);
  });

  it("settles whatever is under way when its thread ends, and goes on refusing", async () => {
    const names = Array.from({ length: writer.inFlight ?? 1 }, (_, n) => `f${n}`);
    const files = await Promise.all(names.map((name) => filled(name, bytesOf(1))));
    const commits = files.map((file) => file.commit());
    const settled = Promise.allSettled(commits);
    // Long enough for the thread to have written some, while this one looks at nothing.
    const end = performance.now() + 40;
    while (performance.now() < end);
    await writer.close();
    for (const [n, outcome] of (await settled).entries()) {
      if (outcome.status === "fulfilled") expect(readdirSync(folder)).toContain(`f${n}`);
      else expect(outcome.reason).toMatchObject({ code: "io" });
    }
    for (const name of ["later", "latest"]) {
      const file = await filled(name, bytesOf(2));
      await expect(file.commit()).rejects.toMatchObject({ code: "io" });
    }
  });

  it("tells those who wait when its thread has ended", async () => {
    const file = await filled("0", bytesOf(0));
    await writer.close();
    await expect(file.commit()).rejects.toMatchObject({ code: "io" });
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe("the thread that writes", () => {
  it("sleeps on when it is woken and nothing was handed over", async () => {
    const [HANDED, DONE, WAKE, END] = [0, 1, 2, 3];
    const control = new Int32Array(new SharedArrayBuffer(16));
    const notes = [new Uint8Array(new SharedArrayBuffer(1024))];
    const slots = [new Uint8Array(new SharedArrayBuffer(8)).fill(7)];
    const worker = new Worker(source, {
      eval: true,
      workerData: { control, notes, slots, HANDED, DONE, WAKE, END },
    });
    const failures: unknown[] = [];
    worker.on("error", (error) => failures.push(error));
    const pause = () => new Promise((resolve) => setTimeout(resolve, 2));
    // Until somebody slept, and again when it has had time to fall asleep anew.
    for (let woken = 0; woken < 2; await pause()) woken += Atomics.notify(control, HANDED);
    const [temporary, final] = [join(folder, ".f.tmp"), join(folder, "f")];
    const text = JSON.stringify({ slot: 0, start: 2, end: 5, temporary, final, mode: null });
    new Uint32Array(notes[0].buffer, 0, 1)[0] = new TextEncoder().encodeInto(
      text,
      notes[0].subarray(4),
    ).written;
    Atomics.store(control, HANDED, 1);
    Atomics.notify(control, HANDED);
    await expect.poll(() => Atomics.load(control, DONE)).toBe(1);
    expect([...readFileSync(final)]).toEqual([7, 7, 7]);
    expect(failures).toEqual([]);
    await worker.terminate();
  });
});
