import { availableParallelism } from "node:os";
import { describe, expect, it } from "vitest";
import { parseArguments } from "../../engine/cli/arguments.ts";
import { BENCH } from "../../engine/cli/commands/bench.ts";
import { benchClusters } from "../../engine/cli/commands/bench-cluster.ts";
import type { CommandTools } from "../../engine/cli/rank-runs.ts";
import { Terminal } from "../../engine/cli/terminal.ts";
import { throwIfAborted } from "../../engine/core/errors.ts";

/** A tenth of a second to start, then ten microseconds and a nanosecond a cell, and a tenth of a millisecond an exchange. */
function answer(command: readonly string[]): { readonly seconds: number; readonly hash: string } {
  const of = (option: string): string => command[command.indexOf(option) + 1];
  const [width, height] = of("--soup").split("x").map(Number);
  const [ranks, halo, generations] = ["--ranks", "--halo", "-m"].map((option) => Number(of(option)));
  const rows = ranks === 1 ? height : height / ranks + 2 * halo;
  const computing = Math.max(1, ranks / availableParallelism()) * (1e-5 + 1e-9 * width * rows);
  const exchange = ranks === 1 ? 0 : 1e-4 / halo;
  return { seconds: 0.1 + generations * (computing + exchange), hash: `${of("--soup")} ${generations}` };
}

/** `stopAt`: how many commands are run before somebody stops it. */
async function bench(
  line: string,
  measure: (command: readonly string[]) => object | string = answer,
  stopAt = Number.POSITIVE_INFINITY,
) {
  const stop = new AbortController();
  const said = { out: "", err: "" };
  const write = (to: "out" | "err") => ({ write: (text: string) => (said[to] += text) });
  const terminal = new Terminal(write("out"), write("err"));
  const commands: (readonly string[])[] = [];
  const tools: CommandTools = {
    tessella: ["node", "tessella"],
    measure: async (command) => {
      if (commands.length === stopAt) stop.abort();
      throwIfAborted(stop.signal);
      commands.push(command);
      const result = measure(command);
      const failed = typeof result === "string";
      const error = JSON.stringify({ error: { kind: "io", message: result }, exit: 1 });
      return {
        code: failed ? 1 : 0,
        stdout: failed ? "" : JSON.stringify(result),
        stderr: failed ? error : "",
        cpuSeconds: null,
        peakBytes: null,
      };
    },
  };
  const args = parseArguments(BENCH, line.split(" "));
  terminal.configure({ quiet: false, verbose: args.has("verbose") });
  const error: unknown = await benchClusters({ args, terminal, signal: stop.signal }, tools).catch(
    (thrown) => thrown,
  );
  return { ...said, commands, error };
}

describe("tessella bench cluster", () => {
  it("runs commands over ranks, takes off what their start takes, and prints predicted beside measured", async () => {
    const { out, err, commands, error } = await bench("cluster --grid 512x256 --ranks 4,1,2 --seconds .1 -v");
    expect({ error }).toEqual({ error: undefined });
    expect(out).toMatch(/^T\/gen = 10 us \+ 1 ns x cells, T_lat = (0\.1 ms|100 us), /);
    // Ten microseconds and 512 x 256 nanoseconds, without the start.
    expect(out).toMatch(
      /\| strong \| 1 +\| 512 x 256 \| +\| 0\.1411 ms +\| 0\.1411 ms +\| -?0\.0 % +\| 1\.00 +\|/,
    );
    expect(out).toMatch(/\| strong \| 2 +\|/);
    expect(out).toMatch(/\| strong \| 4 +\|/);
    expect(err).toMatch(/2 ranks on 512 x 256 cells with halos of \d+ rows[^:]*: [^ ]+ \S+ predicted\./);
    const words = commands.map((command) => command.join(" "));
    expect(new Set(words.map((word) => word.split(" ")[2]))).toEqual(new Set(["run"]));
    expect(words.find((word) => word.includes("--ranks 2"))).toMatch(
      /^node tessella run --soup 512x256 -r B3\/S23:T512,256 -m \d+ -a bitwise -M 32000 --ranks 2 --transport threads --halo 32 --no-overlap -q --json$/,
    );
  });

  it("asks for GPUs as it is told", async () => {
    const { commands } = await bench(
      "cluster -a tile-16 --transport mpi --gpus shared --adapter H200 --ranks 1,2 --grid 256",
    );
    const words = commands.map((command) => command.join(" "));
    expect(words.every((word) => word.includes("-a tile-16 -M 32000 --adapter H200"))).toBe(true);
    expect(words.every((word) => word.includes("--transport mpi --halo "))).toBe(true);
    expect(words.every((word) => word.includes(" --gpus shared"))).toBe(true);
  });

  it("prints what it has when it is stopped", async () => {
    const all = await bench("cluster --grid 512 --ranks 1,2,4");
    const { error, out } = await bench("cluster --grid 512 --ranks 1,2,4", answer, all.commands.length - 1);
    expect(error).toMatchObject({ code: "aborted" });
    expect(out).toMatch(/\| strong \| 2 +\|/);
    expect(out).not.toMatch(/\| strong \| 4 +\|/);
  });

  it("says why there is no model, and which cells are others", async () => {
    const refused = await bench("cluster --grid 512 --ranks 1,2", () => "There is no mpirun on PATH.");
    expect(refused.error).toMatchObject({
      code: "bad-argument",
      message: expect.stringContaining("A run of 1 rank on 512 x 512 cells: There is no mpirun on PATH."),
    });
    const unlike = await bench("cluster --grid 512 --ranks 1,2 --json", (command) => {
      const outcome = answer(command);
      return command.includes("2") ? { ...outcome, hash: "others" } : outcome;
    });
    expect(unlike.error).toMatchObject({
      message: expect.stringMatching(/^A run of 2 ranks on 512 x 512 cells .* ended with other cells/),
    });
    expect(JSON.parse(unlike.out)).toMatchObject({ fit: { secondsACell: expect.closeTo(1e-9, 12) } });
  });

  it.each([
    ["cluster --gpus each", /--gpus is about GPUs, and bitwise runs on the CPU/],
    ["cluster -a gpu --gpus each", /--transport mpi/],
    ["cluster --parts strong,wide", /There is no part "wide"/],
    ["cluster --ranks 0", /--ranks wants a whole number from 1 on/],
    ["cluster --transport smoke", /There is no transport "smoke"/],
  ])("%s", async (line, sentence) => {
    const { error, commands } = await bench(line);
    expect((error as Error).message + ((error as { hint?: string }).hint ?? "")).toMatch(sentence);
    expect(commands).toEqual([]);
  });
});
