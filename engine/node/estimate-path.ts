import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TargetPath } from "../export/target.ts";

/** A place for another program's file of which only the size matters: it is gone when it is complete. */
export async function estimatePath(name: string): Promise<TargetPath> {
  const folder = mkdtempSync(join(tmpdir(), "tessella-estimate-"));
  const path = join(folder, name);
  const drop = (): void => rmSync(folder, { recursive: true, force: true });
  return {
    path,
    commit: async () => {
      const { size } = statSync(path);
      drop();
      return size;
    },
    abort: async () => drop(),
  };
}
