// The rules of docs/ARCHITECTURE.md as functions: a file in, complaints out. They know nothing of the disk, so the
// test can show each rule a made-up file that breaks it.

import { APART } from "../faking-tests.ts";
import { checkImports } from "./import-rules.ts";
import { placeOf } from "./rooms.ts";
import type { SourceFacts } from "./source-facts.ts";
import { readFacts } from "./source-facts.ts";

export interface SourceFile {
  /** From the repository's root, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

export const maximumLines = 500;

/** Paths that no file may mention: folders of the machine it happened to be written on. */
const foreignPaths: readonly { readonly pattern: RegExp; readonly name: string }[] = [
  { pattern: new RegExp(["\\.\\.", "shared\\b"].join("/")), name: "a folder beside the repository" },
  {
    pattern: new RegExp(["(?<![\\w.-])", "work(?![\\w-])"].join("/")),
    name: "an absolute path of one machine",
  },
];

const known = new WeakMap<SourceFile, SourceFacts>();

/** What is known of a file; each is parsed once. */
export function factsOf(file: SourceFile): SourceFacts {
  const facts = known.get(file) ?? readFacts(file.path, file.text);
  known.set(file, facts);
  return facts;
}

/** All complaints about one TypeScript or JavaScript file, each with its place. */
export function checkSource(file: SourceFile): string[] {
  const facts = factsOf(file);
  return [
    ...checkImports(file.path, facts),
    ...checkStyle(file.path, facts),
    ...checkFakes(file),
    ...checkShape(file),
  ];
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

/** Complaints about a test that decides what modules are although its worker shares them (tests/support/faking-tests.ts). */
function checkFakes({ path, text }: SourceFile): string[] {
  if (!path.endsWith(".test.ts") || APART.includes(path)) return [];
  const complaints: string[] = [];
  if (/^vi\.mock\(/m.test(text))
    complaints.push(`${path}: puts a fake in a module's place, and is not in APART`);
  if (/^import ".*\/played-page\/early\.ts";$/m.test(text))
    complaints.push(`${path}: puts a page before libraries, and is not in APART`);
  return complaints;
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
  if (path.startsWith("engine/") && !placeOf(path).node) {
    for (const { name, line } of facts.pageGlobals) complaints.push(`${path}:${line}: ${name} in the engine`);
  }
  return complaints;
}
