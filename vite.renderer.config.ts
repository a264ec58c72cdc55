// Builds the studio's window alone, into out/renderer: what a browser is served, and what `npm run build` needs. The
// settings are those with which electron-vite builds it together with the shell.

import { resolve } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { sharedHeaders } from "./electron/headers.ts";
import { licenceNotices } from "./electron/licence-notices.ts";

const licences = licenceNotices();

export default defineConfig({
  root: "renderer",
  base: "./",
  publicDir: false,
  plugins: [react(), licences.plugin()],
  worker: { format: "es", plugins: () => [licences.workerPlugin()] },
  server: { headers: { ...sharedHeaders({ development: true }) } },
  build: {
    outDir: resolve("out/renderer"),
    emptyOutDir: true,
    target: "esnext",
    reportCompressedSize: false,
    rolldownOptions: { input: resolve("renderer/index.html") },
  },
});
