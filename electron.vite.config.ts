// Builds the studio into `out/`: main (and the launcher of `npm start`), preload, renderer. Works without Electron's binary.

import { resolve } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "electron-vite";
import { sharedHeaders } from "./electron/headers.ts";
import { licenceNotices } from "./electron/licence-notices.ts";

const licences = licenceNotices();

export default defineConfig({
  main: {
    publicDir: false,
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
      },
    },
  },
  preload: {
    publicDir: false,
    build: {
      externalizeDeps: false,
      rolldownOptions: {
        input: { preload: resolve("electron/preload.ts") },
        // A sandboxed preload can be no module, and can load no second file.
        output: { format: "cjs", entryFileNames: "[name].cjs", codeSplitting: false },
      },
    },
  },
  renderer: {
    root: "renderer",
    plugins: [react(), licences.plugin()],
    worker: { format: "es", plugins: () => [licences.workerPlugin()] },
    server: { headers: { ...sharedHeaders({ development: true }) } },
    build: {
      minify: true,
      rolldownOptions: { input: resolve("renderer/index.html") },
    },
  },
});
