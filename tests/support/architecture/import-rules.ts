// Who may import whom, by the table of rooms: an import of a file in, a complaint out. Nothing here reads the disk, so the
// test can show each rule a made-up file that breaks it.

import { posix } from "node:path";
import type { Row } from "./rooms.ts";
import { placeOf, ROOMS } from "./rooms.ts";
import type { ImportFact, SourceFacts } from "./source-facts.ts";

/** All complaints about the imports of one file, each with its line. */
export function checkImports(path: string, facts: SourceFacts, rows: readonly Row[] = ROOMS): string[] {
  return facts.imports.flatMap((fact) => {
    const complaint = complainAboutImport(path, fact, rows);
    return complaint ? [`${path}:${fact.line}: ${complaint}`] : [];
  });
}

/** The file that an import names, from the repository's root; null for a package. */
export function importedFile(path: string, { specifier }: ImportFact): string | null {
  if (!specifier.startsWith(".")) return null;
  return posix.normalize(posix.join(posix.dirname(path), specifier.replace(/\?.*$/, "")));
}

function complainAboutImport(path: string, fact: ImportFact, rows: readonly Row[]): string | undefined {
  if (/\.wasm\?inline$/.test(fact.specifier)) return "a kernel is imported with ?url&inline";
  const house = houseOf(path);
  if (house === "tests" || !path.includes("/") || isBuildScript(path)) return undefined;
  const target = importedFile(path, fact);
  if (target === null) {
    const name = fact.specifier.replace(/\?.*$/, "");
    return fact.kind === "import" ? complainAboutPackage(path, name, rows) : undefined;
  }
  if (target.startsWith("..")) return "leaves the repository";
  if (isBuildScript(target)) return "a build script is run, not imported";
  if (target.startsWith("shaders/")) return complainAboutShader(path, target, rows);
  if (house === "electron") return complainInElectron(target, fact);
  if (houseOf(target) !== house) return complainAcrossHouses(path, target, fact, rows);
  return complainWithinHouse(path, target, rows);
}

/** A script that Node runs while building (the kernels' compiler call); it lives beside what it builds. */
function isBuildScript(path: string): boolean {
  return path.endsWith(".mjs");
}

function houseOf(path: string): string {
  return path.split("/")[0];
}

/** The room's name as complaints use it: `core`, `studio`. */
function nameOf(room: string): string {
  return room.split("/").slice(1).join("/");
}

const nodeModules = new Set([
  "fs",
  "path",
  "os",
  "url",
  "util",
  "child_process",
  "worker_threads",
  "crypto",
  "zlib",
]);

function complainAboutPackage(path: string, name: string, rows: readonly Row[]): string | undefined {
  const house = houseOf(path);
  const place = placeOf(path, rows);
  if (house === "engine" && /^(react|react-dom|electron)(\/|$)/.test(name)) {
    return `the engine does not know ${name}`;
  }
  if (house === "renderer" && /^electron(\/|$)/.test(name)) return "the renderer does not know electron";
  const isNode = name.startsWith("node:") || nodeModules.has(name);
  if (isNode && !place.node) return `${name} in a room without Node`;
  const owner = rows.find(({ packages }) => packages?.test(name));
  if (owner && place.room !== owner.at) return `only ${owner.at} imports ${name}`;
  return undefined;
}

function complainAboutShader(path: string, target: string, rows: readonly Row[]): string | undefined {
  const [, folder] = target.split("/");
  const inside = posix.dirname(path).split("/").slice(1);
  const own = inside.length > 1 && inside.at(-1) === "gpu" ? inside.at(-2) : inside.at(-1);
  const reads = placeOf(path, rows).shaders && (folder === "common" || folder === own);
  return reads ? undefined : "a folder of the engine reads the shaders of its own name and the common ones";
}

function complainWithinHouse(path: string, target: string, rows: readonly Row[]): string | undefined {
  if (target === "engine/index.ts") return "engine/index.ts is for others";
  const to = placeOf(target, rows);
  if (to.room === undefined) return `${target} lies in no room`;
  if (path === "engine/index.ts") {
    return to.node ? `engine/index.ts must not need ${nameOf(to.room)}` : undefined;
  }
  const from = placeOf(path, rows);
  if (from.room === undefined) return `${path} lies in no room`;
  if (from.room === to.room || (to.storey as number) < (from.storey as number)) return undefined;
  return `${nameOf(from.room)} may not import ${nameOf(to.room)}`;
}

function complainAcrossHouses(
  path: string,
  target: string,
  fact: ImportFact,
  rows: readonly Row[],
): string | undefined {
  const house = houseOf(target);
  if (houseOf(path) === "engine") {
    const isVersion = target === "package.json" && placeOf(path, rows).room === "engine/cli";
    return isVersion ? undefined : `the engine does not know ${house}`;
  }
  if (house === "electron") return "the renderer does not know electron";
  if (house !== "engine") return undefined;
  const from = placeOf(path, rows);
  const to = placeOf(target, rows);
  if (fact.kind === "url" || isWorkerEntry(target)) {
    const starts = fact.kind === "url" && from.startsWorkers;
    return starts ? undefined : "only a room that starts workers names one";
  }
  if (runsInWorker(path) && !to.node) return undefined;
  if (to.window === "code" || (to.room && from.runs?.includes(to.room))) return undefined;
  if (fact.typeOnly && !to.node) return undefined;
  return `${to.room ?? target} runs in a worker, not in the window`;
}

/** A worker's entry in the renderer, and what it serves. */
function runsInWorker(path: string): boolean {
  return /(\.worker|-handlers)\.ts$/.test(path);
}

function isWorkerEntry(target: string): boolean {
  return /[.-]worker\.ts$/.test(target);
}

function complainInElectron(target: string, fact: ImportFact): string | undefined {
  const house = houseOf(target);
  if (house === "engine") return "electron never knows the engine";
  if (house !== "renderer" || fact.kind !== "import") return undefined;
  const isHostContract = target.startsWith("renderer/host/") && fact.typeOnly;
  return isHostContract ? undefined : "electron knows of the renderer only the host contract's types";
}
