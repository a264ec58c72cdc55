/**
 * Makes a static page of the built window, for any host that can do no more than send files: the window's files as they are, a
 * manifest that makes the page installable, a service worker that keeps it for use without a network and adds the headers that such a
 * host does not send (renderer/offline), and the content security policy in the page itself for the first visit.
 */

import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import type { Plugin, UserConfig } from "vite";
import { contentSecurityPolicy, sharedHeaders } from "./headers.ts";

interface WebPageFolders {
  /** The repository. */
  readonly root: string;
  /** The built window. */
  readonly from: string;
  readonly to: string;
}

const WORKER = "service-worker.js";
const MANIFEST = "studio.webmanifest";
const PAGE = "index.html";
const GROUND = "#0c0f14";
const DESCRIPTION = "A studio for cellular automata: draw, run and export square and hexagonal universes.";

/** For `vite build`. */
export function webPageConfig({ root, from, to }: WebPageFolders): UserConfig {
  return {
    root,
    publicDir: false,
    plugins: [webPage(from, join(root, "assets/icons"))],
    build: {
      outDir: to,
      emptyOutDir: true,
      target: "es2022",
      modulePreload: false,
      rolldownOptions: {
        input: {
          register: join(root, "renderer/offline/register.ts"),
          "service-worker": join(root, "renderer/offline/service-worker.ts"),
        },
        output: { entryFileNames: "[name].js" },
        checks: { pluginTimings: false },
      },
    },
  };
}

function webPage(from: string, icons: string): Plugin {
  return {
    name: "tessella:web-page",
    async generateBundle(_options, bundle) {
      const files = new Map<string, Uint8Array>();
      for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile()) continue;
        const path = join(entry.parentPath, entry.name);
        files.set(relative(from, path).replaceAll(sep, "/"), await readFile(path));
      }
      files.set(PAGE, bytes(withHead(text(files.get(PAGE)))));
      files.set(MANIFEST, bytes(JSON.stringify(manifest(), null, 2)));
      for (const icon of ["icon.svg", "icon.png"])
        files.set(`icons/${icon}`, await readFile(join(icons, icon)));
      for (const [fileName, source] of files) this.emitFile({ type: "asset", fileName, source });

      let worker: { code: string } | null = null;
      for (const output of Object.values(bundle)) {
        if (output.type !== "chunk") continue;
        if (output.fileName === WORKER) worker = output;
        else files.set(output.fileName, bytes(output.code));
      }
      if (!worker) throw new Error(`The build has no ${WORKER}.`);
      const listed = [...files]
        .map(([path, content]) => ({ path, integrity: `sha256-${digest(content, "base64")}` }))
        .sort((a, b) => (a.path < b.path ? -1 : 1));
      const build = { headers: sharedHeaders(), files: listed };
      const version = digest(bytes(JSON.stringify(build) + worker.code), "hex").slice(0, 16);
      worker.code = `const BUILD=${JSON.stringify({ version, ...build })};\n${worker.code}`;
    },
  };
}

/** The page with what a server would have said, and with its way to the rest. */
function withHead(page: string): string {
  // Only a header can say who may frame the page.
  const policy = contentSecurityPolicy().replace(/;\s*frame-ancestors[^;]*/, "");
  const head = [
    `<meta http-equiv="Content-Security-Policy" content="${policy}" />`,
    '<meta name="referrer" content="no-referrer" />',
    `<meta name="description" content="${DESCRIPTION}" />`,
    `<meta name="theme-color" content="${GROUND}" />`,
    `<link rel="manifest" href="./${MANIFEST}" />`,
    '<link rel="apple-touch-icon" href="./icons/icon.png" />',
    '<script type="module" src="./register.js"></script>',
  ];
  // Behind the encoding, which has to come first, and before anything that the policy is about.
  const [before, after] = page.split(/(?<=<meta charset="utf-8" \/>)/);
  if (after === undefined) throw new Error(`${PAGE} does not begin with its encoding.`);
  return [before, ...head.map((line) => `\n    ${line}`), after].join("");
}

function manifest(): object {
  return {
    name: "Tessella",
    short_name: "Tessella",
    description: DESCRIPTION,
    id: "./",
    start_url: "./",
    scope: "./",
    display: "standalone",
    background_color: GROUND,
    theme_color: GROUND,
    categories: ["education", "entertainment"],
    icons: [
      { src: "icons/icon.svg", type: "image/svg+xml", sizes: "any" },
      { src: "icons/icon.png", type: "image/png", sizes: "1024x1024" },
    ],
  };
}

function digest(content: Uint8Array, encoding: "hex" | "base64"): string {
  return createHash("sha256").update(content).digest(encoding);
}

function bytes(content: string): Uint8Array {
  return new TextEncoder().encode(content);
}

function text(content: Uint8Array | undefined): string {
  if (!content) throw new Error(`The window is not built: it has no ${PAGE}.`);
  return new TextDecoder().decode(content);
}
