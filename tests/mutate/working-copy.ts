/**
 * The tree that mistakes are put into: a copy in the system's temporary folder, so that whatever ends the program, the
 * sources that a person works on were never touched. Packages are linked, not copied.
 */

import { execFileSync } from "node:child_process";
import { constants, rmSync } from "node:fs";
import { copyFile, cp, mkdir, mkdtemp, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const KERNELS = "engine/algorithms/wasm/build";

export interface WorkingCopy {
  readonly folder: string;
  /** Files of the tree, relative to the folder, with slashes. */
  readonly files: readonly string[];
  read(file: string): Promise<string>;
  write(file: string, text: string): Promise<void>;
  /** At once: a signal leaves no time for more. */
  remove(): void;
}

export async function copyTree(root: string): Promise<WorkingCopy> {
  execFileSync(process.execPath, [join(root, dirname(KERNELS), "build.mjs")], { stdio: "inherit" });
  const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
  });
  const folder = await mkdtemp(join(tmpdir(), "tessella-mutate-"));
  const files: string[] = [];
  for (const file of listed.split("\0").filter(Boolean)) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    const copied = await copyFile(join(root, file), join(folder, file), constants.COPYFILE_FICLONE).then(
      () => true,
      // Listed, but deleted since.
      () => false,
    );
    if (copied) files.push(file);
  }
  // Last, so that the kernels are newer than their sources: each copy would compile them anew.
  await cp(join(root, KERNELS), join(folder, KERNELS), { recursive: true });
  await linkPackages(join(root, "node_modules"), join(folder, "node_modules"));
  return {
    folder,
    files,
    read: (file) => readFile(join(folder, file), "utf8"),
    write: (file, text) => writeFile(join(folder, file), text),
    // What tests had begun may still be ending.
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }),
  };
}

/** One by one: what is built and kept beside them (node_modules/.cache) is of this tree, mistakes and all. */
async function linkPackages(from: string, to: string): Promise<void> {
  await mkdir(to);
  const names = (await readdir(from)).filter((name) => !name.startsWith(".") || name === ".bin");
  await Promise.all(names.map((name) => symlink(join(from, name), join(to, name), "junction")));
}
