/** The file that `tessella` names. It imports nothing else at once, so that all other code comes with what V8 made of it before. */

import { keepCompiledCode } from "../node/compile-cache.ts";

keepCompiledCode(/^[a-z]+$/.exec(process.argv[2] ?? "")?.[0] ?? "any");
void import("./process.ts").then(({ runProcess }) => runProcess());
