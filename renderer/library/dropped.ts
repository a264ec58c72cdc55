/** The content of a drag out of the library: a card's text, or a file of the folder that is read only now. */

import type { Pattern } from "../../engine/core/pattern.ts";
import type { Studio } from "../studio/studio.ts";
import { PATTERN_TYPE } from "./cards.tsx";
import { FILE_TYPE } from "./folder-shelf.tsx";
import { libraryOf } from "./studio-library.ts";

/** null for a drag from elsewhere. Call it in the event's own handler. Errors: those of reading the pattern. */
export function patternDropped(studio: Studio, data: DataTransfer): Promise<Pattern> | null {
  const text = data.getData(PATTERN_TYPE);
  if (text) return studio.patternFiles.read(text, { asRuns: true }).then(({ pattern }) => pattern);
  const file = data.getData(FILE_TYPE);
  return file ? libraryOf(studio).readFile(file) : null;
}
