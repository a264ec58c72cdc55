import type { Pattern } from "../../engine/core/pattern.ts";
import type { Labels } from "./own-library.ts";

/** A pattern to save to the library, or an item whose labels change. */
export interface LibraryDraft {
  /** Of the existing item; absent for a new one. */
  readonly id?: string;
  /** Of a new one. */
  readonly pattern?: Pattern;
  /** The name of an equal pattern in the library. */
  readonly twin: string | null;
  readonly labels: Labels;
}
