// The static page, into out/web, from the built window in out/renderer: `npm run build:web`.

import { resolve } from "node:path";
import { defineConfig } from "vite";
import { webPageConfig } from "./electron/web-page.ts";

export default defineConfig(
  webPageConfig({ root: resolve("."), from: resolve("out/renderer"), to: resolve("out/web") }),
);
