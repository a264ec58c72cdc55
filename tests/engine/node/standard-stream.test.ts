// Text is written at once, and all of it, whatever takes it.

import { writeSync } from "node:fs";
import { afterEach, describe, expect, it, vi } from "vitest";
import { StandardStream } from "../../../engine/node/standard-stream.ts";

vi.mock("node:fs", async (original) => ({ ...(await original<object>()), writeSync: vi.fn() }));

const taken: string[] = [];
const failed = vi.fn();

/** Takes so many bytes a call; once they are used up, it throws. */
function takes(counts: readonly number[], code: string): void {
  const left = [...counts];
  vi.mocked(writeSync).mockImplementation((_file, bytes) => {
    const count = left.shift();
    if (count === undefined) throw Object.assign(new Error(code), { code });
    taken.push((bytes as unknown as Buffer).subarray(0, count).toString());
    return count;
  });
}

afterEach(() => {
  taken.length = 0;
  vi.restoreAllMocks();
});

describe.skipIf(process.platform === "win32")("standard output", () => {
  it("is written piece by piece, and its stream stays closed", () => {
    takes([4, 3, 99], "EIO");
    const output = new StandardStream(1, failed);
    output.write("generation\n");
    expect(taken).toEqual(["gene", "rat", "ion\n"]);
    expect(output.isOpen).toBe(false);
  });

  it("waits as a stream where a pipe has no room left, and what follows goes the same way", () => {
    takes([4], "EAGAIN");
    const stream = vi.spyOn(process.stdout, "write").mockReturnValue(true);
    const output = new StandardStream(1, failed);
    output.write("generation\n");
    output.write("population\n");
    expect(taken).toEqual(["gene"]);
    expect(stream.mock.calls.map(([text]) => `${text}`)).toEqual(["ration\n", "population\n"]);
    expect(output.isOpen).toBe(true);
    process.stdout.off("error", failed);
  });

  it("tells of what cannot be written", () => {
    takes([], "ENOSPC");
    new StandardStream(1, failed).write("generation\n");
    expect(failed).toHaveBeenCalledWith(expect.objectContaining({ code: "ENOSPC" }));
  });
});
