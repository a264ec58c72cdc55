/**
 * A vite plugin that writes `licences.txt` beside a bundle: the licence of every package with code in it. As it reads
 * the bundle itself, it neither forgets a package nor lists mere build tools.
 */

import { readdir, readFile } from "node:fs/promises";
import { join, sep } from "node:path";
import type { Plugin } from "vite";

const NOTICES_FILE = "licences.txt";

/** The same collector serves a bundle and its workers, which are bundles of their own. */
export function licenceNotices(): { readonly plugin: () => Plugin; readonly workerPlugin: () => Plugin } {
  const folders = new Set<string>();
  const collect = (modules: Iterable<string>): void => {
    for (const id of modules) {
      const folder = packageFolderOf(id);
      if (folder !== null) folders.add(folder);
    }
  };
  return {
    workerPlugin: () => ({
      name: "tessella:collect-worker-licences",
      generateBundle() {
        collect(this.getModuleIds());
      },
    }),
    plugin: () => ({
      name: "tessella:licence-notices",
      async generateBundle() {
        collect(this.getModuleIds());
        this.emitFile({ type: "asset", fileName: NOTICES_FILE, source: await noticesFor(folders) });
      },
    }),
  };
}

/** The package that a module of node_modules belongs to, as its folder; null for our own modules. */
export function packageFolderOf(id: string): string | null {
  const path = (id.startsWith("\0") ? id.slice(1) : id).replaceAll("\\", "/");
  const match = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/?]+)\//.exec(path);
  return match?.[1] === undefined ? null : match[1].replaceAll("/", sep);
}

export async function noticesFor(folders: Iterable<string>): Promise<string> {
  const notices = await Promise.all([...folders].map(noticeOf));
  const rule = "-".repeat(72);
  return [
    "Tessella contains the following software of others.",
    ...notices.sort().map((notice) => `${rule}\n\n${notice}`),
  ].join("\n\n");
}

async function noticeOf(folder: string): Promise<string> {
  const { name, version, license } = JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as {
    readonly name: string;
    readonly version: string;
    readonly license?: string;
  };
  const files = (await readdir(folder)).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file)).sort();
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), "utf8")));
  const title = `${name} ${version} (${license ?? "see below"})`;
  return [title, ...texts.map((text) => text.trim())].join("\n\n");
}
