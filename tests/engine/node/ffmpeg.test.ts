// What becomes of an ffmpeg that cannot do what it is asked.

import { describe, expect, it, test } from "vitest";
import { FfmpegPipe, triedFilm } from "../../../engine/node/ffmpeg.ts";

test("a program that cannot be started says so when it is tried", () => {
  expect(triedFilm("/no/such/ffmpeg", ".mkv")).toMatch(/ENOENT/);
});

/** In the place of ffmpeg: a shell with these words. */
const shell = (words: string): FfmpegPipe => new FfmpegPipe("/bin/sh", ["-c", words], "film.mp4");
const saying = (...lines: readonly string[]): FfmpegPipe =>
  shell(`cat >/dev/null; printf '%s\\n' ${lines.map((line) => `'${line}'`).join(" ")} >&2; exit 1`);

describe.skipIf(process.platform === "win32")("an ffmpeg that fails", () => {
  const END = "Error writing trailer of film.mp4: ";
  it.each([
    [`${END}No space left on device`, '"film.mp4" was not written: the disk is full.'],
    [`${END}Disk quota exceeded`, '"film.mp4" was not written: your disk quota is used up.'],
    [`${END}File too large`, '"film.mp4" was not written: '],
  ])("has written what there was room for: %s", async (last, sentence) => {
    const pipe = saying("[mp4 @ 0x55] a warning", last);
    await pipe.write(new Uint8Array(10));
    const failure = await pipe.end().catch((error: Error) => error);
    expect(failure).toMatchObject({ code: "io", message: expect.stringContaining(sentence) });
    expect((failure as Error).message).not.toContain("warning");
  });

  it.each([
    [
      "Svt[info]: SVT-AV1\n[libx264 @ 0x5] width not even (1x1).\nError opening output",
      "width not even (1x1)",
    ],
    [
      "Svt[warn]: slow\nSvt[error]: Instance 1: Source Width must be at least 64\n",
      "Source Width must be at least 64",
    ],
    ["", "no reason given"],
  ])("says its first reason and no others: %j", async (said, why) => {
    await expect(saying(...said.split("\n")).end()).rejects.toMatchObject({
      ...{ code: "io", message: `ffmpeg could not write "film.mp4": ${why}.` },
    });
  });

  it("says what has ended it, or why it has not begun", async () => {
    await expect(shell("kill -KILL $$").end()).rejects.toThrow(/: ended by SIGKILL\.$/);
    await expect(new FfmpegPipe("/no/such/ffmpeg", [], "film.mp4").end()).rejects.toThrow(/ENOENT/);
  });

  it("takes no more pictures, and says why with the first that it does not take", async () => {
    const pipe = shell("echo 'no such codec' >&2; exit 1");
    const large = new Uint8Array(2 ** 20);
    const feed = async (): Promise<void> => {
      for (;;) await pipe.write(large);
    };
    await expect(feed()).rejects.toThrow('ffmpeg could not write "film.mp4": no such codec.');
  });

  it("ends at once when it is stopped", async () => {
    const pipe = shell("exec sleep 600");
    await pipe.kill();
    await expect(pipe.end()).rejects.toThrow(/ended by SIGKILL/);
  });
});
