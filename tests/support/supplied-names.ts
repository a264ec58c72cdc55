import { LOOP_FILES } from "../../engine/rules/supplied/loops.ts";

/** The rule files that come along, by name; those of turmites have no list, as each name makes one. */
export const SUPPLIED_NAMES: readonly string[] = ["WireWorld", ...LOOP_FILES.map(({ name }) => name)];
