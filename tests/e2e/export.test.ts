// Films out of the studio: the same bytes as the command line's where a format is exact, video that other programs and
// Chromium itself play, a preview that shows what is written, and nothing left of what was stopped.

import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { unzipSync } from "fflate";
import type { Download, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { builtCli, tessella } from "../support/cli.ts";
import { isOffered, pick } from "../support/pick.ts";
import { toolOrSkip } from "../support/require-tool.ts";
import type { OpenStudio, Rig, StudioOptions } from "./studio.ts";
import { inOwnStudio, inTurn, openPattern, reading, startRig, stateHash } from "./studio.ts";

const R_PENTOMINO = "x = 3, y = 3, rule = B3/S23\nb2o$2o$bo!";
const HEXAGONS = "x = 4, y = 3, rule = B2/S34H\n2obo$b2o$obo!";
/** Gaps in the glider's way on a small torus: round again after 40 generations. */
const ROUND = "x = 3, y = 3, rule = B3/S23:T10,10\nbo$2bo$3o!";
const ffprobe = toolOrSkip("ffprobe");
const ffmpeg = toolOrSkip("ffmpeg");
let rig: Rig;
let folder: string;

beforeAll(async () => {
  [rig] = await Promise.all([startRig(), builtCli()]);
  folder = await mkdtemp(join(tmpdir(), "tessella-export-"));
}, 120_000);
afterAll(async () => {
  await rig.close();
  await rm(folder, { recursive: true, force: true });
});

/** The dialog over a pattern, for GIF. What a test does to the window's files gets it a studio of its own. */
async function inStudio(
  pattern: string,
  play: (page: Page, dialog: Locator) => Promise<void>,
  { prepare, ...options }: StudioOptions & { readonly prepare?: (page: Page) => Promise<void> } = {},
): Promise<void> {
  const use = async ({ page }: OpenStudio): Promise<void> => {
    await openPattern(page, "film.rle", pattern);
    await prepare?.(page);
    await page.keyboard.press("Control+e");
    const dialog = page.getByRole("dialog");
    // The format of the film before is kept.
    if (!prepare) await dialog.getByRole("radio", { name: "GIF" }).click();
    await play(page, dialog);
  };
  await (prepare ? inOwnStudio(rig, use, options) : inTurn(rig, use, options));
}

/** As above, for PBM files in a folder, one of which fails as `fail` says. */
async function onFailingDisk(
  fail: () => void,
  play: (page: Page, dialog: Locator) => Promise<void>,
): Promise<void> {
  const use = async (page: Page, dialog: Locator): Promise<void> => {
    await page.evaluate(keepDisk);
    await page.evaluate(fail);
    await choose(dialog, "pbm");
    await play(page, dialog);
    await page.evaluate(mendDisk);
  };
  await inStudio(R_PENTOMINO, use, { answersDialogs: true });
}

async function choose(dialog: Locator, format: string): Promise<void> {
  await dialog.getByRole("radio", { name: "More" }).click();
  await pick(dialog.getByLabel("Any format"), format);
}

/** What comes out of the dialog. Where nothing does, the failure tells what the dialog shows. */
async function exported(page: Page, dialog: Locator): Promise<Download> {
  const waiting = page.waitForEvent("download", { timeout: 40_000 }).catch(async (cause: unknown) => {
    const shown = (await dialog.count()) > 0 ? await dialog.innerText() : "no dialog";
    throw new Error(`nothing was downloaded; the window shows: ${shown}`, { cause });
  });
  const [download] = await Promise.all([waiting, dialog.getByRole("button", { name: "Export" }).click()]);
  await dialog.waitFor({ state: "detached" });
  return download;
}

async function byCommand(pattern: string, line: string, name: string): Promise<string> {
  const out = await mkdtemp(join(folder, "cli-"));
  await writeFile(join(out, "in.rle"), pattern);
  const { code, stderr } = await tessella([
    ...["export", join(out, "in.rle"), "-q", ...line.split(" ")],
    ...["-o", join(out, name)],
  ]);
  expect([code, stderr]).toEqual([0, ""]);
  return out;
}

describe("exact formats", () => {
  test("gif and apng are those of the command line, byte for byte", () =>
    inStudio(R_PENTOMINO, async (page, dialog) => {
      const before = [await reading(page, "generation"), await reading(page, "population")];
      await dialog.getByLabel("To").fill("40");
      await dialog.getByLabel("Every").fill("2");
      await dialog.getByText("Size and look").click();
      await pick(dialog.getByLabel("Theme"), "phosphor");
      await dialog.getByLabel("Gap").fill("1");
      for (const box of ["Grid lines", "Colour cells by age", "Caption"])
        await dialog.getByLabel(box).check();
      for (const format of ["gif", "apng"]) {
        const name = `film.${format}`;
        // All else is as it was for the film before.
        if (format !== "gif") await page.keyboard.press("Control+e");
        await choose(dialog, format);
        const download = await exported(page, dialog);
        expect(download.suggestedFilename()).toBe(name);
        const out = await byCommand(
          R_PENTOMINO,
          "--to 40 --every 2 --region all --fps 20 --theme phosphor --gap 1 --grid-lines --ages --caption",
          name,
        );
        const [ours, theirs] = [await readFile(await download.path()), await readFile(join(out, name))];
        expect(ours.equals(theirs), name).toBe(true);
        if (ffprobe) expect((await probe(await download.path())).frames, name).toBe(21);
      }
      // The universe that is open has not noticed.
      expect([await reading(page, "generation"), await reading(page, "population")]).toEqual(before);
    }));

  test("png and pbm, a file a frame, are those of the command line", () =>
    inStudio(R_PENTOMINO, async (page, dialog) => {
      const follows = async (): Promise<void> => {
        await pick(dialog.getByLabel("Region"), "follow");
        await dialog.getByText("Size and look").click();
        await dialog.getByLabel("Picture width").fill("320");
        await dialog.getByLabel("Picture height").fill("200");
        await pick(dialog.getByLabel("Theme"), "dark");
        await dialog.getByLabel("To").fill("12");
      };
      const whole = async (): Promise<void> => {
        await pick(dialog.getByLabel("Region"), "all");
      };
      for (const [format, line, fill] of [
        ["png", "--region follow --size 320x200", follows],
        ["pbm", "--region all", whole],
      ] as const) {
        if (format !== "png") await page.keyboard.press("Control+e");
        await choose(dialog, format);
        await fill();
        const download = await exported(page, dialog);
        expect(download.suggestedFilename()).toBe("film-frames.zip");
        const frames = unzipSync(await readFile(await download.path()));
        const out = await byCommand(R_PENTOMINO, `--to 12 ${line}`, `film-%04d.${format}`);
        const names = (await readdir(out)).filter((name) => name !== "in.rle").sort();
        expect(names).toHaveLength(13);
        expect(Object.keys(frames).sort()).toEqual(names);
        for (const name of names)
          expect(Buffer.from(frames[name] ?? []).equals(await readFile(join(out, name))), name).toBe(true);
      }
    }));

  test("hexagons, and squares in their place", () =>
    inStudio(HEXAGONS, async (page, dialog) => {
      await dialog.getByLabel("To").fill("6");
      await dialog.getByText("Size and look").click();
      await pick(dialog.getByLabel("Theme"), "light");
      await dialog.getByRole("radio", { name: "Squares" }).click();
      const download = await exported(page, dialog);
      const out = await byCommand(
        HEXAGONS,
        "--to 6 --region all --fps 20 --theme light --squares",
        "film.gif",
      );
      expect((await readFile(await download.path())).equals(await readFile(join(out, "film.gif")))).toBe(
        true,
      );
    }));

  test("a loop is found and is all that is written", () =>
    inStudio(ROUND, async (page, dialog) => {
      await dialog.getByLabel("To").fill("200");
      await dialog.getByLabel("Find a seamless loop").check();
      await expect.poll(() => dialog.getByTestId("export-size").innerText()).toMatch(/0 to 39/);
      const path = await (await exported(page, dialog)).path();
      await page.getByText(/Exported film\.gif: 40 frames/).waitFor();
      if (ffprobe) expect((await probe(path)).frames).toBe(40);
    }));
});

describe("the preview", () => {
  test("is the picture that is written, pixel for pixel, at any frame", () =>
    inStudio(R_PENTOMINO, async (_, dialog) => {
      await choose(dialog, "png");
      await dialog.getByText("Size and look").click();
      await pick(dialog.getByLabel("Theme"), "light");
      await dialog.getByLabel("To").fill("20");
      const out = await byCommand(R_PENTOMINO, "--to 20 --region all --theme light", "film-%04d.png");
      const slider = dialog.getByLabel("Frame shown");
      for (const frame of [13, 4, 20]) {
        await slider.fill(String(frame));
        await expect
          .poll(() => dialog.getByTestId("export-frame").innerText())
          .toMatch(new RegExp(`gen ${frame}$`));
        await dialog.locator('[aria-busy="false"]').waitFor();
        const png = await readFile(join(out, `film-${String(frame).padStart(4, "0")}.png`));
        await expect.poll(() => unlikePixels(dialog.locator("canvas"), png)).toBe(0);
      }
    }));

  test("comes with the number of frames, their size, and what they will take", () =>
    inStudio(ROUND, async (page, dialog) => {
      await dialog.getByLabel("Hold the last one").fill("1");
      const facts = () => dialog.getByTestId("export-size").innerText();
      await expect.poll(facts, { timeout: 15_000 }).toMatch(/about/);
      expect((await facts()).replace(/\s+/g, " ")).toMatch(
        /Frames 100, 6 s Pixels 160 × 160 Cells 10 × 10 Takes about [\d.]+ s, [\d.]+ [kM]?B/i,
      );
      const guess = /, ([\d.]+) kB/.exec(await facts())?.[1];
      const { length } = await readFile(await (await exported(page, dialog)).path());
      const ratio = (Number(guess) * 1000) / length;
      expect(ratio).toBeGreaterThan(1 / 1.5);
      expect(ratio).toBeLessThan(1.5);
    }));

  test("says in a sentence what cannot be exported", () =>
    inStudio(R_PENTOMINO, async (_, dialog) => {
      await dialog.getByLabel("Every").fill("0");
      await expect.poll(() => dialog.getByRole("alert").innerText()).toMatch(/every 0 generations/);
      expect(await dialog.getByRole("button", { name: "Export" }).isDisabled()).toBe(true);
      await dialog.getByLabel("Every").fill("1");
      await dialog.getByLabel("Frames a second").fill("60");
      await expect.poll(() => dialog.getByRole("alert").innerText()).toMatch(/at most|between 1 and 50/);
      // The next film has the rate of this one.
      await dialog.getByLabel("Frames a second").fill("20");
      await dialog.getByRole("alert").waitFor({ state: "detached" });
    }));
});

const VIDEOS = [
  ["mp4", "film.mp4", "h264"],
  ["mp4-av1", "film.mp4", "av1"],
  ["webm", "film.webm", "vp9"],
  ["webm-av1", "film.webm", "av1"],
] as const;

describe("video", () => {
  test("in each container and codec is what other programs and this browser play", () =>
    inStudio(ROUND, async (page, dialog) => {
      await dialog.getByLabel("To").fill("39");
      await dialog.getByLabel("Hold the last one").fill("0.5");
      await dialog.getByText("Size and look").click();
      await pick(dialog.getByLabel("Theme"), "ink");
      const blank = await page.context().newPage();
      await page.bringToFront();
      for (const [format, name, codec] of VIDEOS) {
        if ((await dialog.count()) === 0) await page.keyboard.press("Control+e");
        await dialog.getByRole("radio", { name: "More" }).click();
        if (!(await isOffered(dialog.getByLabel("Any format"), format))) {
          expect(await dialog.getByText(/This browser cannot encode/).count(), format).toBeGreaterThan(0);
          continue;
        }
        await pick(dialog.getByLabel("Any format"), format);
        const download = await exported(page, dialog);
        expect(download.suggestedFilename()).toBe(name);
        const path = join(folder, `${format}-${name}`);
        await download.saveAs(path);
        const bytes = await readFile(path);
        if (name.endsWith("mp4")) expect(bytes.toString("latin1", 4, 8), format).toBe("ftyp");
        else expect(bytes.toString("hex", 0, 4), format).toBe("1a45dfa3");
        if (ffprobe)
          expect(await probe(path), format).toEqual({ codec, width: 160, height: 160, frames: 50 });
        if (ffmpeg) await expectCells(path, 160, 16);
        const played = await playIn(blank, bytes, name.endsWith("mp4") ? "video/mp4" : "video/webm");
        if (played) {
          expect(played.size, format).toEqual([160, 160]);
          expect(played.seconds, format).toBeCloseTo(50 / 20, 1);
        } else {
          // Only what Chromium was built without may fail to play.
          expect(codec).toBe("h264");
        }
      }
      await blank.close();
    }));

  test("is refused with a reason where there is no encoder, and GIF is there all the same", () =>
    inStudio(
      ROUND,
      async (page, dialog) => {
        await dialog.getByRole("radio", { name: "GIF" }).waitFor();
        await dialog.getByRole("radio", { name: "More" }).click();
        for (const [id] of VIDEOS) expect(await isOffered(dialog.getByLabel("Any format"), id)).toBe(false);
        await dialog.getByText("MP4 (H.264): This browser cannot encode H.264 video.").waitFor();
        await dialog.getByRole("radio", { name: "GIF" }).click();
        expect((await exported(page, dialog)).suggestedFilename()).toBe("film.gif");
      },
      { prepare: withoutEncoders, ownWindow: true },
    ));
});

describe("what is stopped or fails", () => {
  test("leaves nothing of a gif and of a webm", () =>
    inStudio(
      ROUND,
      async (page, dialog) => {
        for (const format of ["gif", "webm"]) {
          await choose(dialog, format);
          await dialog.getByLabel("To").fill("90000");
          await dialog.getByRole("button", { name: "Export" }).click();
          const done = async () => Number(await dialog.getByRole("progressbar").getAttribute("value"));
          await expect.poll(done, { timeout: 20_000, interval: 20 }).toBeGreaterThan(5);
          await dialog.getByRole("button", { name: "Stop" }).click();
          await dialog.getByRole("button", { name: "Export" }).waitFor();
          await dialog.getByText("Stopped. Nothing was written.").waitFor();
          expect(await filesOf(page), format).toEqual([]);
        }
        await page.keyboard.press("Escape");
        await dialog.waitFor({ state: "detached" });
        expect(await stateHash(page)).toMatch(/./);
      },
      { answersDialogs: true },
    ));

  test("a disk that is full ends it with a sentence, what was finished is kept, and it goes on behind that", () =>
    onFailingDisk(fullDisk, async (page, dialog) => {
      await dialog.getByLabel("To").fill("40");
      await dialog.getByRole("button", { name: "Export" }).click();
      const alert = dialog.getByRole("alert");
      await alert.waitFor({ timeout: 20_000 });
      expect(await alert.innerText()).toMatch(/film-0007\.pbm.*7 finished frames are in "frames"/s);
      const names = Array.from({ length: 41 }, (_, i) => `frames/film-${String(i).padStart(4, "0")}.pbm`);
      expect(await filesOf(page)).toEqual(names.slice(0, 7));
      // Another export has nothing to go on with.
      await dialog.getByLabel("Every").fill("2");
      expect(await dialog.getByRole("button", { name: "Go on" }).count()).toBe(0);
      await dialog.getByLabel("Every").fill("1");
      // The frames are whole, as if nothing had been.
      await dialog.getByRole("button", { name: "Go on from frame 8" }).click();
      await page.getByText("Exported 41 frames to").waitFor({ timeout: 20_000 });
      expect(await filesOf(page)).toEqual(names);
    }));

  test("a folder that may no longer be written to is named, and it can go on when it may again", () =>
    onFailingDisk(revokedFolder, async (page, dialog) => {
      await dialog.getByLabel("To").fill("20");
      await dialog.getByRole("button", { name: "Export" }).click();
      const alert = dialog.getByRole("alert");
      await alert.waitFor({ timeout: 20_000 });
      expect(await alert.innerText()).toMatch(
        /"film-0007\.pbm" was not written: the browser did not allow it\..*Allow it.*7 finished frames are in "frames"/s,
      );
      await dialog.getByRole("button", { name: "Go on from frame 8" }).click();
      await page.getByText("Exported 21 frames to").waitFor({ timeout: 20_000 });
      const names = Array.from({ length: 21 }, (_, i) => `frames/film-${String(i).padStart(4, "0")}.pbm`);
      expect(await filesOf(page)).toEqual(names);
    }));
});

interface Probe {
  readonly codec: string;
  readonly width: number;
  readonly height: number;
  readonly frames: number;
}

async function probe(path: string): Promise<Probe> {
  const entries = "stream=codec_name,width,height,nb_read_frames";
  const args = ["-v", "error", "-count_frames", "-show_entries", entries, "-of", "json", path];
  const { stdout } = await promisify(execFile)(ffprobe ?? "", args);
  const { streams } = JSON.parse(stdout) as {
    streams: { codec_name: string; width: number; height: number; nb_read_frames: string }[];
  };
  const [{ codec_name: codec, width, height, nb_read_frames: frames }] = streams;
  return { codec, width, height, frames: Number(frames) };
}

/** The middle of each cell of the first frame is as dark as the glider says, whatever the packing did to edges. */
async function expectCells(path: string, side: number, cell: number): Promise<void> {
  const args = ["-v", "error", "-i", path, "-frames:v", "1", "-f", "rawvideo", "-pix_fmt", "gray", "-"];
  const { stdout } = await promisify(execFile)(ffmpeg ?? "", args, { encoding: "buffer" });
  const live: string[] = [];
  for (let y = 0; y < side / cell; y++) {
    for (let x = 0; x < side / cell; x++) {
      const grey = stdout[(y * cell + cell / 2) * side + x * cell + cell / 2] as number;
      expect(grey < 40 || grey > 215, `cell ${x}, ${y} is ${grey}`).toBe(true);
      if (grey < 40) live.push(`${x},${y}`);
    }
  }
  // A torus of ten by ten has its corner at (-5, -5), and a pattern without a place is centred on it.
  expect(live).toEqual(["5,4", "6,5", "4,6", "5,6", "6,6"]);
}

/** What a <video> in an empty page says of it; null where this Chromium has no decoder. */
async function playIn(
  page: Page,
  bytes: Buffer,
  type: string,
): Promise<{ readonly size: readonly number[]; readonly seconds: number } | null> {
  return await page.evaluate(
    async ([base64, mime]) => {
      const data = Uint8Array.from(atob(base64 as string), (letter) => letter.charCodeAt(0));
      const video = document.createElement("video");
      video.muted = true;
      const shown = new Promise<boolean>((resolve) => {
        video.addEventListener("loadeddata", () => resolve(true));
        video.addEventListener("error", () => resolve(false));
      });
      video.src = URL.createObjectURL(new Blob([data], { type: mime }));
      if (!(await shown)) return null;
      return { size: [video.videoWidth, video.videoHeight], seconds: video.duration };
    },
    [bytes.toString("base64"), type],
  );
}

/** How many pixels of a canvas differ from a picture's; -1 where their sizes do. */
function unlikePixels(canvas: Locator, png: Buffer): Promise<number> {
  return canvas.evaluate(async (element: HTMLCanvasElement, base64: string) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const picture = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const { width, height } = element;
    if (picture.width !== width || picture.height !== height) return -1;
    const context = new OffscreenCanvas(width, height).getContext("2d") as OffscreenCanvasRenderingContext2D;
    context.drawImage(picture, 0, 0);
    const wanted = new Uint32Array(context.getImageData(0, 0, width, height).data.buffer);
    const own = element.getContext("2d") as CanvasRenderingContext2D;
    const shown = new Uint32Array(own.getImageData(0, 0, width, height).data.buffer);
    return shown.filter((pixel, i) => pixel !== wanted[i]).length;
  }, png.toString("base64"));
}

/** Everything in the browser's private file system, as paths. */
function filesOf(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const found: string[] = [];
    const visit = async (folder: FileSystemDirectoryHandle, path: string): Promise<void> => {
      for await (const handle of (
        folder as unknown as { values(): AsyncIterable<FileSystemHandle> }
      ).values()) {
        if (handle.kind === "file") found.push(path + handle.name);
        else await visit(handle as FileSystemDirectoryHandle, `${path}${handle.name}/`);
      }
    };
    await visit(await navigator.storage.getDirectory(), "");
    return found.sort();
  });
}

/** The worker that exports finds no encoder of video. */
async function withoutEncoders(page: Page): Promise<void> {
  await page.route(/export\.worker/, async (route) => {
    const response = await route.fetch();
    const body = `Reflect.deleteProperty(globalThis, "VideoEncoder");\n${await response.text()}`;
    await route.fulfill({ response, body });
  });
}

/** Runs in the page, before its disk fails. */
function keepDisk(): void {
  Reflect.set(window, "createWritable", FileSystemFileHandle.prototype.createWritable);
}

/** Runs in the page: its disk works again, and is empty. */
async function mendDisk(): Promise<void> {
  FileSystemFileHandle.prototype.createWritable = Reflect.get(window, "createWritable");
  const root = await navigator.storage.getDirectory();
  await root.removeEntry("frames", { recursive: true });
}

/** Runs in the page: the eighth file does not fit any more. */
function fullDisk(): void {
  let files = 0;
  const real = FileSystemFileHandle.prototype.createWritable;
  FileSystemFileHandle.prototype.createWritable = async function (...args) {
    const stream = await real.apply(this, args);
    if (++files === 8) {
      stream.write = async () => {
        throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
      };
    }
    return stream;
  };
}

/** Runs in the page: the folder's permission is gone when the eighth file is begun, and is given again after that. */
function revokedFolder(): void {
  let files = 0;
  const real = FileSystemFileHandle.prototype.createWritable;
  FileSystemFileHandle.prototype.createWritable = function (...args) {
    if (++files === 8) return Promise.reject(new DOMException("Permission was revoked.", "NotAllowedError"));
    return real.apply(this, args);
  };
}
