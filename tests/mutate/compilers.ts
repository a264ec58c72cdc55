/**
 * Which mutants tests have to be asked about. Two kinds are not for them: a program that is the same again once it is
 * compiled is no mistake and is not counted; one that a compiler refuses is noticed before any test runs.
 *
 * "The same" is what can be proved: both sources, freed from their types and minified (constants folded, dead code dropped,
 * local names shortened), are the same text; of AssemblyScript, the kernels are the same bytes. A mistake that changes the
 * program and yet nothing that anybody sees stays in the sample, and is for a person to judge.
 */

import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import ts from "typescript";
import { minifySync, transformWithOxc } from "vite";
import { applied } from "./mutants.ts";
import { ASSEMBLY } from "./related.ts";
import type { Candidate } from "./report.ts";
import type { WorkingCopy } from "./working-copy.ts";

/** What compilers make of a mutant: another program than its source, the same, or none. */
export type Compiled = "another" | "same" | "refused";

export class Compilers {
  readonly #copy: WorkingCopy;
  readonly #kernels: Kernels;
  #types: TypeCheck | null = null;

  constructor(copy: WorkingCopy) {
    this.#copy = copy;
    this.#kernels = new Kernels(copy);
  }

  async ask(mutant: Candidate): Promise<Compiled> {
    const { file, source } = mutant;
    if (file.startsWith(`${ASSEMBLY}/`)) return this.#kernels.ask(mutant);
    const text = applied(source, mutant);
    if ((await minified(file, source)) === (await minified(file, text))) return "same";
    this.#types ??= new TypeCheck(this.#copy.folder);
    return this.#types.refuses(file, text) ? "refused" : "another";
  }
}

/** What runs of a TypeScript source, as short as it can be said. */
export async function minified(path: string, source: string): Promise<string> {
  const { code } = await transformWithOxc(source, path, { sourcemap: false, jsx: { development: false } });
  return minifySync(path, code, { module: true, compress: true, mangle: true }).code;
}

/** Compiles the assembly kernels in the copy. */
class Kernels {
  readonly #copy: WorkingCopy;
  #sound: Promise<string> | null = null;

  constructor(copy: WorkingCopy) {
    this.#copy = copy;
  }

  async ask(mutant: Candidate): Promise<Compiled> {
    const { file, source } = mutant;
    this.#sound ??= this.#bytes();
    const sound = await this.#sound;
    await this.#copy.write(file, applied(source, mutant));
    try {
      return (await this.#bytes()) === sound ? "same" : "another";
    } catch {
      return "refused";
    } finally {
      await this.#copy.write(file, source);
    }
  }

  /** Of all kernels, after those that are older than their sources have been compiled: a hash. */
  async #bytes(): Promise<string> {
    const folder = join(this.#copy.folder, dirname(ASSEMBLY));
    await promisify(execFile)(process.execPath, [join(folder, "build.mjs")], { timeout: 120_000 });
    const hash = createHash("sha256");
    for (const name of (await readdir(join(folder, "build"))).sort())
      if (name.endsWith(".wasm")) hash.update(await readFile(join(folder, "build", name)));
    return hash.digest("hex");
  }
}

/** Asks the TypeScript compiler about mutants, one at a time. The first question takes as long as a whole check. */
class TypeCheck {
  readonly #root: string;
  readonly #service: ts.LanguageService;
  readonly #files: ReadonlySet<string>;
  /** The file that holds a mistake now. */
  #changed: { readonly file: string; readonly text: string } | null = null;
  #version = 0;

  /** Of the tree at `root`, by its tsconfig.json. */
  constructor(root: string) {
    this.#root = root;
    const config = join(root, "tsconfig.json");
    const read = ts.readConfigFile(config, ts.sys.readFile).config as unknown;
    const { options, fileNames } = ts.parseJsonConfigFileContent(read, ts.sys, dirname(config));
    this.#files = new Set(fileNames);
    const textOf = (file: string): string | undefined =>
      this.#changed?.file === file ? this.#changed.text : ts.sys.readFile(file);
    this.#service = ts.createLanguageService({
      getCompilationSettings: () => options,
      getScriptFileNames: () => fileNames,
      getScriptVersion: (file) => (this.#changed?.file === file ? String(this.#version) : "0"),
      getScriptSnapshot: (file) => {
        const text = textOf(file);
        return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
      },
      getCurrentDirectory: () => root,
      getDefaultLibFileName: (wanted) => ts.getDefaultLibFilePath(wanted),
      fileExists: ts.sys.fileExists,
      readFile: textOf,
      readDirectory: ts.sys.readDirectory,
      directoryExists: ts.sys.directoryExists,
      getDirectories: ts.sys.getDirectories,
    });
  }

  /**
   * Whether `text` in the place of `path` has errors of its own. An error that it causes in another file is not looked for.
   * Of a file that the check does not cover nothing is known: false.
   */
  refuses(path: string, text: string): boolean {
    const file = join(this.#root, path);
    if (!this.#files.has(file)) return false;
    this.#changed = { file, text };
    this.#version++;
    const found = [
      ...this.#service.getSyntacticDiagnostics(file),
      ...this.#service.getSemanticDiagnostics(file),
    ];
    return found.some(({ category }) => category === ts.DiagnosticCategory.Error);
  }
}
