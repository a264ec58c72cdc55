// The rules of docs/ARCHITECTURE.md as functions: a file in, complaints out. They know nothing of the disk, so the
// test can show each rule a made-up file that breaks it.

import { posix } from "node:path";
import type { ImportFact, SourceFacts } from "./source-facts.ts";
import { readFacts } from "./source-facts.ts";

export interface SourceFile {
  /** From the repository's root, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

export const maximumLines = 500;

/** The engine's rooms from the ground up. A room may import its own files and every lower storey's. */
const storeys: readonly (readonly string[])[] = [
  ["core"],
  ["rules", "gpu"],
  ["grids"],
  ["picture"],
  ["formats", "algorithms"],
  ["export", "bench", "analysis"],
  ["worker"],
  ["node"],
  ["cli"],
];
const roomsWithNode = new Set(["node", "cli"]);
const componentLibraries = /^(radix-ui|@radix-ui\/.*|cmdk|uplot(\/.*)?)$/;
const purePlaces = new Set(["core", "rules", "grids", "picture", "formats"]);
/** What reckons with figures and knows no universe, in rooms that otherwise run in the worker. */
const pureFiles = new Set([
  "engine/bench/gpu-bench.ts",
  "engine/bench/gpu-report.ts",
  "engine/bench/report.ts",
  "engine/analysis/identity.ts",
  "engine/analysis/identity-words.ts",
]);

/** Paths that no file may mention: folders of the machine it happened to be written on. */
const foreignPaths: readonly { readonly pattern: RegExp; readonly name: string }[] = [
  { pattern: new RegExp(["\\.\\.", "shared\\b"].join("/")), name: "a folder beside the repository" },
  {
    pattern: new RegExp(["(?<![\\w.-])", "work(?![\\w-])"].join("/")),
    name: "an absolute path of one machine",
  },
];

/** All complaints about one TypeScript or JavaScript file, each with its place. */
export function checkSource(file: SourceFile): string[] {
  const facts = readFacts(file.path, file.text);
  return [...checkImports(file.path, facts), ...checkStyle(file.path, facts), ...checkShape(file)];
}

/** Complaints that need no syntax tree: length and name. For shaders and style sheets too. */
export function checkShape(file: SourceFile): string[] {
  const complaints: string[] = [];
  const lines = file.text.split("\n").length - (file.text.endsWith("\n") ? 1 : 0);
  if (lines > maximumLines) complaints.push(`${file.path}: ${lines} lines, the most is ${maximumLines}`);
  const kebab = /^[a-z0-9]+([.-][a-z0-9]+)*$/;
  // `_part.ts` is how the AssemblyScript build tells shared parts from entries.
  const names = file.path.split("/").map((name) => name.replace(/^_/, ""));
  if (!names.every((name) => kebab.test(name))) complaints.push(`${file.path}: not in kebab-case`);
  return complaints;
}

/** Complaints about any text file: what it may not mention. */
export function checkText(file: SourceFile): string[] {
  return file.text
    .split("\n")
    .flatMap((line, index) =>
      foreignPaths
        .filter(({ pattern }) => pattern.test(line))
        .map(({ name }) => `${file.path}:${index + 1}: mentions ${name}`),
    );
}

function checkStyle(path: string, facts: SourceFacts): string[] {
  const complaints: string[] = [];
  for (const { line } of facts.anys) complaints.push(`${path}:${line}: any`);
  for (const { line } of facts.enums) complaints.push(`${path}:${line}: enum`);
  for (const { name, line } of facts.leakyEffects) {
    complaints.push(`${path}:${line}: ${name} gives back what it calls; put it in braces`);
  }
  if (!/^[^/]+\.config\.ts$/.test(path)) {
    for (const { line } of facts.defaultExports) complaints.push(`${path}:${line}: default export`);
  }
  const isIndex = /(^|\/)index\.tsx?$/.test(path);
  if (path !== "engine/index.ts" && (isIndex || facts.isBarrel)) complaints.push(`${path}: barrel`);
  const [house, room] = path.split("/");
  if (house === "engine" && !roomsWithNode.has(room)) {
    for (const { name, line } of facts.pageGlobals) complaints.push(`${path}:${line}: ${name} in the engine`);
  }
  return complaints;
}

function checkImports(path: string, facts: SourceFacts): string[] {
  return facts.imports.flatMap((fact) => {
    const complaint = complainAboutImport(path, fact);
    return complaint ? [`${path}:${fact.line}: ${complaint}`] : [];
  });
}

function complainAboutImport(path: string, fact: ImportFact): string | undefined {
  const specifier = fact.specifier.replace(/\?.*$/, "");
  if (/\.wasm\?inline$/.test(fact.specifier)) return "a kernel is imported with ?url&inline";
  const house = path.split("/")[0];
  if (house === "tests" || !path.includes("/")) return undefined;
  if (isBuildScript(path)) return undefined;
  const isRelative = specifier.startsWith(".");
  if (!isRelative) return fact.kind === "import" ? complainAboutPackage(path, specifier) : undefined;
  const target = posix.normalize(posix.join(posix.dirname(path), specifier));
  if (target.startsWith("..")) return "leaves the repository";
  if (isBuildScript(target)) return "a build script is run, not imported";
  if (target.startsWith("shaders/") && !readsShader(path, target)) {
    return "a folder of the engine reads the shaders of its own name and the common ones";
  }
  if (house === "engine") return complainInEngine(path, target);
  if (house === "renderer") return complainInRenderer(path, target, fact);
  if (house === "electron") return complainInElectron(target, fact);
  return undefined;
}

/** The engine's folders that compute on a GPU, each with a folder of shaders of the same name. */
const roomsWithShaders = /^engine\/(gpu|algorithms\/gpu\/[a-z-]+)\/[^/]+$/;

function readsShader(path: string, target: string): boolean {
  if (!roomsWithShaders.test(path)) return false;
  const folder = target.split("/")[1];
  return folder === "common" || folder === posix.basename(posix.dirname(path));
}

/** A script that Node runs while building (the kernels' compiler call); it lives beside what it builds. */
function isBuildScript(path: string): boolean {
  return path.endsWith(".mjs");
}

function complainAboutPackage(path: string, name: string): string | undefined {
  const [house, room] = path.split("/");
  if (house === "engine") {
    if (/^(react|react-dom|electron)(\/|$)/.test(name)) return `the engine does not know ${name}`;
    const isNode = name.startsWith("node:") || nodeModules.has(name);
    if (isNode && !roomsWithNode.has(room)) return `${name} outside engine/node and engine/cli`;
    if (name === "webgpu" && room !== "node") return "only engine/node opens Dawn";
  }
  if (house === "renderer") {
    if (name.startsWith("node:") || nodeModules.has(name)) return `${name} in the renderer`;
    if (/^electron(\/|$)/.test(name)) return "the renderer does not know electron";
    if (componentLibraries.test(name) && room !== "ui") return `only renderer/ui imports ${name}`;
  }
  return undefined;
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

function storeyOf(room: string): number {
  return storeys.findIndex((rooms) => rooms.includes(room));
}

function complainInEngine(path: string, target: string): string | undefined {
  const [, from] = path.split("/");
  const [house, to] = target.split("/");
  if (house === "shaders") return undefined;
  if (house === "package.json" && from === "cli") return undefined;
  if (house !== "engine") return `the engine does not know ${house}`;
  if (to === "index.ts") return "engine/index.ts is for others";
  if (storeyOf(to) < 0) return `engine/${to} is no room of the engine`;
  if (from === "index.ts") return roomsWithNode.has(to) ? `engine/index.ts must not need ${to}` : undefined;
  if (storeyOf(from) < 0) return `engine/${from} is no room of the engine`;
  if (from !== to && storeyOf(to) >= storeyOf(from)) return `${from} may not import ${to}`;
  return undefined;
}

function complainInRenderer(path: string, target: string, fact: ImportFact): string | undefined {
  const [house, room] = target.split("/");
  if (house === "electron") return "the renderer does not know electron";
  if (house !== "engine") return undefined;
  if (purePlaces.has(room) || pureFiles.has(target)) return undefined;
  const isClient = path.startsWith("renderer/universe/");
  // The worker that encodes is the renderer's own, and hands the engine the browser's codecs.
  const isExport = path.startsWith("renderer/export/");
  if (isExport && room === "export") return undefined;
  if (room === "worker") {
    if (fact.kind === "url" || isWorkerEntry(target)) {
      return isClient && fact.kind === "url"
        ? undefined
        : "only renderer/universe starts the engine's workers";
    }
    if (isClient || isExport || fact.typeOnly || runsInWorker(path)) return undefined;
    if (/^engine\/worker\/(protocol\/|rpc\.ts$)/.test(target)) return undefined;
    return "outside renderer/universe only engine/worker/protocol and rpc";
  }
  const onlyTypes = fact.typeOnly && !roomsWithNode.has(room);
  return onlyTypes ? undefined : `engine/${room} runs in the worker, not in the renderer`;
}

/** A worker's entry in the renderer, and what it serves. */
function runsInWorker(path: string): boolean {
  return /(\.worker|-handlers)\.ts$/.test(path);
}

function isWorkerEntry(target: string): boolean {
  return /[.-]worker\.ts$/.test(target);
}

function complainInElectron(target: string, fact: ImportFact): string | undefined {
  const [house] = target.split("/");
  if (house === "engine") return "electron never knows the engine";
  if (house !== "renderer") return undefined;
  if (fact.kind !== "import") return undefined;
  const isHostContract = target.startsWith("renderer/host/") && fact.typeOnly;
  return isHostContract ? undefined : "electron knows of the renderer only the host contract's types";
}
