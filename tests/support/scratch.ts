import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";

export interface Scratch {
  readonly path: (name?: string) => string;
  /** Writes a file and answers its path. */
  readonly file: (name: string, content: string | Uint8Array) => Promise<string>;
  /** Names in a folder, hidden ones too. */
  readonly names: (folder?: string) => Promise<string[]>;
}

/** A folder for a test file, made before its tests and removed after them. */
export function scratchFolder(): Scratch {
  let folder = "";
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "tessella-test-"));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  const path = (name = ""): string => join(folder, name);
  return {
    path,
    file: async (name, content) => {
      await writeFile(path(name), content);
      return path(name);
    },
    names: async (sub = "") => (await readdir(path(sub))).sort(),
  };
}
