// `npm run mutate`: both of its processes begin here, since Node does not read TypeScript by itself.

import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";

const part = process.send ? "./test-host.ts" : "./main.ts";
const { module } = await runnerImport(fileURLToPath(new URL(part, import.meta.url)), {
  configFile: false,
  logLevel: "error",
});
await module.main();
