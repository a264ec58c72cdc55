/**
 * Run records as files: JSON that says what was asked for and what came out, whole numbers only but for probabilities. Nothing
 * in it depends on what computed it, so CPU and GPU write the same bytes. Version 1 has the fields
 *
 *   format, version, preset (if any), plan, parent (of a branch), generations (one a line), hall, last.
 *
 * Genomes are their tables in hexadecimal, one behind the other. A text holds one genome, and in large populations many.
 */

import { TessellaError } from "../core/errors.ts";
import { grouped } from "../core/integers.ts";
import { JsonPlace } from "../core/json-place.ts";
import type { GenerationFigures } from "./figures.ts";
import { populationHash } from "./figures.ts";
import type { RingShape } from "./genome.ts";
import { formatGenome, genomeBits, genomeWords, parseGenome } from "./genome.ts";
import type { HallEntry } from "./hall.ts";
import { HALL_PLACES } from "./hall.ts";
import { PLAN_FIELDS, plainPlan, planOf } from "./record-plan.ts";
import type { Parent, RunRecord } from "./run.ts";
import { reachesGoal } from "./run.ts";
import type { Generation, SearchPlan } from "./search.ts";
import { checkPlan } from "./searches.ts";

const FORMAT = "tessella-evolve";
const VERSION = 1;
const FORM = `A run record is an object that begins with "format": "${FORMAT}".`;
const FIELDS = ["format", "version", "preset", "plan", "parent", "generations", "hall", "last"];
const FIGURES = ["generation", "best", "sum", "worst", "vectors", "ties", "diversity", "hash"] as const;
const MOST_WORD = 0xffffffff;

/** The record as a file. */
export function formatRecord({ preset, plan, parent, figures, hall, last }: RunRecord): string {
  const { shape } = plan.setting;
  const lines = (items: readonly object[]): string =>
    items.length === 0 ? "[]" : `[\n${items.map((item) => `    ${JSON.stringify(item)}`).join(",\n")}\n  ]`;
  const fields: readonly (readonly [name: string, text: string])[] = [
    ["format", JSON.stringify(FORMAT)],
    ["version", String(VERSION)],
    ...(preset === undefined ? [] : [["preset", JSON.stringify(preset)] as const]),
    ["plan", JSON.stringify(plainPlan(plan), null, 2).replaceAll("\n", "\n  ")],
    ...(parent ? [["parent", plainGeneration(shape, parent.start, { seed: parent.seed })] as const] : []),
    ["generations", lines(figures)],
    [
      "hall",
      lines(
        hall.map(({ generation, fitness, genome }) => ({
          generation,
          fitness,
          rules: formatGenome(shape, genome),
        })),
      ),
    ],
    ["last", plainGeneration(shape, last)],
  ];
  return `{\n${fields.map(([name, text]) => `  "${name}": ${text}`).join(",\n")}\n}\n`;
}

/** Populations that are larger have so many genomes a text: a text a genome takes as long to read as all else together. */
const ONE_BY_ONE = 2 ** 14;
const TOGETHER = 2 ** 10;

function plainGeneration(
  shape: RingShape,
  { generation, genomes, densities }: Generation,
  more: object = {},
): string {
  const words = genomeWords(shape);
  const each = words * (genomes.length / words > ONE_BY_ONE ? TOGETHER : 1);
  const texts = Array.from({ length: Math.ceil(genomes.length / each) }, (_, i) =>
    formatGenome(shape, genomes.subarray(i * each, (i + 1) * each)),
  );
  const head = JSON.stringify({ ...more, generation, ...(densities ? { densities } : {}) }).slice(0, -1);
  return `${head},"genomes":[\n${texts.map((text) => `    "${text}"`).join(",\n")}\n  ]}`;
}

/** Reads a record. Errors: `syntax`, a sentence with the line and the column. */
export function parseRecord(text: string): RunRecord {
  const root = JsonPlace.read(text, "The run record", FORM);
  root.checkFormat(
    { format: FORMAT, version: VERSION, name: "The run record", otherwise: "The file is no run record." },
    FORM,
  );
  root.checkFields(FIELDS);
  const preset = root.field("preset");
  if (preset && typeof preset.value !== "string")
    throw preset.wrong('The run record\'s "preset" is no text.');
  const planPlace = root.field("plan", "The plan");
  if (!planPlace) throw root.wrong('The run record has no "plan".');
  planPlace.checkFields(PLAN_FIELDS);
  const plan = planOf(planPlace);
  try {
    checkPlan(plan);
  } catch (error) {
    throw error instanceof TessellaError ? planPlace.wrong(error.message) : error;
  }
  const parent = parentOf(root, plan);
  const first = parent?.start.generation ?? 0;
  const rows = root.list("generations", (n) => `Generation ${first + n - 1}`);
  const figures = rows.map((row, k) => figuresOf(row, plan, first + k));
  figures.forEach((one, k) => {
    if (k < figures.length - 1 && reachesGoal(plan, one))
      throw rows[k].wrong(`Generation ${one.generation} reaches the goal, and the record goes on after it.`);
  });
  if (figures.length > plan.generations)
    throw rows[plan.generations].wrong(
      `The record has more generations than the ${plan.generations} of its plan.`,
    );
  const hall = hallOf(root, plan);
  const place = root.field("last", "The last generation");
  if (!place) throw root.wrong('The run record has no "last".');
  place.checkFields(["generation", "densities", "genomes"]);
  const last = generationOf(place, plan);
  const expected = figures.length === 0 ? first : figures[figures.length - 1].generation;
  if (last.generation !== expected)
    throw place.wrong(`The last generation is ${last.generation}, and the record ends with ${expected}.`);
  return { preset: preset && String(preset.value), plan, parent, figures, hall, last };
}

/**
 * Refuses a record whose population is not the one whose hash it has: it was altered. To be asked before going on from it.
 * Errors: `syntax`.
 */
export function checkPopulation({ figures, last }: RunRecord): void {
  const kept = figures[figures.length - 1];
  const hash = populationHash(last.genomes);
  if (kept && kept.hash !== hash)
    throw new TessellaError(
      "syntax",
      `The field "last" holds another population than generation ${kept.generation} had: its hash is ${hash}, not ${kept.hash}.`,
    );
}

function figuresOf(row: JsonPlace, plan: SearchPlan, generation: number): GenerationFigures {
  row.checkFields(FIGURES);
  if (row.whole("generation", 0) !== generation)
    throw row.wrong(
      `Generation ${generation} is missing: there is ${row.whole("generation", 0)} in its place.`,
    );
  const best = row.whole("best", 0, MOST_WORD);
  const worst = row.whole("worst", 0, best);
  const sum = row.whole("sum", worst * plan.population, best * plan.population);
  const vectors = row.whole("vectors", 0, MOST_WORD);
  const ties = row.whole("ties", 0, vectors);
  const diversity = row.whole("diversity", 0, (genomeBits(plan.setting.shape) * plan.population) / 2);
  const hash = row.field("hash");
  const digits = hash?.value;
  if (typeof digits !== "string" || !/^[0-9a-f]{16}$/.test(digits))
    throw (hash ?? row).wrong(`${row.what} has no "hash" of 16 hexadecimal digits.`);
  return { generation, best, sum, worst, vectors, ties, diversity, hash: digits };
}

function hallOf(root: JsonPlace, plan: SearchPlan): readonly HallEntry[] {
  const places = root.list("hall", (n) => `Entry ${n} of the hall`);
  if (places.length > HALL_PLACES)
    throw root.wrong(`The hall has more than ${grouped(HALL_PLACES)} entries.`);
  return places.map((place) => {
    place.checkFields(["generation", "fitness", "rules"]);
    const genome = genomeAt(place.field("rules"), place, plan.setting.shape);
    return {
      generation: place.whole("generation", 0),
      fitness: place.whole("fitness", 0, MOST_WORD),
      genome,
    };
  });
}

function parentOf(root: JsonPlace, plan: SearchPlan): Parent | undefined {
  const place = root.field("parent", "The parent");
  if (!place) return undefined;
  place.checkFields(["seed", "generation", "densities", "genomes"]);
  return { seed: place.whole("seed", 0, MOST_WORD), start: generationOf(place, plan) };
}

function generationOf(place: JsonPlace, { setting: { shape }, population }: SearchPlan): Generation {
  const generation = place.whole("generation", 0);
  const words = genomeWords(shape);
  const genomes = new Uint32Array(population * words);
  let read = 0;
  for (const text of place.list("genomes", (n) => `Genome ${n}`)) {
    const some = genomesAt(text, text, shape);
    if (read + some.length <= genomes.length) genomes.set(some, read);
    read += some.length;
  }
  if (read !== genomes.length)
    throw place.wrong(`${place.what} has ${read / words} genomes, and the plan ${population} individuals.`);
  const densities = place
    .field("densities")
    ?.items((n) => `Density ${n}`)
    ?.map((one) => {
      const { value } = one;
      if (Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 255) return Number(value);
      throw one.wrong(`${one.what} is no whole number from 0 to 255.`);
    });
  return { generation, genomes, ...(densities ? { densities } : {}) };
}

function genomeAt(
  place: JsonPlace | undefined,
  owner: JsonPlace,
  shape: RingShape,
): Uint32Array<ArrayBuffer> {
  const genome = genomesAt(place, owner, shape);
  if (genome.length === genomeWords(shape)) return genome;
  throw noRule(place, owner, shape);
}

/** One genome or several. */
function genomesAt(
  place: JsonPlace | undefined,
  owner: JsonPlace,
  shape: RingShape,
): Uint32Array<ArrayBuffer> {
  const genomes = typeof place?.value === "string" ? parseGenome(shape, place.value) : undefined;
  if (genomes) return genomes;
  throw noRule(place, owner, shape);
}

function noRule(place: JsonPlace | undefined, owner: JsonPlace, shape: RingShape): TessellaError {
  return (place ?? owner).wrong(`${owner.what} is no rule of ${genomeBits(shape) / 4} hexadecimal digits.`);
}
