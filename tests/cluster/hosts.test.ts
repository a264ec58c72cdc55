// Ranks on several hosts: the same cells over a network, and a rank that is lost on the other host.

import { spawn, spawnSync } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { builtCli, CLI, tessella } from "../support/cli.ts";
import { toolOrSkip } from "../support/require-tool.ts";
import { twoHosts, twoHostsRefused } from "../support/two-hosts.ts";

const mpirun = toolOrSkip("mpirun");
// Whoever tests in a container may not make namespaces, in CI neither.
const refused = mpirun ? twoHostsRefused() : null;
if (refused !== null) console.warn(`Skipping tests of several hosts: ${refused}.`);

const SOUP = ["run", "--soup", "1000x777:0.4:5", "-r", "B3/S23:T1000,777", "-a", "bitwise"];

describe.skipIf(!mpirun || refused !== null)("tessella run --hosts", { timeout: 90_000 }, () => {
  let folder: string;
  let onFirst: readonly string[];
  let env: NodeJS.ProcessEnv;
  let ranks: readonly string[];

  beforeAll(builtCli, 60_000);
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "tessella-hosts-"));
    const hosts = await twoHosts(folder);
    onFirst = hosts.words;
    env = { ...process.env, ...hosts.env };
    await writeFile(join(folder, "HOSTS"), "node1 slots=2\nnode2 slots=2\n");
    ranks = ["--transport", "mpi", "--ranks", "4", "--hosts", join(folder, "HOSTS")];
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const command = (words: readonly string[]): readonly [string, readonly string[]] => {
    const [program, ...rest] = [...onFirst, process.execPath, CLI, ...words];
    return [program, rest];
  };

  const WORDS = [...SOUP, "-m", "100", "--json"];
  let alone: Promise<string> | undefined;
  const hashAlone = async (): Promise<string> => {
    alone ??= tessella(WORDS).then(({ stdout }) => JSON.parse(stdout).hash);
    return alone;
  };

  it.each(["1", "auto"])("comes to the cells of one rank over a network, with a halo of %s", async (halo) => {
    const [program, rest] = command([...WORDS, ...ranks, "--halo", halo, "-v"]);
    const { status, stdout, stderr } = spawnSync(program, rest, { encoding: "utf8", env });
    expect(status, stderr).toBe(0);
    expect(JSON.parse(stdout).hash).toBe(await hashAlone());
    const places = [...stderr.matchAll(/Rank (\d) of 4 is process \d+ on (\S+);/g)];
    expect(places.map(([, rank, host]) => [rank, host])).toEqual([
      ["0", "node1"],
      ["1", "node1"],
      ["2", "node2"],
      ["3", "node2"],
    ]);
  });

  it("says which rank was lost on the other host, and leaves nothing running", async () => {
    const [program, rest] = command([...SOUP, "-m", "2^60", "-i", "50", "-v", ...ranks, "--halo", "8"]);
    const child = spawn(program, rest, { env });
    let said = "";
    let steps = "";
    const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
    const rank = () => /Rank 3 of 4 is process (\d+) on node2/.exec(said)?.[1];
    // Which of its two streams is heard first is nobody's choice.
    const stepping = new Promise<void>((resolve) => {
      const look = (): void => {
        if (steps.includes("\n") && rank() !== undefined) resolve();
      };
      child.stderr.on("data", (bytes: Buffer) => {
        said += bytes.toString();
        look();
      });
      child.stdout.on("data", (bytes: Buffer) => {
        steps += bytes.toString();
        look();
      });
    });
    await Promise.race([stepping, ended]);
    process.kill(await processOf(rank() as string), "SIGKILL");
    expect(await ended, said).toBe(1);
    // mpirun ends the others a second later, and rank 0 may not have had its turn by then to say where that was.
    expect(`${said}${steps}`).toMatch(
      /Rank 3 on node2 was ended by signal 9 \(Killed\)\.( Stopped at generation [\d,]+|\n)/,
    );
    const left = await readFile(join(folder, "left"), "utf8");
    expect(left).toContain("sleep 1000");
    expect(left).not.toContain(CLI);
  });
});

/** Here, of a rank that knows itself by a number of its own namespace. */
async function processOf(id: string): Promise<number> {
  for (const entry of await readdir("/proc")) {
    const status = await readFile(`/proc/${entry}/status`, "utf8").catch(() => "");
    const [, numbers] = /^NSpid:\s+(.+)$/m.exec(status) ?? [];
    const words = await readFile(`/proc/${entry}/cmdline`, "utf8").catch(() => "");
    if (numbers?.split(/\s+/).at(-1) === id && numbers !== id && words.includes(CLI)) return Number(entry);
  }
  throw new Error(`No process is known by ${id} in a namespace.`);
}
