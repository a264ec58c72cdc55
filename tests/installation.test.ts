// What a newcomer reads while `npm ci` runs: nothing that asks for a decision or sounds like a fault.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");

interface LockedPackage {
  readonly version?: string;
  readonly resolved?: string;
  readonly optional?: boolean;
  readonly hasInstallScript?: boolean;
  readonly engines?: { readonly node?: string };
}

const json = (file: string): unknown => JSON.parse(readFileSync(join(ROOT, file), "utf8"));
const product = json("package.json") as {
  readonly engines: { readonly node: string };
  readonly allowScripts: Readonly<Record<string, boolean>>;
  readonly scripts: Readonly<Record<string, string>>;
};
const locked = Object.entries(
  (json("package-lock.json") as { readonly packages: Readonly<Record<string, LockedPackage>> }).packages,
).filter(([folder]) => folder !== "");
const nameOf = (folder: string): string => folder.slice(folder.lastIndexOf("node_modules/") + 13);

// npm's own reading of ranges; it comes with the packages that build the studio.
const { satisfies } = createRequire(import.meta.url)("semver") as {
  readonly satisfies: (version: string, range: string) => boolean;
};

describe("npm ci", () => {
  test("runs no script of a dependency, and npm has nothing to ask about them", () => {
    // webgpu's takes a mark off that only a browser's download gets, koffi's compiles where it has no binary, and electron-winstaller's
    // is for installers that we do not make.
    const withScripts = locked.filter(([, entry]) => entry.hasInstallScript && !entry.optional);
    expect(product.allowScripts).toEqual(
      Object.fromEntries(withScripts.map(([folder]) => [nameOf(folder), false])),
    );
  });

  test("does not warn about the oldest Node that the studio takes", () => {
    const oldest = /^>=(\d+\.\d+)$/.exec(product.engines.node)?.[1];
    expect(oldest).toBeDefined();
    // Electron's tools ask for a later Node than their parts need that the build and `npm start` use; CONTRIBUTING.md says what to do.
    const refusing = locked
      .filter(
        ([, { engines, optional }]) => !optional && engines?.node && !satisfies(`${oldest}.0`, engines.node),
      )
      .map(([folder, { engines }]) => `${nameOf(folder)} ${engines?.node}`);
    expect(refusing).toEqual([]);
  });

  test("takes packages from wherever the reader's npm takes them", () => {
    expect(locked.filter(([, { resolved }]) => resolved !== undefined).map(([folder]) => folder)).toEqual([]);
  });
});
