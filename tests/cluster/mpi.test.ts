// What ranks may rely on when they are processes that Open MPI connects: the same checks, by real ranks.

import { spawnSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { builtProgram } from "../support/built-program.ts";
import { toolOrSkip } from "../support/require-tool.ts";

const mpirun = toolOrSkip("mpirun");

/** What Open MPI wants of a container: root, and more ranks than cores. */
const ANYWHERE = ["--allow-run-as-root", "--oversubscribe", "--bind-to", "none"];

describe.skipIf(!mpirun)("MPI", () => {
  let folder: string;
  let program: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "tessella-mpi-"));
    program = await builtProgram("transport-rank.ts", folder);
  });

  afterAll(() => rm(folder, { recursive: true, force: true }));

  const ranks = (count: number, task: string) =>
    spawnSync(mpirun as string, [...ANYWHERE, "-n", `${count}`, process.execPath, program, task], {
      encoding: "utf8",
    });

  it.each([1, 2, 3, 4])("keeps the contract of a transport on %i ranks", (count) => {
    const { stdout, stderr } = ranks(count, "contract");
    expect(stdout.trim().split("\n").sort(), stderr).toEqual(
      Array.from({ length: count }, (_, rank) => JSON.stringify({ rank, size: count, troubles: [] })),
    );
  });

  it("ends every rank that waits when one ends the computation, with its reason", () => {
    const { status, stderr } = ranks(3, "abort");
    expect(stderr).toContain("told: Rank 2 has had enough.");
    expect(stderr.match(/told:/g)).toHaveLength(1);
    expect(status).toBe(1);
  });
});
