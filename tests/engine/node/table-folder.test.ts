// Tables of rules that stay between runs: what comes back is what would be made anew, whatever happened to the files.

import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { tableFolder } from "../../../engine/node/table-folder.ts";
import { compileRuleFile } from "../../../engine/rules/files/rule-file.ts";
import type { TableKeeper } from "../../../engine/rules/kept-tables.ts";
import { keepTablesIn, keptForm, keptOfForm } from "../../../engine/rules/kept-tables.ts";
import { rowCodesOf } from "../../../engine/rules/row-codes.ts";
import type { DiagramForm } from "../../../engine/rules/rule.ts";

let folder = "";
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), "tessella-tables-")), "tessella", "rules");
});
afterEach(() => {
  keepTablesIn(null);
  rmSync(join(folder, "..", ".."), { recursive: true, force: true });
});

/** A run of the command that makes or finds a form of five numbers. Returns whether it was made. */
function run(source: string, build = "one", place = folder, mostBytes?: number): boolean {
  const tables = tableFolder(build, place, mostBytes);
  keepTablesIn(tables, 0);
  let isMade = false;
  const { form } = keptForm(source, () => {
    isMade = true;
    return { form: Uint32Array.from({ length: 5 }, (_, i) => i * source.length) };
  });
  expect([...form]).toEqual([0, 1, 2, 3, 4].map((i) => i * source.length));
  tables.write();
  return isMade;
}

describe("tables in the cache folder", () => {
  it("are made once, and again by another build", () => {
    expect([run("a"), run("a"), run("ab"), run("a"), run("a", "two")]).toEqual([
      true,
      false,
      true,
      false,
      true,
    ]);
  });

  it("are made anew where a file is damaged, cut or another rule's", () => {
    run("first");
    const [name] = readdirSync(folder) as [string];
    const path = join(folder, name);
    const whole = readFileSync(path);
    for (const bytes of [Buffer.alloc(0), whole.subarray(0, 20), Buffer.from("nonsense")]) {
      writeFileSync(path, bytes);
      expect(run("first")).toBe(true);
      expect(run("first")).toBe(false);
    }
    run("secnd");
    const other = readdirSync(folder).find((each) => each !== name) as string;
    writeFileSync(path, readFileSync(join(folder, other)));
    expect(run("first")).toBe(true);
  });

  it("are not kept where the folder cannot be made, and nothing is said", () => {
    writeFileSync(join(folder, "..", "..", "file"), "");
    const place = join(folder, "..", "..", "file", "tessella", "rules");
    expect([run("a", "one", place), run("a", "one", place)]).toEqual([true, true]);
  });

  it("go when they are a month old, and the oldest where they take too much room", () => {
    run("a");
    const [name] = readdirSync(folder) as [string];
    const { size } = statSync(join(folder, name));
    for (const source of ["b", "c", "d", "e"]) run(source, "one", folder, 3 * size);
    expect(readdirSync(folder)).toHaveLength(3);
    expect([run("e"), run("a")]).toEqual([false, true]);
    const old = new Date(Date.now() - 32 * 24 * 3600 * 1000);
    for (const each of readdirSync(folder)) utimesSync(join(folder, each), old, old);
    run("f");
    expect(readdirSync(folder)).toHaveLength(1);
  });

  it("of rules and rows are those that are made", () => {
    // Each state turns into the sum of its row's, so all is told apart, and making it takes a moment.
    const states = 24;
    const lines = Array.from({ length: states * states }, (_, i) => {
      const [west, east] = [i % states, Math.floor(i / states)];
      return `a,b,${east},c,${west},${(west + east) % states}`;
    });
    const variables = ["a", "b", "c"].map(
      (name) => `var ${name}={${Array.from({ length: states }, (_, s) => s).join(",")}}`,
    );
    const head = ["@RULE Sums", "@TABLE", `n_states:${states}`, "neighborhood:vonNeumann", "symmetries:none"];
    const file = { name: "Sums", text: [...head, ...variables, ...lines].join("\n") };
    const compiled = (): readonly unknown[] => {
      const rule = compileRuleFile(file);
      return [rule, rowCodesOf(rule.form as DiagramForm)];
    };
    const plain = compiled();
    const made = new Map<string, object>();
    let found = 0;
    const place: TableKeeper = {
      get: (key) => {
        const value = made.get(key);
        if (value) found++;
        // As from a file: another object, of which nothing is known yet.
        return structuredClone(value);
      },
      set: (key, value) => made.set(key, value),
    };
    // What is made in less time is not kept.
    keepTablesIn(place, Number.POSITIVE_INFINITY);
    expect(compiled()).toEqual(plain);
    expect(made.size).toBe(0);
    keepTablesIn(place, 0);
    const [first, second] = [compiled(), compiled()];
    expect(first).toEqual(plain);
    expect(second).toEqual(plain);
    expect([found, made.size]).toEqual([2, 2]);
    expect(keptOfForm("another kind", {}, () => ({ is: "made" }))).toEqual({ is: "made" });
  });
});
