/**
 * Golly's command line as an oracle. QuickLife runs every rule but writes RLE without a place; HashLife writes macrocells,
 * which have one, but refuses rules whose background strobes. Each is asked for what it can tell.
 */

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Runs } from "../../engine/core/runs.ts";
import { RunsBuilder, runsBounds, translateRuns } from "../../engine/core/runs.ts";
import { runOutside } from "./outside.ts";
import { cellsFromRle, rleFile } from "./rle-text.ts";
import { equalRuns } from "./runs.ts";

export interface GollyRequest {
  /** Rule with grid. */
  readonly rule: string;
  /** At least one cell; they must lie on the grid. */
  readonly cells: Runs;
  /** 1 or more. */
  readonly generation: number;
}

export class Golly {
  readonly #program: string;
  readonly #folder = mkdtempSync(join(tmpdir(), "tessella-bgolly-"));

  constructor(program: string) {
    this.#program = program;
  }

  /** The cells by QuickLife, with the top left of their box at (0, 0). */
  async quickLife(request: GollyRequest): Promise<Runs> {
    const text = await this.#run(request, "QuickLife", "rle");
    const body = text.split("\n").filter((line) => !/^[#x]/.test(line));
    return atOrigin(cellsFromRle(body.join("")));
  }

  /** The cells by HashLife, where they lie. Not for rules with B0 and without the largest S. */
  async hashLife(request: GollyRequest): Promise<Runs> {
    return cellsFromMacrocell(await this.#run(request, "HashLife", "mc"));
  }

  /** The cells by Generations, where they lie, in their states. */
  async generations(request: GollyRequest): Promise<Runs> {
    return cellsFromMacrocell(await this.#run(request, "Generations", "mc"));
  }

  /** The cells by a rule that Golly has by name or in that folder of files, where they lie, in their states. */
  async named(request: GollyRequest, rules: string): Promise<Runs> {
    const algorithm = /^(JvN|Nobili|Hutton)/.test(request.rule) ? "JvN" : "RuleLoader";
    return cellsFromMacrocell(await this.#run(request, algorithm, "mc", ["-s", `${rules}/`]));
  }

  /** How it spells a rule without a grid. */
  async spelling(rule: string): Promise<string> {
    const cells = new RunsBuilder();
    cells.add(0, 0, 1);
    const text = await this.#run({ rule, cells: cells.build(0n, 0n), generation: 1 }, "QuickLife", "rle");
    return /rule = (\S+)/.exec(text)?.[1] ?? "none";
  }

  dispose(): void {
    rmSync(this.#folder, { recursive: true });
  }

  async #run(
    { rule, cells, generation }: GollyRequest,
    algorithm: string,
    suffix: string,
    further: readonly string[] = [],
  ): Promise<string> {
    const input = join(this.#folder, "in.rle");
    const output = join(this.#folder, `out.${suffix}`);
    writeFileSync(input, rleFile(cells, rule));
    rmSync(output, { force: true });
    // Steps of one: the only ones a bounded grid takes, and none can overshoot.
    const flags = [
      ...further,
      "-a",
      algorithm,
      "-q",
      "-q",
      "-m",
      `${generation}`,
      "-i",
      "1",
      "-o",
      output,
      input,
    ];
    const said = await runOutside(this.#program, flags);
    if (!existsSync(output)) throw new Error(`bgolly wrote nothing for ${rule}: ${said}`);
    return readFileSync(output, "utf8");
  }
}

/** The same cells with the top left of their box at (0, 0). */
export function atOrigin(cells: Runs): Runs {
  const box = runsBounds(cells);
  return box ? translateRuns(cells, -box.x, -box.y) : cells;
}

export function sameShape(a: Runs, b: Runs): boolean {
  return equalRuns(atOrigin(a), atOrigin(b));
}

/**
 * Reads a macrocell file into runs: leaves of 8 x 8, or of more states `1 nw ne sw se` with states, then nodes `level nw ne sw se`,
 * the last of them the root, whose south-east quarter begins at (0, 1).
 */
function cellsFromMacrocell(text: string): Runs {
  const lines = text.split("\n").filter((line) => line !== "" && !/^[#[]/.test(line));
  const nodes = lines.map((line) => (/^\d/.test(line) ? line.split(" ").map(Number) : line));
  const out = new RunsBuilder();
  const draw = (index: number, x: number, y: number): void => {
    if (index === 0) return;
    const node = nodes[index - 1];
    if (typeof node === "string") {
      for (const [j, row] of node.split("$").entries()) {
        for (let i = 0; i < row.length; i++) if (row[i] === "*") out.add(x + i, y + j, 1);
      }
      return;
    }
    const [level, nw, ne, sw, se] = node;
    if (level === 1) {
      for (const [q, state] of [nw, ne, sw, se].entries())
        if (state > 0) out.add(x + (q & 1), y + (q >> 1), 1, state);
      return;
    }
    const half = 2 ** (level - 1);
    draw(nw, x, y);
    draw(ne, x + half, y);
    draw(sw, x, y + half);
    draw(se, x + half, y + half);
  };
  const root = nodes.at(-1);
  const half = root === undefined ? 0 : typeof root === "string" ? 4 : 2 ** (root[0] - 1);
  draw(nodes.length, -half, -half);
  return out.build(0n, 1n);
}
