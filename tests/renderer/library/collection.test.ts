// The form of the built-in collection: each file says what it is in a way that people and the search can read, and no
// pattern is there twice. That what they say is true is tested in claims.test.ts.

import { describe, expect, it } from "vitest";
import type { Runs } from "../../../engine/core/runs.ts";
import { runsBounds } from "../../../engine/core/runs.ts";
import { readPattern } from "../../../engine/formats/pattern-file.ts";
import type { RuleLattice } from "../../../engine/rules/rule.ts";
import { Catalogue, countCategories } from "../../../renderer/library/catalogue.ts";
import { UNSORTED } from "../../../renderer/library/categories.ts";
import type { CatalogueEntry } from "../../../renderer/library/facts.ts";
import { FACT_KEYS } from "../../../renderer/library/facts.ts";
import { BUILT_IN_SOURCES } from "../../../renderer/studio/built-in-patterns.ts";
import { canonicalForm, symmetryGroup } from "../../support/canonical-form.ts";
import { MACHINES } from "../../support/machine-claims.ts";
import { run } from "../../support/pattern-claims.ts";
import { runsOf } from "../../support/runs-of.ts";

const catalogue = new Catalogue(BUILT_IN_SOURCES);
const { entries } = catalogue;
const texts = BUILT_IN_SOURCES.map(({ id, text }) => ({ id, text }));
const patternOfId = (id: string) => readPattern(new TextEncoder().encode(catalogue.text(id))).pattern;

/** What a pattern on each shelf must claim, so that there is something to verify. */
const DUE: Readonly<Record<string, (entry: CatalogueEntry) => boolean>> = {
  guns: (e) => e.period !== undefined && !e.displacement && e.growth === "linear",
  spaceships: (e) => e.period !== undefined && e.speed !== undefined && !e.growth,
  methuselahs: (e) => (e.lifespan ?? 0) > 100 && e.finalPopulation !== undefined,
  oscillators: (e) => (e.period ?? 0) > 1 && !e.displacement && !e.growth,
  puffers: (e) => e.period !== undefined && e.speed !== undefined && e.growth === "linear",
  growth: (e) => e.growth === "quadratic" || (e.growth === "linear" && e.period !== undefined),
  replicators: (e) => e.replicates !== undefined && e.copies !== undefined,
  reactions: (e) => e.lifespan !== undefined && e.finalPopulation !== undefined,
  machines: (e) => MACHINES.has(e.id),
  "still-lifes": (e) => e.period === 1 && !e.displacement,
  grids: (e) => e.period !== undefined && e.rule.includes(":"),
  soups: (e) => e.lifespan !== undefined && e.finalPopulation !== undefined,
};

/** A pattern at one generation of its period. */
interface Phase {
  readonly id: string;
  readonly cells: Runs;
  readonly lattice: RuleLattice;
}

describe("the built-in collection", () => {
  it("is read whole", () => {
    expect(catalogue.rejected).toEqual([]);
    expect(entries.length).toBe(BUILT_IN_SOURCES.length);
    expect(entries.length).toBeGreaterThanOrEqual(200);
  });

  it("has something on every shelf but the one for files that do not say", () => {
    const shelves = countCategories(entries).map(({ category }) => category.id);
    expect(shelves).toEqual(Object.keys(DUE));
    expect(shelves).not.toContain(UNSORTED);
  });

  it("has patterns for many rules, on three lattices", () => {
    const lattices = new Map<string, number>();
    for (const { lattice } of entries) lattices.set(lattice, (lattices.get(lattice) ?? 0) + 1);
    expect(lattices.get("hex")).toBeGreaterThanOrEqual(10);
    expect(lattices.get("von-neumann")).toBeGreaterThanOrEqual(3);
    expect(new Set(entries.map((e) => e.rule)).size).toBeGreaterThanOrEqual(20);
  });

  it("uses every name once", () => {
    const names = entries.map((e) => e.name.toLowerCase());
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
  });

  it.each(texts)("$id is written as the others are", ({ id, text }) => {
    expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    const { pattern, format } = readPattern(new TextEncoder().encode(text));
    expect(format.id).toBe("rle");
    expect(pattern.warnings).toEqual([]);
    const lines = text.trimEnd().split("\n");
    const header = lines.findIndex((line) => line.startsWith("x = "));
    expect(Math.max(...lines.slice(header + 1).map((line) => line.length))).toBeLessThanOrEqual(70);
    expect(Math.max(...lines.slice(0, header).map((line) => line.length))).toBeLessThanOrEqual(110);
    // Every live cell lies in the box that the header gives, and the box is no larger.
    const bounds = runsBounds(runsOf(pattern));
    expect(pattern.box).toEqual(bounds);
  });

  it.each(entries)("$id says what it is", (entry) => {
    expect(entry.name.trim()).toBe(entry.name);
    expect(entry.note).toMatch(/^[A-Z0-9].{20,}[.!]$/s);
    expect(entry.note.length).toBeLessThanOrEqual(240);
    // A misspelt value would have stayed in the note.
    for (const key of FACT_KEYS) expect(entry.note.toLowerCase()).not.toContain(`${key}:`);
    expect(entry.author ?? "A. Nobody, 1970").toMatch(/^[\p{L}. ]+(, (19|20)\d\d)?$/u);
    expect(new Set(entry.tags).size).toBe(entry.tags.length);
    expect(DUE[entry.category](entry)).toBe(true);
    expect(Boolean(entry.replicates)).toBe(Boolean(entry.copies));
    expect(entry.lifespan === undefined).toBe(entry.finalPopulation === undefined);
    expect(entry.population).toBeGreaterThan(0n);
  });

  it("holds no pattern twice, in whatever phase, place or orientation", async () => {
    // Under one rule and with as many cells: nobody else can be the same.
    const alike = new Map<string, Phase[]>();
    for (const { id, rule, lattice, period = 1, growth } of entries) {
      const universe = await run(patternOfId(id));
      const phases = growth ? 1 : Math.min(period, 200);
      for (let t = 0; t < phases; t++) {
        await universe.step(BigInt(t));
        const kind = `${rule} ${await universe.population()}`;
        alike.set(kind, [...(alike.get(kind) ?? []), { id, cells: await universe.readRuns(), lattice }]);
      }
      universe.dispose();
    }
    for (const [kind, phases] of alike) {
      if (new Set(phases.map(({ id }) => id)).size < 2) continue;
      const seen = new Map<string, string>();
      for (const { id, cells, lattice } of phases) {
        const form = canonicalForm(cells, lattice);
        expect(seen.get(form) ?? id, `${id} is the same as ${seen.get(form)} (${kind})`).toBe(id);
        seen.set(form, id);
      }
    }
  });
});

describe("the canonical form", () => {
  it("knows the symmetries of each lattice", () => {
    expect(symmetryGroup("moore")).toHaveLength(8);
    expect(symmetryGroup("von-neumann")).toHaveLength(8);
    expect(symmetryGroup("hex")).toHaveLength(12);
  });

  it.each(["moore", "hex"] as const)(
    "is the same for all images on the %s lattice and no others",
    (lattice) => {
      const cells = runsOf(readPattern(new TextEncoder().encode("x = 4, y = 2\n2obo$3bo!")).pattern);
      const other = runsOf(readPattern(new TextEncoder().encode("x = 4, y = 2\n2obo$2bo!")).pattern);
      const form = canonicalForm(cells, lattice);
      // Mirrored along the diagonal, which both lattices have.
      const mirrored = runsOf(readPattern(new TextEncoder().encode("x = 2, y = 4\no$o2$2o!")).pattern);
      expect(canonicalForm(mirrored, lattice)).toBe(form);
      expect(canonicalForm(other, lattice)).not.toBe(form);
    },
  );
});
