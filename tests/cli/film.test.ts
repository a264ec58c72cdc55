// Everything that `tessella export` writes, decoded by an outside program; and what happens when it is stopped.

import { execFile, spawn } from "node:child_process";
import { mkdir, readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { unzipSync } from "fflate";
import { beforeAll, describe, expect, it } from "vitest";
import { forEachBlockRun } from "../../engine/core/block.ts";
import { rect } from "../../engine/core/rect.ts";
import { soupBlock } from "../../engine/core/soup.ts";
import { torus } from "../../engine/core/topology.ts";
import { themeNamed } from "../../engine/picture/themes.ts";
import { builtCli, CLI, tessella } from "../support/cli.ts";
import { inFolder, inProcess } from "../support/in-process.ts";
import { toolOrSkip } from "../support/require-tool.ts";
import { scratchFolder } from "../support/scratch.ts";
import { universeWith } from "../support/universes.ts";

const scratch = scratchFolder();
beforeAll(builtCli, 120_000);
const run = (line: string, shell?: string) => tessella(line.split(" "), { cwd: scratch.path(), shell });
/** The same in this process, which saves a start. */
const runHere = (line: string) => inFolder(scratch.path(), ...line.split(" "));

const ffmpeg = toolOrSkip("ffmpeg");
const ffprobe = toolOrSkip("ffprobe");
const both = ffmpeg !== undefined && ffprobe !== undefined;

const [WIDTH, HEIGHT, SCALE, FRAMES] = [32, 20, 4, 12];
const SOUP = `--soup ${WIDTH}x${HEIGHT}:0.4:3 -r :T${WIDTH},${HEIGHT} --to ${FRAMES - 1}`;

/** The frames' cells, a byte each. */
async function expectedCells(): Promise<Uint8Array[]> {
  const soup = { seed: 3, density: 0.4, width: WIDTH, height: HEIGHT };
  const universe = await universeWith(undefined, { topology: torus(WIDTH, HEIGHT), soup });
  const box = soupBlock(soup);
  const frames: Uint8Array[] = [];
  for (let g = 0; g < FRAMES; g++) {
    await universe.step(BigInt(g));
    const cells = new Uint8Array(WIDTH * HEIGHT);
    const region = { ...rect(0, 0, WIDTH, HEIGHT), x: box.x, y: box.y };
    forEachBlockRun(await universe.readBlock(region), (i, j, length) =>
      cells.fill(1, j * WIDTH + i, j * WIDTH + i + length),
    );
    frames.push(cells);
  }
  return frames;
}

/** All frames as red, green, blue. */
async function decoded(name: string): Promise<Buffer> {
  const args = ["-v", "error", "-i", scratch.path(name), "-fps_mode", "passthrough"];
  const { stdout } = await promisify(execFile)(
    ffmpeg ?? "",
    [...args, "-f", "rawvideo", "-pix_fmt", "rgb24", "-"],
    { encoding: "buffer", maxBuffer: 2 ** 28 },
  );
  return stdout;
}

interface Probe {
  readonly width: number;
  readonly height: number;
  readonly codec: string;
  readonly frames: number;
  readonly seconds: number;
}

async function probe(name: string): Promise<Probe> {
  const entries =
    "stream=codec_name,width,height,nb_read_frames:frame=pts_time,pkt_duration_time,duration_time";
  const args = ["-v", "error", "-count_frames", "-show_entries", entries, "-of", "json", scratch.path(name)];
  const { stdout } = await promisify(execFile)(ffprobe ?? "", args);
  const { streams, frames } = JSON.parse(stdout) as {
    streams: { codec_name: string; width: number; height: number; nb_read_frames: string }[];
    frames: { pts_time: string; pkt_duration_time?: string; duration_time?: string }[];
  };
  const [stream] = streams;
  const last = frames[frames.length - 1];
  const seconds = Number(last.pts_time) + Number(last.duration_time ?? last.pkt_duration_time ?? 0);
  const { width, height, codec_name: codec } = stream;
  return { width, height, codec, frames: Number(stream.nb_read_frames), seconds };
}

const PIXELS = WIDTH * SCALE * HEIGHT * SCALE;

/** Compares decoded pixels with the cells; `slack` is how far a colour may be off. */
function expectCells(pixels: Buffer, cells: readonly Uint8Array[], slack: number): void {
  const { ground, cell } = themeNamed("dark");
  expect(pixels.length).toBe(PIXELS * 3 * cells.length);
  let worst = 0;
  for (const [f, frame] of cells.entries()) {
    for (let y = 0; y < HEIGHT * SCALE; y++) {
      for (let x = 0; x < WIDTH * SCALE; x++) {
        const alive = frame[Math.floor(y / SCALE) * WIDTH + Math.floor(x / SCALE)];
        const colour = alive ? cell : ground;
        const at = (f * PIXELS + y * WIDTH * SCALE + x) * 3;
        for (let part = 0; part < 3; part++) {
          const off = Math.abs(pixels[at + part] - ((colour >> (16 - 8 * part)) & 255));
          if (off > worst) worst = off;
        }
      }
    }
  }
  expect(worst).toBeLessThanOrEqual(slack);
}

/** One film that is packed here, one that goes through ffmpeg: these two show what the built command writes. */
const BY_BUILT_COMMAND = ["a.gif", "a.mp4"];

/** Exports the soup, and expects as many frames of the right size, with the right cells. */
async function expectFilm(more: string, name: string, slack: number): Promise<Probe> {
  const line = `export ${SOUP} --scale ${SCALE} --json ${more}`.trim();
  const { code, stdout, stderr } = BY_BUILT_COMMAND.includes(name)
    ? await run(`${line} -o ${name}`)
    : await runHere(`${line} -o ${name}`);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const size = { width: WIDTH * SCALE, height: HEIGHT * SCALE, frames: FRAMES };
  expect(JSON.parse(stdout)).toMatchObject(size);
  const facts = await probe(name);
  expect(facts).toMatchObject(size);
  expectCells(await decoded(name), await expectedCells(), slack);
  return facts;
}

describe.skipIf(!both)("films, decoded by ffmpeg", () => {
  it.each([
    ["a.gif", "", "gif", 0],
    ["a.apng", "", "apng", 0],
    ["p-%04d.png", "", "png", 0],
    ["a.mkv", "", "ffv1", 0],
    ["a.mp4", "", "h264", 60],
    ["b.mp4", "--codec av1", "av1", 90],
    ["a.webm", "", "vp9", 60],
    ["b.webm", "--codec av1", "av1", 90],
    ["a.avi", "", "mpeg4", 90],
  ])("%s %s", async (name, more, codec, slack) => {
    const film = !name.includes("%");
    const facts = await expectFilm(`${film ? "--fps 10 " : ""}${more}`, name, slack);
    expect(facts.codec).toBe(codec);
    if (film) expect(facts.seconds).toBeCloseTo(FRAMES / 10, 1);
  });

  // Of another ending ffmpeg makes what it likes best, and some of these begin later than at 0 or know no length of a frame.
  it.each([
    ["a.OGV", "--fps 10", 60],
    ["a.flv", "--fps 10", 60],
    // msmpeg4 blurs hard edges whatever it may take.
    ["a.wmv", "--fps 10", 160],
    ["a.ts", "--fps 10", 60],
    ["a.nut", "--fps 10", 60],
    ["a.mpg", "--fps 25", 90],
  ])("%s %s", async (name, more, slack) => {
    await expectFilm(more, name, slack);
  });

  // Their players assume the matrix of older television, as ffmpeg does here.
  it.each(["c.ogv", "c.avi", "c.mpg", "c.wmv", "c.flv", "c.y4m"])(
    "%s shows colours as they are",
    async (name) => {
      await scratch.file("tile.rle", "x = 2, y = 2, rule = B3/S23:T2,2\n2o$2o!\n");
      const line = `export tile.rle -r B/S012345678:T2,2 --to 3 --fps 25 --scale 32 --theme phosphor`;
      expect((await runHere(`${line} -o ${name}`)).code).toBe(0);
      const pixels = await decoded(name);
      const { cell } = themeNamed("phosphor");
      const middle = 3 * (16 * 64 + 16);
      for (let part = 0; part < 3; part++) {
        expect(Math.abs(pixels[middle + part] - ((cell >> (16 - 8 * part)) & 255))).toBeLessThanOrEqual(4);
      }
    },
  );

  it("a.webp loops for ever, and every pixel is exact", async () => {
    expect((await runHere(`export ${SOUP} --scale ${SCALE} --fps 10 -o a.webp`)).code).toBe(0);
    const bytes = await readFile(scratch.path("a.webp"));
    const chunks = webpChunks(bytes.subarray(12));
    // Four bytes of background, then the loops: 0 is for ever.
    expect(chunks.find(({ id }) => id === "ANIM")?.data.readUInt16LE(4)).toBe(0);
    const frames = chunks.filter(({ id }) => id === "ANMF");
    expect(frames).toHaveLength(FRAMES);
    for (const { data } of frames) {
      expect(data.readUIntLE(12, 3)).toBe(100);
      expect(webpChunks(data.subarray(16)).map(({ id }) => id)).toEqual(["VP8L"]);
    }
    // ffmpeg reads a single picture only: the first frame, in a file of its own.
    const first = frames[0].data.subarray(16);
    const head = Buffer.from("RIFF____WEBP");
    head.writeUInt32LE(first.length + 4, 4);
    await scratch.file("first.webp", Buffer.concat([head, first]));
    expectCells(await decoded("first.webp"), (await expectedCells()).slice(0, 1), 0);
  });

  it("a.avif is a film that browsers loop", async () => {
    const facts = await expectFilm("--fps 10", "a.avif", 90);
    expect(facts.codec).toBe("av1");
    expect((await readFile(scratch.path("a.avif"))).subarray(4, 12).toString()).toBe("ftypavis");
  });

  it("has the size of a common screen where the view moves and nobody says another", async () => {
    for (const [region, size, expected] of [
      ["grow", "", [1280, 720]],
      ["follow", "--size 64x48", [64, 48]],
    ] as const) {
      const line = `export --soup 9x9 --to 0 --region ${region} ${size} -o size.png --json`;
      const { width, height } = JSON.parse((await runHere(line.replace("  ", " "))).stdout);
      expect([width, height]).toEqual(expected);
    }
  });

  it("takes a speed in generations a second in place of a distance", async () => {
    const line = "export --soup 16x16 --to 99 --speed 50 --fps 10 --scale 2 -o speed.gif";
    expect((await runHere(line)).code).toBe(0);
    const { frames, seconds } = await probe("speed.gif");
    expect({ frames, seconds: seconds.toFixed(1) }).toEqual({ frames: 20, seconds: "2.0" });
  });

  it("takes a number of frames a second for single pictures where a speed makes it choose generations", async () => {
    const line = "export --soup 16x16 --to 99 --speed 50 --fps 10 --scale 2 -o speed-%02d.png --json";
    expect(JSON.parse((await runHere(line)).stdout)).toMatchObject({
      frames: 20,
      every: 5,
    });
  });

  it("pads odd sizes for video, holds the last frame, and lengthens frames in which nothing changes", async () => {
    await scratch.file("block.rle", "x = 3, y = 3, rule = B3/S23\n2o$2o!\n");
    const line = "export block.rle --to 4 --fps 10 --hold 1 --region -1,-1,5,5 --scale 3 -o";
    for (const name of ["still.gif", "still.apng", "still.mp4"]) {
      expect((await runHere(`${line} ${name}`)).code).toBe(0);
      const { width, height, frames, seconds } = await probe(name);
      const video = name.endsWith("mp4");
      expect({ name, width, height }).toEqual({ name, width: video ? 16 : 15, height: video ? 16 : 15 });
      expect({ name, seconds: seconds.toFixed(1) }).toEqual({ name, seconds: "1.5" });
      expect({ name, frames }).toEqual({ name, frames: video ? 15 : 1 });
    }
  });

  it("says what is missing without ffmpeg, and writes GIF all the same", async () => {
    const env = { PATH: "/nowhere" };
    const options = { cwd: scratch.path(), env };
    const film = await tessella(["export", "--soup", "8x8", "-o", "none.mp4"], options);
    expect(film.code).toBe(1);
    expect(film.stderr).toMatch(
      /^tessella: Video is made by ffmpeg, and there is no ffmpeg on PATH\. Install it/,
    );
    expect((await tessella(["export", "--soup", "8x8", "-o", "none.gif"], options)).code).toBe(0);
    expect(await scratch.names()).not.toContain("none.mp4");
  });

  it("names a file whose ending nobody knows, and says what else there is, with ffmpeg and without", async () => {
    const words = (name: string): string[] => `export missing.rle --to 5 -o ${name}`.split(" ");
    const known = "Frames can be exported to names that end in \\.pbm, .*, \\.avif\\.";
    for (const [name, why] of [
      ["film.xyz", "As a film ffmpeg cannot write it either: Unable to find a suitable output format"],
      ["film", "As a film ffmpeg cannot write it either: Unable to find a suitable output format"],
      ["film.mp3", "As a film ffmpeg cannot write it either: "],
      ["still-%03d.jpg", "As a film ffmpeg cannot write it either: "],
      ["film.m3u8", "As a film ffmpeg cannot write it either: it would be more than one file"],
    ]) {
      const { code, stderr } = await inProcess(...words(name));
      expect({ name, code }).toEqual({ name, code: 2 });
      expect(stderr).toMatch(new RegExp(`^tessella: No exporter writes "${name}"\\. ${known} ${why}`));
    }
    const env = { PATH: "/nowhere" };
    const { code, stderr } = await tessella(words("film.ogv"), { cwd: scratch.path(), env });
    expect(code).toBe(2);
    expect(stderr).toMatch(
      new RegExp(
        `^tessella: No exporter writes "film.ogv"\\. ${known} With ffmpeg on PATH there are more\\.`,
      ),
    );
  });

  it("leaves no half film under a limit on the size of files", async () => {
    await mkdir(scratch.path("small"));
    for (const name of ["f.mkv", "f.nut", "f.gif", "f.apng"]) {
      const { code, stderr } = await run(
        `export --soup 300x300 -r :T300,300 --to 30 --scale 2 -o small/${name}`,
        'ulimit -f 16; "$@"',
      );
      expect({ name, code }).toEqual({ name, code: 1 });
      expect(stderr).toContain(`"small/${name}" was not written: it would be larger than files may be here.`);
      expect(stderr).toContain("Raise the limit");
      expect(await scratch.names("small")).toEqual([]);
    }
  });
});

function webpChunks(bytes: Buffer): { readonly id: string; readonly data: Buffer }[] {
  const chunks: { id: string; data: Buffer }[] = [];
  for (let at = 0; at + 8 <= bytes.length; ) {
    const length = bytes.readUInt32LE(at + 4);
    chunks.push({ id: bytes.subarray(at, at + 4).toString(), data: bytes.subarray(at + 8, at + 8 + length) });
    at += 8 + length + (length & 1);
  }
  return chunks;
}

const LONG = "export --soup 200x200 -r :T200,200 --to 1e6 --yes --scale 2";

describe("stopping", () => {
  it.each([
    ["long.gif", 0],
    ["long.apng", 5],
    ...(ffmpeg ? [["long.mp4", 50] as const, ["long.ogv", 150] as const] : []),
    ["long.zip/f-%06d.pbm", 300],
  ] as const)(
    "%s leaves nothing under its name at Ctrl-C, also %i ms after it has begun",
    async (name, after) => {
      await mkdir(scratch.path("stopped"), { recursive: true });
      const packed = LONG.replace(" --scale 2", "").replace("1e6", "65533");
      const words = (name.includes("zip") ? packed : LONG).split(" ");
      const child = spawn(process.execPath, [CLI, ...words, "-o", `stopped/${name}`], {
        cwd: scratch.path(),
      });
      let stderr = "";
      child.stderr.on("data", (text: Buffer) => {
        stderr += text.toString();
      });
      const ended = new Promise((resolve) => child.on("close", (_, signal) => resolve(signal)));
      // Under way as soon as there is a temporary file.
      while ((await scratch.names("stopped")).length === 0 && child.exitCode === null) await sleep(5);
      await sleep(after);
      child.kill("SIGINT");
      expect({ signal: await ended, stderr }).toMatchObject({
        signal: "SIGINT",
        stderr: expect.stringMatching(/Stopped after [\d,]+ of (1,000,001|65,534) frames\./),
      });
      expect(await scratch.names("stopped")).toEqual([]);
    },
  );

  it("in the middle, killed: finished frames are whole, and the run can be gone on with", async () => {
    const words = "export --soup 96x64 -r :T96,64 --to 1500 -o killed/f-%06d.pbm".split(" ");
    const child = spawn(process.execPath, [CLI, ...words], { cwd: scratch.path(), stdio: "ignore" });
    const gone = new Promise((resolve) => child.on("exit", resolve));
    while ((await scratch.names("killed").catch(() => [])).length < 100) {
      if (child.exitCode !== null) break;
      await sleep(5);
    }
    child.kill("SIGKILL");
    await gone;
    const kept = (await scratch.names("killed")).filter((name) => !name.startsWith("."));
    const size = "P4\n96 64\n".length + 12 * 64;
    for (const name of kept) expect((await readFile(scratch.path(`killed/${name}`))).length).toBe(size);
    const again = JSON.parse(
      (await tessella([...words, "--resume", "--json"], { cwd: scratch.path() })).stdout,
    );
    expect(again).toMatchObject({ frames: 1501, kept: kept.length });
    await tessella([...words.slice(0, -1), "whole/f-%06d.pbm"], { cwd: scratch.path() });
    for (const name of ["f-000000.pbm", kept.at(-1) ?? "", "f-000750.pbm", "f-001500.pbm"]) {
      const [a, b] = await Promise.all([
        readFile(scratch.path(`killed/${name}`)),
        readFile(scratch.path(`whole/${name}`)),
      ]);
      expect(a.equals(b), name).toBe(true);
    }
  });

  it("does not go on with another export's frames", async () => {
    await runHere("export --soup 20x20 --region 0,0,9,9 --to 5 -o other/f-%d.pbm");
    const { code, stderr } = await runHere(
      "export --soup 20x20 --region 0,0,9,8 --to 9 -o other/f-%d.pbm --resume",
    );
    expect(code).toBe(1);
    expect(stderr).toMatch(/f-5\.pbm" is there and is not a frame of this export/);
  });
});

describe("other ways out", () => {
  it("packs a sequence into an archive", async () => {
    for (const name of ["frames.zip", "loose"])
      expect((await runHere(`export --soup 20x20 -r :T20,20 --to 9 -o ${name}/f-%02d.pbm`)).code).toBe(0);
    const files = unzipSync(await readFile(scratch.path("frames.zip")));
    expect(Object.keys(files)).toEqual(await scratch.names("loose"));
    for (const [name, bytes] of Object.entries(files))
      expect(Buffer.compare(bytes, await readFile(scratch.path(`loose/${name}`)))).toBe(0);
  });

  it("writes patterns that go on where the frame was", async () => {
    for (const ending of ["rle", "mc.gz"])
      expect((await runHere(`export --soup 20x20 --to 8 --every 4 -o pat/g-%d.${ending}`)).code).toBe(0);
    const hash = async (line: string): Promise<string> =>
      JSON.parse((await runHere(`${line} --json`)).stdout).hash;
    const truth = await hash("run --soup 20x20 -m 30");
    for (const name of ["g-1.rle", "g-2.rle", "g-1.mc.gz"])
      expect(await hash(`run pat/${name} -m 30`)).toBe(truth);
  });

  it("draws a region as SVG, every live cell in its place", async () => {
    await scratch.file("r.rle", "x = 3, y = 3, rule = B3/S23\nb2o$2o$bo!\n");
    await runHere("export r.rle --theme ink -o r.svg");
    const text = await readFile(scratch.path("r.svg"), "utf8");
    expect(text).toContain('d="M1 0h2v1h-2zM0 1h2v1h-2zM1 2h1v1h-1z"');
    expect(text).toContain('viewBox="0 0 3 3"');
  });

  it("finds the loop of a gun that never comes back as a whole, and of a ship that flies", async () => {
    const gun =
      "x = 36, y = 9, rule = B3/S23\n24bo$22bobo$12b2o6b2o12b2o$11bo3bo4b2o12b2o$2o8bo5bo3b2o$2o8bo3bob2o4bobo$10bo5bo7bo$11bo3bo$12b2o!\n";
    await scratch.file("gun.rle", gun);
    await scratch.file("glider.rle", "x = 3, y = 3, rule = B3/S23\nbo$2bo$3o!\n");
    const shown = await runHere(
      "export gun.rle --to 300 --loop --region 0,0,36,25 --scale 1 -o gun.gif --json",
    );
    expect(JSON.parse(shown.stdout).frames).toBe(30);
    const ship = await runHere(
      "export glider.rle --to 50 --loop --region follow --size 60x60 -o ship.gif --json",
    );
    expect(JSON.parse(ship.stdout).frames).toBe(4);
    const none = await runHere("export gun.rle --to 29 --loop -o none.gif");
    expect(none).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/No loop was found.*later generation/),
    });
  });

  it("says beforehand what it would write, and writes nothing", async () => {
    const line = "export --soup 128x128 -r :T128,128 --to 199 --scale 2 -o guess.gif --json";
    const guess = JSON.parse((await runHere(`${line} --dry-run`)).stdout);
    expect(await scratch.names()).not.toContain("guess.gif");
    const truth = JSON.parse((await runHere(line)).stdout);
    expect(guess).toMatchObject({ frames: 200, width: 256, height: 256 });
    expect(Math.max(guess.bytes / truth.bytes, truth.bytes / guess.bytes)).toBeLessThan(1.5);
  });

  it("refuses what makes no sense in one sentence", async () => {
    const camera = await scratch.file("camera.json", '{"keyframes": [{"generation": 0, "x": 0, "y": 0}]}');
    const comma = await scratch.file("comma.json", '{"ease": "linear"\n  "keyframes": []}');
    for (const [line, sentence] of [
      ["--to 3 --fps 60 -o x.gif", /GIF shows at most 50 frames a second/],
      ["--to 3 --scale 4 -o f-%d.pbm", /--scale is for pictures and video; PBM sequence has no use for it/],
      ["--scale four -o x.png", /--scale wants pixels a cell/],
      ["--scale 2 --size 9x9 -o x.png", /either --scale or --size/],
      ["--theme drak -o x.png", /no theme "drak"\. Did you mean dark\?/],
      [
        `--camera ${camera} -o x.png`,
        /camera\.json: line 1, column 16: Keyframe 1 of the camera has no "zoom".* It looks like/,
      ],
      [`--camera ${comma} -o x.png`, /comma\.json: line 2, column 3: The camera file is no JSON: a comma/],
      [
        "--to 3 --hold 2 -o f-%d.png",
        /--hold is for films; these frames are files of their own\. Films are \.gif/,
      ],
      [
        "--to 3 --hold 2 -o f-%d.pbm",
        /--hold is for films; these frames are files of their own\. Films are \.gif/,
      ],
      [
        "--to 3 --hold 2 --format png -o -",
        /--hold is for films; these frames are files of their own\. Films are \.gif/,
      ],
      ["--to 3 --fps 10 -o f-%d.png", /--fps is for films; these frames are files of their own\. Films are/],
      ["--to 3 --fps 10 -o f-%d.pbm", /--fps is for films; these frames are files of their own\. Films are/],
      ["--codec vp9 -o x.mp4", /cannot be packed with the codec "vp9"\. There are: h264, av1/],
      ["--codec vp9 -o x.gif", /cannot be packed with the codec "vp9"\. Only \.mp4 and \.webm have a choice/],
      ["--to 3 --speed 20 --every 2 -o x.gif", /--speed and --every both say how fast/],
      ["--to 3 --speed 20 -o f-%d.pbm", /--speed is for pictures and video/],
      ["--to 3 --resume -o x.gif", /--resume goes on with frames in files/],
    ] as const) {
      const { code, stderr } = await inProcess("export", "--soup", "9x9", ...line.split(" "));
      expect({ line, code }).toEqual({ line, code: 2 });
      expect(stderr).toMatch(sentence);
    }
  });
});
