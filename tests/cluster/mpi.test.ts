// What ranks may rely on when they are processes that Open MPI connects: the same checks, by real ranks.

import { spawn, spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { builtProgram } from "../support/built-program.ts";
import { builtCli, CLI, tessella } from "../support/cli.ts";
import { inProcess } from "../support/in-process.ts";
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

  it.each([1, 2, 3])("keeps the contract of a transport on %i ranks", (count) => {
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

// Each starts several programs, each of which starts several.
describe.skipIf(!mpirun)("tessella run --transport mpi", { timeout: 90_000 }, () => {
  beforeAll(builtCli, 60_000);

  const SOUP = ["run", "--soup", "300x200:0.4:5", "-r", "B3/S23:T300+17,200", "-m", "60", "-a", "bitwise"];
  /** What it says after some generations of a run that does not end by itself. */
  const ENDLESS = [
    "run",
    "--soup",
    "64x64",
    "-r",
    ":T64,64",
    "-a",
    "bitwise",
    "-m",
    "2^60",
    "-i",
    "2",
    "-v",
    "--halo",
    "2",
  ];
  const MPI = ["--transport", "mpi", "--ranks", "2"];

  const hashIn = (stdout: string): string => (JSON.parse(stdout) as { readonly hash: string }).hash;
  const isThere = (id: number): boolean => {
    try {
      return process.kill(id, 0);
    } catch {
      return false;
    }
  };

  it("comes to the cells of one rank, whoever starts the ranks, and says where they are", async () => {
    const picture = [...SOUP, "-o", "-", "--format", "pbm"];
    const folder = await mkdtemp(join(tmpdir(), "tessella-hosts-"));
    await writeFile(join(folder, "hosts"), "localhost slots=2 # this one\n");
    const ours = await tessella([...picture, ...MPI, "--hosts", join(folder, "hosts"), "-v"]);
    await rm(folder, { recursive: true });
    expect(ours.stderr.match(/Rank [01] of 2 is process \d+ on /g)).toHaveLength(2);
    expect(ours.stderr).toContain("2 ranks in processes exchange halos of");
    expect(ours.stdoutBytes.equals((await tessella(picture)).stdoutBytes)).toBe(true);
    const theirs = spawnSync(
      mpirun as string,
      [...ANYWHERE, "-n", "3", process.execPath, CLI, ...SOUP, "--halo", "3", "--json", "-q"],
      {
        encoding: "utf8",
      },
    );
    expect({ error: theirs.stderr, code: theirs.status }).toEqual({ error: "", code: 0 });
    expect(hashIn(theirs.stdout)).toBe(hashIn((await inProcess(...SOUP, "--json")).stdout));
  });

  it("leaves no rank behind when it is killed itself", async () => {
    const child = spawn(process.execPath, [CLI, ...ENDLESS, ...MPI], { stdio: ["ignore", "pipe", "pipe"] });
    let [said, reported] = ["", 0];
    const ids = () => [...said.matchAll(/is process (\d+)/g)].map(([, id]) => Number(id));
    child.stderr.on("data", (piece) => {
      said += piece;
    });
    child.stdout.on("data", (piece: Buffer) => {
      reported += piece.filter((byte) => byte === 10).length;
      if (reported >= 4 && ids().length === 2) child.kill("SIGKILL");
    });
    await new Promise((resolve) => child.on("close", resolve));
    expect(ids()).toHaveLength(2);
    await expect.poll(() => ids().filter(isThere)).toEqual([]);
  });

  it("says at Ctrl-C how to go on, and leaves no rank behind", async () => {
    const folder = await mkdtemp(join(tmpdir(), "tessella-stopped-"));
    const saved = ["--checkpoint", "0.001", join(folder, "saved")];
    // A terminal tells a whole group of processes.
    const child = spawn(process.execPath, [CLI, ...ENDLESS, ...MPI, ...saved], { detached: true });
    let said = "";
    child.stderr.on("data", (piece) => {
      said += piece;
    });
    // It reports its steps, each of which is saved before.
    let reported = 0;
    child.stdout.on("data", (piece: Buffer) => {
      const before = reported;
      reported += piece.filter((byte) => byte === 10).length;
      if (before < 4 && reported >= 4) process.kill(-(child.pid as number), "SIGINT");
    });
    const signal = await new Promise((resolve) => child.on("close", (_, name) => resolve(name)));
    await rm(folder, { recursive: true });
    expect(said).toMatch(
      /Stopped at generation [\d,]+ of [\d,]+\. Go on from generation [\d,]+: tessella run \S+ --ranks 2\n$/,
    );
    expect(signal).toBe("SIGINT");
    const ids = [...said.matchAll(/is process (\d+)/g)].map(([, id]) => Number(id));
    expect(ids).toHaveLength(2);
    await expect.poll(() => ids.filter(isThere)).toEqual([]);
  });

  it("tells a rank's refusal as it would its own", async () => {
    const { code, stderr } = await tessella([...SOUP, "--json", ...MPI, "-M", "1", "-r", ":T9000,9000"]);
    expect(JSON.parse(stderr)).toMatchObject({ error: { kind: "memory-limit" }, exit: 1 });
    expect(code).toBe(1);
  });

  it.each([
    [["--hosts", "HOSTS"], 1, /names no host in line 2: not a host\./],
    [["--hosts", "NONE"], 1, /There is no file/],
    [["--gpus", "all"], 2, /--gpus knows no "all"\. There are: each, shared\./],
    [["-r", ":T8,1"], 1, /1 rows? makes? slabs/],
  ] as const)("refuses %j before anything starts", async (options, exit, sentence) => {
    const folder = await mkdtemp(join(tmpdir(), "tessella-hosts-"));
    await writeFile(join(folder, "HOSTS"), "node1 slots=2\nnot a host\n");
    const words = options.map((word) => (/^[A-Z]+$/.test(word) ? join(folder, word) : word));
    const grid = words.includes("-r") ? [] : ["-r", ":T30,30"];
    const { code, stderr } = await inProcess("run", "--soup", "8x8", "-m", "5", ...grid, ...MPI, ...words);
    await rm(folder, { recursive: true });
    expect(stderr).toMatch(sentence);
    expect(code).toBe(exit);
  });
});

it("refuses options of MPI where the ranks are threads", async () => {
  const { code, stderr } = await inProcess(
    ...["run", "--soup", "8x8", "-m", "5", "-r", ":T8,8", "--ranks", "2", "--gpus", "shared"],
  );
  expect(stderr).toContain("--gpus is for ranks that are processes: --transport mpi.");
  expect(code).toBe(2);
});

it("refuses standard input where the ranks are processes, of which each would read it", async () => {
  const words = ["-m", "5", "-r", ":T8,8", "--ranks", "2", "--transport", "mpi"];
  const { code, stderr } = await inProcess("run", "-", ...words);
  expect(stderr).toContain("Ranks of mpi do not read standard input. Save it to a file");
  expect(code).toBe(2);
});
