/**
 * What takes long to be made of a rule and is the same each time: its diagram, its codes of rows. A host may have a place where such
 * tables stay between runs (node/table-folder.ts). Without one each run makes them anew.
 */

import { now } from "../core/clock.ts";
import type { DiagramForm } from "./rule.ts";

/** A place for tables. What it gives back is what it was given under that key by the same build of the program, or undefined. */
export interface TableKeeper {
  get(key: string): unknown;
  set(key: string, value: object): void;
}

/** What is made in less time is made as fast as it is read. In milliseconds. */
const WORTH_KEEPING = 10;

let keeper: TableKeeper | null = null;
let least = WORTH_KEEPING;

/** From now on tables are kept there that took at least so many milliseconds to make. */
export function keepTablesIn(place: TableKeeper | null, milliseconds = WORTH_KEEPING): void {
  keeper = place;
  least = milliseconds;
}

/** What each form was made of. */
const sources = new WeakMap<object, string>();

/** A form, with what else its rule's text says; `source` is all that it depends on. */
export function keptForm<T extends { readonly form: object }>(source: string, make: () => T): T {
  const made = kept(`form\n${source}`, make);
  if (keeper) sources.set(made.form, source);
  return made;
}

/** A diagram of which all is known but itself: it is made when somebody first follows it. */
export function lateDiagram(source: string, make: () => { readonly form: DiagramForm }): DiagramForm {
  let made: DiagramForm | undefined;
  const form = (): DiagramForm => {
    made ??= keptForm(source, make).form;
    return made;
  };
  const late: DiagramForm = {
    kind: "diagram",
    get kinds() {
      return form().kinds;
    },
    get next() {
      return form().next;
    },
  };
  if (keeper) sources.set(late, source);
  return late;
}

/** What follows from a form that `keptForm` gave, or from another, which is made anew; `kind` tells it apart from other such things. */
export function keptOfForm<T extends object>(kind: string, form: object, make: () => T): T {
  const source = sources.get(form);
  return source === undefined ? make() : kept(`${kind}\n${source}`, make);
}

function kept<T extends object>(key: string, make: () => T): T {
  const known = keeper?.get(key);
  if (known !== undefined) return known as T;
  const start = now();
  const made = make();
  if (now() - start >= least) keeper?.set(key, made);
  return made;
}
