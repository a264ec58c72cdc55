#!/usr/bin/env node
// Compiles the AssemblyScript kernels: every assembly/<name>.ts whose name does not begin with `_` becomes
// build/<name>.wasm. Files that begin with `_` are shared parts, compiled into the entries that import them.
//
// How an entry wants its memory is its own affair, so its first line may carry compiler flags:
//
//   // asc: --importMemory --initialMemory 16 --maximumMemory 65536
//
// Up-to-date outputs are left alone (pass --force to build them all): `npm test` calls this on every run, so that
// nobody tests yesterday's kernel.
//
// AssemblyScript is imported late: with nothing to build, there is no reason to wait for Binaryen to load.

import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const room = fileURLToPath(new URL(".", import.meta.url));
const sources = join(room, "assembly");
const outputs = join(room, "build");

// SIMD is off in the compiler by default (v128 fails with AS103); bulk memory gives memory.fill and memory.copy.
const commonFlags = ["--enable", "simd,bulk-memory", "-O3", "--runtime", "stub", "--noAssert"];

/** Flags from the `// asc:` comment on the first line, or none. */
function entryFlags(source) {
  const match = /^\/\/ asc:([^\n]*)/.exec(source);
  return match ? match[1].trim().split(/\s+/).filter(Boolean) : [];
}

async function modifiedAt(path) {
  try {
    return (await stat(path)).mtimeMs;
  } catch {
    return 0;
  }
}

/** The newest of everything that an output depends on; any kernel may import any `_part`. */
async function newestInput(files) {
  const paths = [fileURLToPath(import.meta.url), ...files.map((file) => join(sources, file))];
  return Math.max(...(await Promise.all(paths.map(modifiedAt))));
}

async function compile(file) {
  const asc = await import("assemblyscript/asc");
  const flags = entryFlags(await readFile(join(sources, file), "utf8"));
  const outputName = file.replace(/\.ts$/, ".wasm");
  let binary;
  const messages = [];
  const collect = { write: (text) => messages.push(String(text)) };
  const { error } = await asc.main(
    [file, "--baseDir", sources, "--outFile", outputName, ...commonFlags, ...flags],
    {
      stdout: collect,
      stderr: collect,
      writeFile: (name, contents) => {
        if (name.endsWith(".wasm")) binary = contents;
      },
    },
  );
  if (error || !binary) {
    throw new Error(`${file} did not compile.\n${messages.join("")}${error ? error.message : ""}`);
  }
  if (messages.length > 0) process.stderr.write(messages.join(""));
  // Written beside and renamed, so that a test run never reads half a module.
  const target = join(outputs, outputName);
  const scratch = `${target}.${process.pid}`;
  await writeFile(scratch, binary);
  await rename(scratch, target);
  console.log(`wasm: ${outputName} (${binary.length} bytes)`);
}

async function buildAll(force) {
  const files = (await readdir(sources)).filter((name) => name.endsWith(".ts") && !name.endsWith(".d.ts"));
  const entries = files.filter((name) => !name.startsWith("_"));
  await mkdir(outputs, { recursive: true });
  for (const stale of await readdir(outputs)) {
    const isOurs = stale.endsWith(".wasm");
    if (isOurs && !entries.includes(stale.replace(/\.wasm$/, ".ts"))) await rm(join(outputs, stale));
  }
  const newest = await newestInput(files);
  for (const entry of entries) {
    const built = await modifiedAt(join(outputs, entry.replace(/\.ts$/, ".wasm")));
    if (force || built < newest) await compile(entry);
  }
}

try {
  await buildAll(process.argv.includes("--force"));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
