import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";

/** Debian keeps games in folders of their own, which are not on every PATH; bgolly may be there. */
const MORE_FOLDERS = ["/usr/games", "/usr/local/games"];

/** The program's full path on PATH, or undefined. */
export function findProgram(name: string, env: NodeJS.ProcessEnv = process.env): string | undefined {
  const folders = [...(env.PATH ?? "").split(delimiter), ...MORE_FOLDERS];
  const suffixes = process.platform === "win32" ? [".exe", ".cmd", ""] : [""];
  for (const folder of folders) {
    for (const suffix of suffixes) {
      if (folder === "") continue;
      const path = join(folder, name + suffix);
      try {
        accessSync(path, constants.X_OK);
        return path;
      } catch {
        // Not here; look in the next folder.
      }
    }
  }
  return undefined;
}

/** Golly's Patterns folder: in the place of its packages, or beside its program. */
export function findGollyPatterns(program?: string): string | undefined {
  const places = ["/usr/share/golly/Patterns", "/usr/share/games/golly/Patterns"];
  if (program !== undefined) places.push(join(dirname(program), "Patterns"));
  return places.find((place) => existsSync(place));
}
