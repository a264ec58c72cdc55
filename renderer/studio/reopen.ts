/** Opens a document again from where it came. */

import { TessellaError } from "../../engine/core/errors.ts";
import type { Camera } from "../../engine/picture/camera.ts";
import { parseUniverseRule } from "../../engine/rules/universe-rule.ts";
import type { Origin } from "../document/origin.ts";
import type { Host } from "../host/host.ts";
import type { Documents } from "./documents.ts";
import type { StudioFiles } from "./studio-files.ts";
import type { Tab } from "./tab.ts";

interface ReopenSurroundings {
  readonly host: {
    readonly files: Pick<Host["files"], "reopen">;
    readonly library: Pick<Host["library"], "list">;
  };
  readonly files: Pick<StudioFiles, "open" | "openText">;
  readonly documents: Pick<Documents, "open">;
}

interface ReopenOptions {
  readonly title: string;
  readonly camera: Camera | null;
  readonly preview: boolean;
}

/** Errors: `not-found`, those of reading and creating it, `aborted`. */
export async function reopen(
  { host, files, documents }: ReopenSurroundings,
  origin: Origin,
  { title, camera, preview }: ReopenOptions,
): Promise<Tab> {
  switch (origin.kind) {
    case "file":
      return files.open(await host.files.reopen(origin.id), {
        ...{ camera, preview, member: origin.member },
        again: true,
      });
    case "collection":
    case "own":
      return files.openText(await textOf(host, origin), title, { origin, camera, preview });
    case "new":
      return documents.open(
        { ...parseUniverseRule(origin.rule), title, soup: origin.soup, origin, camera },
        { preview },
      );
  }
}

async function textOf(
  { library }: ReopenSurroundings["host"],
  { kind, id }: Extract<Origin, { kind: "collection" | "own" }>,
): Promise<string> {
  const items =
    kind === "own" ? await library.list() : (await import("./built-in-patterns.ts")).BUILT_IN_SOURCES;
  const text = items.find((item) => item.id === id)?.text;
  if (text !== undefined) return text;
  throw new TessellaError("not-found", "That pattern is no longer in the library.");
}
