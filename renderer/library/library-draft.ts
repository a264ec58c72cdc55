import type { Pattern } from "../../engine/core/pattern.ts";
import type { Labels } from "./own-library.ts";

/** A pattern about to be saved to the library, or one of it whose labels are about to change. */
export interface LibraryDraft {
  /** Of the item that is changed; absent for a new one. */
  readonly id?: string;
  /** Of a new one. */
  readonly pattern?: Pattern;
  /** The name under which it is there already. */
  readonly twin: string | null;
  readonly labels: Labels;
}
