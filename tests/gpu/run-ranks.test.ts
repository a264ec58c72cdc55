// `tessella run` over ranks that compute on a GPU, real threads and real processes that share one: the cells of the CPU.

import { beforeAll, expect, it } from "vitest";
import { builtCli, tessella } from "../support/cli.ts";
import { inProcess } from "../support/in-process.ts";
import { toolOrSkip } from "../support/require-tool.ts";

beforeAll(builtCli, 120_000);

const MPI = ["--transport", "mpi", "--gpus", "shared"];
const WAYS = (
  [
    ["B2/S34H:P", "300,140", ["--ranks", "3", "--halo", "9", "--no-overlap"]],
    ["B3/S23:T", "300+41,140", ["--ranks", "2", "--halo", "16", ...MPI]],
    // They try out halos on slabs of a few rows: each further halo would be seconds of a software adapter.
    ["B03/S23:T", "300,16", ["--ranks", "2", ...MPI]],
  ] as const
).filter(([, , words]) => !words.some((word) => word === "mpi") || toolOrSkip("mpirun"));

it.each(WAYS)(
  "comes to the hash of %s%s on the CPU over %j",
  {
    timeout: 120_000,
  },
  async (rule, sides, ranks) => {
    const soup = `${sides.replace(/\+\d+/, "").replace(",", "x")}:0.4:5`;
    const words = ["run", "--soup", soup, "-m", "60", "-r", `${rule}${sides}`, "--json"];
    const alone = JSON.parse((await inProcess(...words, "-a", "bitwise")).stdout);
    const { code, stdout, stderr } = await tessella([...words, "-a", "gpu", ...ranks]);
    expect([code, stderr]).toEqual([0, ""]);
    expect(JSON.parse(stdout)).toEqual({
      ...alone,
      algorithm: "gpu",
      adapter: expect.stringMatching(/\w/),
      seconds: expect.any(Number),
    });
  },
);
