/**
 * Keeps what V8 makes of the command's scripts, as Node's own `module.enableCompileCache` does from Node 22 on. V8 takes longer
 * to compile the source of a run than to run a small pattern; what is kept is there in a tenth of that time, and holds the
 * functions that the first run called.
 *
 * V8 refuses what another version of it made, and what belongs to a source of another length. A source of the same length that
 * was written at another time has another name here. What was kept of a former build in the same place goes when the new one's is
 * written.
 */

import { readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { Module } from "node:module";
import { basename, dirname, join } from "node:path";
import { Script } from "node:vm";
import { hashOf, readIfThere, readyFolder, writeWhole } from "./cache-files.ts";
import { userFile } from "./user-folders.ts";

const EXTENSION = ".cjs";
/** What Node puts around a module. */
const [HEAD, TAIL] = ["(function (exports, require, module, __filename, __dirname) { ", "\n});"].map((text) =>
  Buffer.from(text),
);

/** The loader of CommonJS as far as it is needed here. */
interface ScriptModule {
  exports: unknown;
  filename: string;
  paths: readonly string[];
  loaded: boolean;
  require(name: string): unknown;
}
interface Loaders {
  new (path: string, parent: ScriptModule): ScriptModule;
  readonly _cache: Record<string, ScriptModule | undefined>;
  readonly _extensions: Record<string, (module: ScriptModule, path: string) => void>;
}

/**
 * From now on the bundle's scripts are loaded with their compiled form from the person's cache folder. When the process ends,
 * that of scripts without one is written. Where the folder cannot be used, nothing is kept and nothing is said.
 *
 * What is compiled depends on the `command`, so each has its own.
 */
export function keepCompiledCode(command: string, folder: string = userFile("cache", "code")): void {
  const ModuleOf = Module as unknown as Loaders;
  const { _cache: modules, _extensions: loaders } = ModuleOf;
  const fresh: { readonly path: string; readonly place: string; readonly script: Script }[] = [];
  /** Another script of the bundle. Node would look for packages and links first, longer than most scripts take to be read. */
  const load = (path: string, parent: ScriptModule): unknown => {
    const known = modules[path];
    if (known) return known.exports;
    const module = new ModuleOf(path, parent);
    Object.assign(module, { filename: path, paths: parent.paths });
    modules[path] = module;
    loaders[EXTENSION](module, path);
    module.loaded = true;
    return module.exports;
  };
  loaders[EXTENSION] = (module, path) => {
    const bytes = readFileSync(path);
    const place = join(folder, nameOf(path, command));
    const cachedData = readIfThere(place);
    // Only Node's own loader lets a script import an ES module of a package (Dawn's).
    if (!cachedData && bytes.includes("import(")) return loaders[".js"](module, path);
    const source = Buffer.concat([HEAD, bytes, TAIL]).toString();
    const script = new Script(source, { filename: path, cachedData });
    if (!cachedData || script.cachedDataRejected) fresh.push({ path, place, script });
    const require = (name: string): unknown =>
      name.startsWith("./") ? load(join(dirname(path), name), module) : module.require(name);
    script.runInThisContext().call(module.exports, module.exports, require, module, path, dirname(path));
  };
  process.on("exit", () => {
    if (fresh.length === 0) return;
    try {
      readyFolder(folder);
      for (const build of new Set(fresh.map(({ path }) => dirname(path)))) removeFormer(folder, build);
      for (const { place, script } of fresh) writeWhole(place, script.createCachedData());
    } catch {
      // The next start only takes a little longer.
    }
  });
}

/** Removes what is kept of scripts that the build in that folder does not have any more. */
function removeFormer(folder: string, build: string): void {
  const own = `${hashOf(build)}-`;
  const present = readdirSync(build)
    .filter((name) => name.endsWith(EXTENSION))
    .map((name) => stampOf(join(build, name)));
  for (const name of readdirSync(folder))
    if (name.startsWith(own) && !present.some((stamp) => name.startsWith(stamp)))
      rmSync(join(folder, name), { force: true });
}

/** A script of a build: the folder that it is in, its name, its length and the time at which it was written. */
function stampOf(path: string): string {
  const { size, mtimeMs } = statSync(path);
  return `${hashOf(dirname(path))}-${basename(path, EXTENSION)}-${size}-${Math.floor(mtimeMs)}-`;
}

function nameOf(path: string, command: string): string {
  return `${stampOf(path)}${command}-${process.version}-${process.arch}`;
}
