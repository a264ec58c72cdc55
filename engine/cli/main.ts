/** The file that `tessella` names. It imports nothing else at once, so that all other code comes with what V8 made of it before. */

import { setFlagsFromString } from "node:v8";
import { keepCompiledCode } from "../node/compile-cache.ts";

// V8 optimizes what has run for some ten milliseconds. Most of a command is the reading of one pattern, done before that pays.
setFlagsFromString("--interrupt-budget=400000");
keepCompiledCode(/^[a-z]+$/.exec(process.argv[2] ?? "")?.[0] ?? "any");
void import("./process.ts").then(({ runProcess }) => runProcess());
