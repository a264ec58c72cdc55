import { Registry } from "../../core/registry.ts";
import type { Task } from "../task.ts";
import { COUNTER } from "./counter.ts";
import { MAJORITY } from "./majority.ts";

/** What rules of rings can be bred for, and scored by. */
export const TASKS: Registry<Task> = new Registry<Task>("task", [MAJORITY, COUNTER]);
