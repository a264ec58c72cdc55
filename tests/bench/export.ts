/**
 * `npm run bench -- export`: what exporting costs beside what it cannot do without, each pair in turns in one run.
 *
 *   frames   PBM frames of a 1024 x 1024 torus, against stepping alone and writing as many bytes with plain synchronous calls
 *   film     a 1080p MP4 of 600 frames, against exporting PNGs and running ffmpeg on them
 *   memory   the most memory that the command takes for 100 and for 10,000 frames
 *   size     APNG and GIF against apngasm and gifsicle on the same frames
 *   guess    estimates against what ten exports then took
 *
 * Sections can be named: `npm run bench -- export:frames export:film`.
 */

import { execFileSync, spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Universe } from "../../engine/algorithms/algorithm.ts";
import { createUniverse } from "../../engine/algorithms/load.ts";
import { median } from "../../engine/bench/statistics.ts";
import { torus } from "../../engine/core/topology.ts";
import { openFrames } from "../../engine/export/frame-source.ts";
import { PBM_SEQUENCE } from "../../engine/export/pbm-sequence.ts";
import { findProgram } from "../../engine/node/find-program.ts";
import { frameWriter } from "../../engine/node/frame-writer.ts";
import { LIFE } from "../../engine/rules/universe-rule.ts";

const CLI = join(process.cwd(), "out/cli/main.cjs");

async function inFolder<T>(work: (folder: string) => T | Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "tessella-bench-"));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function soup(side: number, algorithm = "bitwise"): Promise<Universe> {
  const request = {
    rule: LIFE,
    topology: torus(side, side),
    algorithm,
    soup: { seed: 1, density: 0.5, width: side, height: side },
  };
  return createUniverse(request, {}).then(({ universe }) => universe);
}

interface Cost {
  readonly seconds: number;
  /** Of all threads, in seconds: what a busy machine changes less. */
  readonly cpu: number;
}

function startClock(): () => Cost {
  const [began, before] = [performance.now(), process.cpuUsage()];
  return () => {
    const { user, system } = process.cpuUsage(before);
    return { seconds: (performance.now() - began) / 1000, cpu: (user + system) / 1e6 };
  };
}

const ROUNDS = 10;
const FRAMES_A_ROUND = 1000;

/**
 * Both run the same universe from the same start; rounds take turns, so that a slow minute slows both. Nothing is deleted
 * before the end: ext4 without a journal searches long for the inodes of new files while many have just been freed. All go to one
 * folder: how long a new file takes depends on where its folder happens to lie, up to four times as long.
 */
async function benchFrames(): Promise<void> {
  const [ours, plain] = [await soup(1024), await soup(1024)];
  const rounds: { ours: Cost; plain: Cost }[] = [];
  await inFolder(async (folder) => {
    const writer = frameWriter(folder, 2 ** 22);
    const bytes = Buffer.alloc("P4\n1024 1024\n".length + 1024 * 128, 0x55);
    const ourRound = async (round: number): Promise<Cost> => {
      const from = BigInt(round * FRAMES_A_ROUND);
      const range = { from, to: from + BigInt(FRAMES_A_ROUND - 1), every: 1n };
      const cost = startClock();
      const source = await openFrames(ours, range, "first");
      await PBM_SEQUENCE.run(source, writer, { name: `ours-${round}-%06d.pbm` });
      return cost();
    };
    const plainRound = async (round: number): Promise<Cost> => {
      const cost = startClock();
      for (let index = 0; index < FRAMES_A_ROUND; index++) {
        await plain.step(BigInt(round * FRAMES_A_ROUND + index));
        const name = `plain-${round}-${String(index).padStart(6, "0")}.pbm`;
        const fd = openSync(join(folder, name), "w");
        writeSync(fd, bytes);
        closeSync(fd);
      }
      return cost();
    };
    for (let round = 0; round < ROUNDS; round++) {
      // Each goes first every other time: the first one finds the folder's inodes otherwise than the second.
      const early = round % 2 === 1 ? await plainRound(round) : null;
      const exported = await ourRound(round);
      rounds.push({ ours: exported, plain: early ?? (await plainRound(round)) });
    }
    await writer.close();
  });
  const total = (of: (pair: (typeof rounds)[0]) => number): number =>
    rounds.reduce((sum, pair) => sum + of(pair), 0);
  for (const what of ["seconds", "cpu"] as const) {
    const [a, b] = [total((pair) => pair.ours[what]), total((pair) => pair.plain[what])];
    const middle = median(rounds.map((pair) => pair.ours[what] / pair.plain[what]));
    console.log(
      `${ROUNDS * FRAMES_A_ROUND} PBM frames of 1024 x 1024: ${a.toFixed(2)} s${what === "cpu" ? " of CPU" : ""}; ` +
        `stepping and plain writes: ${b.toFixed(2)} s; ${(a / b).toFixed(2)}x (median round ${middle.toFixed(2)}x)`,
    );
  }
}

const FILM = ["export", "--soup", "480x270", "-r", ":T480,270", "--to", "599", "--scale", "4"];

async function benchFilm(): Promise<void> {
  const ffmpeg = findProgram("ffmpeg");
  if (!ffmpeg) return console.log("(no ffmpeg: film is left out)");
  const ratios: number[] = [];
  for (let round = 0; round < 3; round++) {
    await inFolder((folder) => {
      const run = (program: string, args: readonly string[]): number => {
        const began = performance.now();
        execFileSync(program, args, { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
        return (performance.now() - began) / 1000;
      };
      const film = run(process.execPath, [CLI, ...FILM, "--fps", "60", "-q", "-o", "film.mp4"]);
      const pictures = run(process.execPath, [CLI, ...FILM, "-q", "-o", "frame-%06d.png"]);
      const packing = run(ffmpeg, [
        ...["-v", "error", "-y", "-framerate", "60", "-i", "frame-%06d.png"],
        ...["-pix_fmt", "yuv420p", "packed.mp4"],
      ]);
      const sizes = [statSync(join(folder, "film.mp4")).size, statSync(join(folder, "packed.mp4")).size];
      ratios.push((pictures + packing) / film);
      console.log(
        `1080p MP4 of 600 frames: ${film.toFixed(1)} s (${sizes[0]} bytes); PNGs ${pictures.toFixed(1)} s and ffmpeg ` +
          `${packing.toFixed(1)} s (${sizes[1]} bytes); ${((pictures + packing) / film).toFixed(2)}x as fast`,
      );
    });
  }
  console.log(`median ${median(ratios).toFixed(2)}x`);
}

/** The most memory the command held, in megabytes, as the system counts it. */
function peakOf(folder: string, words: readonly string[]): number {
  const time = findProgram("time");
  if (!time) return Number.NaN;
  const { stderr, status } = spawnSync(time, ["-f", "%M", process.execPath, CLI, ...words], {
    cwd: folder,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`tessella ${words.join(" ")} failed: ${stderr}`);
  return Number(stderr.trim().split("\n").at(-1)) / 1024;
}

async function benchMemory(): Promise<void> {
  const kinds = ["f-%06d.pbm", "f-%06d.png", "f.gif", "f.apng", "f.mp4"];
  for (const name of kinds) {
    const peaks: number[] = [];
    for (const frames of [100, 10_000]) {
      await inFolder((folder) => {
        const words = ["export", "--soup", "256x256", "-r", ":T256,256", "--to", `${frames - 1}`, "-o", name];
        peaks.push(peakOf(folder, name.endsWith(".pbm") ? words : [...words, "--scale", "1"]));
      });
    }
    console.log(`${name}: ${peaks[0].toFixed(0)} MB for 100 frames, ${peaks[1].toFixed(0)} MB for 10,000`);
  }
}

const WORLDS: readonly (readonly string[])[] = [
  ["--soup", "128x128:0.3:7", "-r", ":T128,128", "--scale", "1", "--to", "59"],
  ["--soup", "96x96:0.3:7", "-r", ":T96,96", "--scale", "4", "--to", "39"],
  ["--soup", "128x128", "-r", "B4678/S35678:T128,128", "--scale", "2", "--to", "99"],
  ["--soup", "200x200:0.03:7", "-r", ":T200,200", "--scale", "2", "--to", "59"],
  ["--soup", "400x400:0.3", "-r", ":T400,400", "--scale", "1", "--to", "39"],
];

async function benchSize(): Promise<void> {
  const [apngasm, gifsicle] = [findProgram("apngasm"), findProgram("gifsicle")];
  for (const world of WORLDS) {
    await inFolder((folder) => {
      const run = (program: string, ...args: readonly string[]): void => {
        execFileSync(program, args, { cwd: folder, stdio: "ignore" });
      };
      for (const name of ["ours.apng", "ours.gif", "f%04d.png"])
        run(process.execPath, CLI, "export", ...world, "-o", name);
      const size = (name: string): number => statSync(join(folder, name)).size;
      const parts: string[] = [world.join(" ")];
      if (apngasm) {
        run("bash", "-c", `"${apngasm}" theirs.png f*.png 1 25 -z1`);
        parts.push(
          `APNG ${size("ours.apng")} against ${size("theirs.png")}: ${(size("ours.apng") / size("theirs.png")).toFixed(3)}`,
        );
      }
      if (gifsicle) {
        run(gifsicle, "-O3", "ours.gif", "-o", "theirs.gif");
        parts.push(
          `GIF ${size("ours.gif")} against ${size("theirs.gif")}: ${(size("ours.gif") / size("theirs.gif")).toFixed(3)}`,
        );
      }
      console.log(parts.join("; "));
    });
  }
}

/** Ten exports of different kinds. */
const GUESSED: readonly (readonly string[])[] = [
  ["--soup", "512x512", "-r", ":T512,512", "--to", "1999", "-o", "f-%06d.pbm"],
  ["--soup", "256x256", "-r", ":T256,256", "--to", "499", "--scale", "2", "-o", "f.gif"],
  ["--soup", "256x256", "-r", ":T256,256", "--to", "499", "--scale", "2", "-o", "f.apng"],
  ["--soup", "480x270", "-r", ":T480,270", "--to", "299", "--scale", "4", "-o", "f.mp4"],
  ["--soup", "320x180", "-r", ":T320,180", "--to", "199", "--scale", "4", "-o", "f.webm"],
  ["--soup", "300x300", "-r", "B4678/S35678:T300,300", "--to", "599", "--scale", "2", "-o", "f.gif"],
  ["--soup", "100x100", "-r", "B2/S34H:T100,100", "--to", "99", "--scale", "6", "-o", "f-%04d.png"],
  ["--soup", "64x64", "--to", "1000", "--region", "grow", "--size", "640x360", "-o", "f.apng"],
  ["--soup", "2048x2048", "-r", ":T2048,2048", "--to", "299", "--scale", "1/4", "-o", "f-%04d.png"],
  ["--soup", "200x200", "-r", ":T200,200", "--to", "3000", "--every", "10", "-o", "f-%04d.rle"],
];

async function benchGuess(): Promise<void> {
  let [worstTime, worstBytes] = [1, 1];
  for (const words of GUESSED) {
    await inFolder((folder) => {
      const run = (...more: readonly string[]): { readonly bytes: number; readonly seconds: number } => {
        const said = execFileSync(process.execPath, [CLI, "export", ...words, "--json", ...more], {
          cwd: folder,
          encoding: "utf8",
          stdio: ["ignore", "pipe", "ignore"],
        });
        return JSON.parse(said) as { bytes: number; seconds: number };
      };
      const guess = run("--dry-run");
      const truth = run();
      const off = (a: number, b: number): number => Math.max(a / b, b / a);
      const [time, bytes] = [off(guess.seconds, truth.seconds), off(guess.bytes, truth.bytes)];
      worstTime = Math.max(worstTime, time);
      worstBytes = Math.max(worstBytes, bytes);
      console.log(
        `${words.join(" ")}: ${guess.bytes} bytes guessed, ${truth.bytes} written (${bytes.toFixed(2)}x off); ` +
          `${guess.seconds.toFixed(2)} s guessed, ${truth.seconds.toFixed(2)} s taken (${time.toFixed(2)}x off)`,
      );
    });
  }
  console.log(`worst: bytes ${worstBytes.toFixed(2)}x, time ${worstTime.toFixed(2)}x`);
}

export const EXPORT_SECTIONS: Readonly<Record<string, () => Promise<void>>> = {
  "export:frames": benchFrames,
  "export:film": benchFilm,
  "export:memory": benchMemory,
  "export:size": benchSize,
  "export:guess": benchGuess,
};

export async function benchExport(): Promise<void> {
  for (const section of Object.values(EXPORT_SECTIONS)) await section();
}
