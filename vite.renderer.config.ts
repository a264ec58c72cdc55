// The studio's window, into out/renderer. Alone it is a second's work (`npm run build:renderer`, and before the end-to-end
// tests); electron.vite.config.ts builds it with the shell around it.

import { resolve } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { sharedHeaders } from "./electron/headers.ts";
import { licenceNotices } from "./electron/licence-notices.ts";

const licences = licenceNotices();

/** What an entry needs in any case is one file with it: a worker would ask for a dozen small ones when it starts. */
const WITH_ITS_ENTRY = { name: "entry", tags: ["$initial" as const], priority: 2 };

export default defineConfig({
  root: "renderer",
  base: "./",
  publicDir: false,
  plugins: [react(), licences.plugin()],
  worker: {
    format: "es",
    plugins: () => [licences.workerPlugin()],
    rolldownOptions: {
      checks: { pluginTimings: false },
      output: {
        codeSplitting: {
          groups: [
            WITH_ITS_ENTRY,
            // Nearly every document begins with it.
            {
              name: "bitwise",
              test: /algorithms.(?:cpu.(?:bitwise-universe|tile-team)|wasm.muster|load)\.ts$/,
              priority: 1,
            },
          ],
        },
      },
    },
  },
  server: { headers: { ...sharedHeaders({ development: true }) } },
  build: {
    outDir: resolve("out/renderer"),
    emptyOutDir: true,
    target: "esnext",
    minify: true,
    reportCompressedSize: false,
    // It is read from this machine, not over a network.
    chunkSizeWarningLimit: 1500,
    rolldownOptions: {
      input: resolve("renderer/index.html"),
      checks: { pluginTimings: false },
      output: { codeSplitting: { groups: [WITH_ITS_ENTRY] } },
    },
  },
});
