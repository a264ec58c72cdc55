// The two ends of an export, over a channel: files are opened where they can be reached, and what fails leaves none.

import { afterEach, describe, expect, it } from "vitest";
import { TessellaError } from "../../../engine/core/errors.ts";
import { rect } from "../../../engine/core/rect.ts";
import { UNBOUNDED } from "../../../engine/core/topology.ts";
import type { PictureExporter } from "../../../engine/export/exporter.ts";
import type { Film } from "../../../engine/export/film.ts";
import { openFilm } from "../../../engine/export/film.ts";
import { GIF } from "../../../engine/export/gif.ts";
import { themeNamed } from "../../../engine/picture/themes.ts";
import { LIFE } from "../../../engine/rules/universe-rule.ts";
import { exportHandlers } from "../../../engine/worker/export-handlers.ts";
import type { ExportWish } from "../../../engine/worker/protocol/export.ts";
import { serve } from "../../../engine/worker/rpc.ts";
import type { ExportPlace } from "../../../renderer/export/export-client.ts";
import { ExportClient } from "../../../renderer/export/export-client.ts";
import type { RemoteUniverse } from "../../../renderer/universe/remote-universe.ts";
import { MemoryTarget } from "../../support/memory-target.ts";
import { cellsOf, R_PENTOMINO, universeWith } from "../../support/universes.ts";

const WISH: ExportWish = {
  format: "gif",
  name: "film.gif",
  plain: false,
  range: { from: 2n, to: 30n, every: 2n },
  framing: { kind: "region", region: "all", scale: { pixels: 4, cells: 1 } },
  look: { theme: "ink", squares: false, gap: 0, gridLines: false, ages: false, caption: true },
  fps: 10,
  hold: 3,
  loop: false,
};
const FRAMES: ExportWish = { ...WISH, format: "pbm", name: "f-%02d.pbm" };
const SIGNAL = new AbortController().signal;
const control = { signal: SIGNAL, onProgress: () => {} };

const clients: ExportClient[] = [];
afterEach(() => {
  for (const client of clients.splice(0)) client.close();
});

/** A client with a pentomino open in what serves it. */
async function open(extras?: Parameters<typeof exportHandlers>[0]): Promise<ExportClient> {
  const { port1, port2 } = new MessageChannel();
  serve(exportHandlers(extras), port2);
  const client = new ExportClient(port1);
  clients.push(client);
  const universe = {
    rule: LIFE,
    topology: UNBOUNDED,
    generation: 0n,
    leaps: false,
    readRuns: async () => cellsOf(R_PENTOMINO),
  } as unknown as RemoteUniverse;
  const formats = await client.open(universe, { memoryMegabytes: 256 });
  expect(formats.map(({ id }) => id)).toContain("gif");
  return client;
}

interface Watched extends ExportPlace {
  readonly memory: MemoryTarget;
  readonly events: readonly string[];
}

function place(onBegin: (name: string) => void = () => {}): Watched {
  const memory = new MemoryTarget();
  const events: string[] = [];
  return {
    memory,
    events,
    begin: async (name) => {
      onBegin(name);
      const file = await memory.begin(name);
      return {
        ...file,
        write: (bytes, at) =>
          at === undefined ? file.write(bytes) : (file.rewrite?.(at, bytes) as Promise<void>),
        abort: async () => {
          events.push(`abort ${name}`);
          await file.abort();
        },
      };
    },
    finish: async () => void events.push("finish"),
    abandon: async () => void events.push("abandon"),
  };
}

async function filmOf(wish: ExportWish): Promise<Film> {
  const universe = await universeWith(cellsOf(R_PENTOMINO));
  return openFilm(universe, { ...wish, look: { ...wish.look, theme: themeNamed("ink") } });
}

async function direct(): Promise<Uint8Array | undefined> {
  const target = new MemoryTarget();
  await GIF.run(await filmOf(WISH), target, { name: "film.gif" });
  return target.files.get("film.gif");
}

describe("an export over a channel", () => {
  it("is what the engine writes by itself, again and again, whatever was looked at before", async () => {
    const client = await open();
    const expected = await direct();
    for (const looked of [20, 3, 3]) {
      const { picture, generation, frames, framesShown } = await client.preview(WISH, looked, SIGNAL);
      expect({ frames, framesShown }).toEqual({ frames: 15, framesShown: 18 });
      expect(generation).toBe(2n + 2n * BigInt(Math.min(looked, 14)));
      expect(picture?.pixels.length).toBe((picture?.width ?? 0) * (picture?.height ?? 0));
      const target = place();
      const { bytes } = await client.run(WISH, target, control);
      expect(target.memory.files.get("film.gif")).toEqual(expected);
      expect(bytes).toBe(expected?.length);
      expect(target.events).toEqual(["finish"]);
    }
  });

  it.each<[string, Partial<ExportWish>]>([
    ["a fixed view", {}],
    ["ages", { look: { ...WISH.look, ages: true } }],
    ["a view that grows", { framing: { kind: "growing", width: 60, height: 50 } }],
    ["a view that follows", { framing: { kind: "follow", zoom: null, width: 60, height: 50 } }],
  ])("previews the very pictures that are written, in any order: %s", async (_, change) => {
    const wish = { ...WISH, ...change };
    const written: Uint8Array[] = [];
    for await (const { pixels } of (await filmOf(wish)).read()) written.push(pixels.slice());
    const client = await open();
    for (const index of [5, 2, 9, 9, 0, 14]) {
      const { picture } = await client.preview(wish, index, SIGNAL);
      expect(picture?.pixels, `frame ${index}`).toEqual(written[index]);
    }
  });

  it("previews the bitmap that is written, wherever its cells lie in a row", async () => {
    const client = await open();
    for (const left of [0, 31, 32, 33, 70]) {
      const framing = {
        kind: "region",
        region: rect(-left, -2, 90, 9),
        scale: { pixels: 1, cells: 1 },
      } as const;
      const wish = { ...FRAMES, plain: true, range: { from: 6n, to: 9n, every: 3n }, framing };
      const target = place();
      await client.run(wish, target, control);
      for (const [index, file] of [...target.memory.files.values()].entries()) {
        const { picture } = await client.preview(wish, index, SIGNAL);
        const { width, height, pixels, rgb } = picture as NonNullable<typeof picture>;
        expect([width, height]).toEqual([90, 9]);
        // A bitmap is white where it has 0, and black where it has 1.
        expect([...(rgb ?? [])]).toEqual([255, 255, 255, 0, 0, 0]);
        const text = new TextDecoder().decode(file).replace(/^P1\n90 9\n/, "");
        expect([...pixels].join(""), `frame ${index} from -${left}`).toBe(text.replace(/\s/g, ""));
      }
    }
  });

  it("writes a file that is too long for one message, whole and in order", async () => {
    const client = await open();
    const target = place();
    const region = rect(-600, -500, 1200, 1000);
    const framing = { kind: "region", region, scale: { pixels: 1, cells: 1 } } as const;
    const range = { from: 0n, to: 0n, every: 1n };
    await client.run({ ...FRAMES, plain: true, range, framing }, target, control);
    const text = new TextDecoder().decode(target.memory.files.get("f-00.pbm"));
    expect(text).toMatch(/^P1\n1200 1000\n/);
    const cells = text.slice(text.indexOf("1000\n") + 5).replace(/\s/g, "");
    expect(cells.length).toBe(1200 * 1000);
    const line = (row: number): string => cells.slice(1200 * (500 + row) + 600, 1200 * (500 + row) + 603);
    expect([0, 1, 2].map(line)).toEqual(
      R_PENTOMINO.map((row) => row.replace(/./g, (c) => (c === "O" ? "1" : "0"))),
    );
    expect(cells.match(/1/g)).toHaveLength(5);
  });

  it("writes the rest of a sequence that was begun, as the whole has it", async () => {
    const client = await open();
    const whole = place();
    await client.run(FRAMES, whole, control);
    const rest = place();
    await client.run(FRAMES, rest, control, 11);
    const expected = [...whole.memory.files].slice(11);
    expect(expected).toHaveLength(4);
    expect([...rest.memory.files]).toEqual(expected);
  });

  it("answers in turn, and what is cancelled while it waits is never begun", async () => {
    const client = await open();
    const abort = new AbortController();
    const target = place();
    const first = client.preview(WISH, 14, SIGNAL);
    const second = client.run(WISH, target, { ...control, signal: abort.signal });
    const third = client.preview(WISH, 3, SIGNAL);
    abort.abort();
    await expect(second).rejects.toMatchObject({ code: "aborted" });
    expect([(await first).index, (await third).index]).toEqual([14, 3]);
    expect(target.memory.files.size).toBe(0);
  });

  it("estimates without changing what is written afterwards", async () => {
    const client = await open();
    const { bytes, frames } = await client.estimate(WISH, SIGNAL);
    const expected = (await direct()) as Uint8Array;
    expect(frames).toBe(15);
    expect(bytes / expected.length).toBeGreaterThan(1 / 1.5);
    expect(bytes / expected.length).toBeLessThan(1.5);
    const target = place();
    await client.run(WISH, target, control);
    expect(target.memory.files.get("film.gif")).toEqual(expected);
  });

  it("estimates a film whose frames all cost alike to the byte, with those that hold the last one", async () => {
    const video: PictureExporter = {
      ...{ id: "even", name: "Even", summary: "A byte a frame.", extensions: [".even"] },
      ...{ takes: "pictures", sequence: false, lossless: false },
      run: async (source) => {
        let bytes = 0;
        for await (const { shown } of source.read()) bytes += shown;
        return { frames: bytes, first: "", last: "", bytes };
      },
    };
    const client = await open(async () => [{ exporter: video, refuses: null }]);
    for (const [to, hold, bytes] of [
      [30n, 3, 18],
      [30n, 0, 15],
      [400n, 7, 207],
    ] as const) {
      const wish = { ...WISH, format: "even", range: { ...WISH.range, to }, hold };
      expect((await client.estimate(wish, SIGNAL)).bytes).toBe(bytes);
    }
  });

  it("keeps the frames before the one that fails, and passes the failure on", async () => {
    const client = await open();
    const target = place((name) => {
      if (name === "f-07.pbm")
        throw new TessellaError("io", "There is no room left.", { hint: "Make some." });
    });
    let done = 0;
    const running = client.run(FRAMES, target, { ...control, onProgress: (now) => (done = now.done) });
    await expect(running).rejects.toMatchObject({
      code: "io",
      message: "There is no room left.",
      hint: "Make some.",
    });
    expect([...target.memory.files.keys()]).toEqual(Array.from({ length: 7 }, (_, i) => `f-0${i}.pbm`));
    expect(done).toBe(7);
    expect(target.events).toEqual(["abandon"]);
  });

  it("leaves nothing of a film that is stopped or whose window goes", async () => {
    const long: ExportWish = {
      ...WISH,
      range: { from: 0n, to: 10n ** 6n, every: 1n },
      framing: { kind: "growing", width: 640, height: 400 },
    };
    for (const end of ["stop", "close"]) {
      const client = await open();
      const target = place();
      const abort = new AbortController();
      const running = client.run(long, target, {
        signal: abort.signal,
        onProgress: ({ done }) => {
          if (done < 4) return;
          if (end === "stop") abort.abort();
          else client.close();
        },
      });
      await expect(running).rejects.toMatchObject({ code: "aborted" });
      expect(target.memory.files.size).toBe(0);
      expect(target.events).toContain("abandon");
    }
  });

  it("refuses with a sentence", async () => {
    const client = await open();
    await expect(client.preview({ ...WISH, format: "mpeg" }, 0, SIGNAL)).rejects.toThrow(/no format "mpeg"/);
    const back = { ...WISH, range: { from: 9n, to: 3n, every: 1n } };
    await expect(client.estimate(back, SIGNAL)).rejects.toThrow(/lies before the first/);
    await expect(client.preview(WISH, 0, AbortSignal.abort())).rejects.toMatchObject({ code: "aborted" });
  });
});
