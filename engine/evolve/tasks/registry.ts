import { Registry } from "../../core/registry.ts";
import type { Task } from "../task.ts";
import { COUNTER } from "./counter.ts";
import { MAJORITY } from "./majority.ts";
import { PARITY } from "./parity.ts";
import { RANDOM_BITS } from "./random-bits.ts";
import { SORTING } from "./sorting.ts";
import { SYNCHRONISATION } from "./synchronisation.ts";

/** What rules of rings can be bred for, and scored by. */
export const TASKS: Registry<Task> = new Registry<Task>("task", [
  MAJORITY,
  COUNTER,
  SYNCHRONISATION,
  PARITY,
  SORTING,
  RANDOM_BITS,
]);
