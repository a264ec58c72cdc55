// Builds the studio into `out/`: main (and the launcher of `npm start`), preload, renderer. Works without Electron's binary.

import { resolve } from "node:path";
import { defineConfig } from "electron-vite";
import { licenceNotices } from "./electron/licence-notices.ts";
import renderer from "./vite.renderer.config.ts";

export default defineConfig({
  main: {
    publicDir: false,
    plugins: [licenceNotices().plugin()],
    build: {
      // What the shell uses is bundled: the installers carry no node_modules.
      externalizeDeps: false,
      rolldownOptions: {
        input: {
          main: resolve("electron/main.ts"),
          launch: resolve("electron/launch/launch.ts"),
        },
        // The launcher uses them only from a checkout, for the development server.
        external: ["electron-vite", "vite"],
        checks: { pluginTimings: false },
      },
    },
  },
  preload: {
    publicDir: false,
    build: {
      externalizeDeps: false,
      rolldownOptions: {
        input: { preload: resolve("electron/preload.ts") },
        checks: { pluginTimings: false },
        // A sandboxed preload can be no module, and can load no second file.
        output: { format: "cjs", entryFileNames: "[name].cjs", codeSplitting: false },
      },
    },
  },
  renderer,
});
