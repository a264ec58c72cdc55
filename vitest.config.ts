// Six projects, one command:
//   unit     plain Node, nothing else started: the engine, the studio's parts without a screen, the architecture
//   process  plain Node, with other processes: the built command, Golly, ffmpeg, the shell and its launcher, the compiler
//   apart    plain Node, for the few files that put a fake in a module's place, or a page before a library
//   gpu      Dawn in Node on SwiftShader: shaders and their host side
//   browser  a real headless Chromium: workers, WebGPU, whatever only a browser can show
//   e2e      the built studio, served as `npm start` does, in that Chromium
// Each runs alone with `npx vitest run --project <name>`.

import { availableParallelism } from "node:os";
import { playwright } from "@vitest/browser-playwright";
import type { Plugin, TestProjectConfiguration } from "vitest/config";
import { defineConfig } from "vitest/config";
import {
  chromiumIsPackaged,
  chromiumKit,
  chromiumLaunch,
  onRealGpu,
  ownChromium,
} from "./tests/support/chromium.ts";
import { isLongRun } from "./tests/support/effort.ts";
import { APART } from "./tests/support/faking-tests.ts";
import { LongestFirst, SlowTests } from "./tests/support/longest-first.ts";
import { skipOrFail } from "./tests/support/require-tool.ts";

const processTests = [
  "tests/cli/**/*.test.ts",
  "tests/cluster/**/*.test.ts",
  "tests/interop/**/*.test.ts",
  "tests/electron/**/*.test.ts",
  "tests/recipe-types.test.ts",
];
const gpuTests = ["tests/gpu/**/*.test.ts", "tests/shaders/**/*.test.ts"];
const browserTests = ["tests/browser/**/*.test.{ts,tsx}"];
const e2eTests = ["tests/e2e/**/*.test.ts"];

/** Two more than there are cores: tests wait for other processes, for time to pass and for vitest to hand them a file. */
const FOR_WAITS = availableParallelism() + 2;

const setupWasm = "./tests/support/setup-wasm.ts";
const setupStudio = "./tests/support/setup-studio.ts";
const setupEqualBytes = "./tests/support/setup-equal-bytes.ts";
const setupSeed = "./tests/support/setup-seed.ts";
const setupChromium = "./tests/support/setup-chromium.ts";

/** As long as playwright waits in these tests: the usual second is an assumption about the machine. */
const patience = { poll: { timeout: 15_000 } };

/** A test runs its code a few times, where a program goes on for minutes: the compiler that optimises comes later. */
const LATE_COMPILER = "--interrupt-budget=500000";
/** Workers take all cores: a collection that spreads over threads costs a tenth more of the processor's time, and waits for them. */
const SERIAL_COLLECTOR = "--single-threaded-gc";
/** Large arrays that come and go ask for a collection of the whole heap every 64 MB; there was one for each five tests. */
const LARGE_HEAP = "--initial-old-space-size=512";
/** Whoever watches the memory of readers (`npm run fuzz`) wants garbage collected as everywhere. */
const UNIT_HEAP = isLongRun ? [] : [LARGE_HEAP];

/** What vite makes of these is kept for the next run, under a hash of their text. */
const SOURCES = /\.(?:[cm]?[jt]sx?|json|wgsl)(?:\?|$)/;
/** Bytes that are no text (kernels, pictures) are not: their hash is of text, which can be the same for different bytes. */
const keepSources: Plugin = {
  name: "tessella:keep-sources",
  api: { vitest: { experimental: { ignoreFsModuleCache: true } } },
  configureVitest: ({ experimental_defineCacheKeyGenerator }) =>
    experimental_defineCacheKeyGenerator(({ id }) => (SOURCES.test(id) ? undefined : false)),
};

const unit: TestProjectConfiguration = {
  plugins: [keepSources],
  test: {
    name: "unit",
    // The three save a fifth of the processor's time here.
    execArgv: [LATE_COMPILER, SERIAL_COLLECTOR, ...UNIT_HEAP],
    // Whatever no other project takes, so that no test file can be forgotten.
    include: ["tests/**/*.test.ts"],
    exclude: [...APART, ...processTests, ...gpuTests, ...browserTests, ...e2eTests],
    environment: "node",
    globalSetup: [setupWasm],
    setupFiles: [setupEqualBytes, setupSeed],
    // The files share their modules, which are loaded once a worker: no test here may leave a trace in one.
    isolate: false,
    maxWorkers: FOR_WAITS,
    expect: patience,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
};

const processes: TestProjectConfiguration = {
  plugins: [keepSources],
  test: {
    name: "process",
    // No large heap: what these start is a copy of their worker at first.
    execArgv: [LATE_COMPILER, SERIAL_COLLECTOR],
    include: processTests,
    exclude: [...APART],
    environment: "node",
    globalSetup: [setupWasm],
    setupFiles: [setupEqualBytes, setupSeed],
    // As above. A worker of its own would take half a second for each file.
    isolate: false,
    // In one group with the unit tests and before them (longest-first.ts): those are short, so no core idles long at the end.
    maxWorkers: FOR_WAITS,
    expect: patience,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
};

const apart: TestProjectConfiguration = {
  plugins: [keepSources],
  test: {
    name: "apart",
    include: [...APART],
    environment: "node",
    globalSetup: [setupWasm],
    setupFiles: [setupEqualBytes],
    maxWorkers: FOR_WAITS,
    expect: patience,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
};

/**
 * glibc gives memory back that SwiftShader's compiler asks for again at once: a twelfth of the time went into pages that the kernel
 * had to clear.
 */
const MEMORY_KEPT =
  "glibc.malloc.trim_threshold=1073741824:glibc.malloc.mmap_threshold=1073741824:glibc.malloc.top_pad=33554432";

const gpu: TestProjectConfiguration = {
  plugins: [keepSources],
  test: {
    name: "gpu",
    include: gpuTests,
    environment: "node",
    globalSetup: [setupWasm, setupChromium],
    setupFiles: [setupEqualBytes, setupSeed, "./tests/support/patient-dawn.ts"],
    // As above.
    isolate: false,
    // The dynamic linker and the Vulkan loader read their variables when the process starts; a thread would be late.
    pool: "forks",
    // A test provokes collections: Dawn crashes when its GPU object goes too early.
    execArgv: ["--expose-gc", LATE_COMPILER, LARGE_HEAP],
    env: { GLIBC_TUNABLES: MEMORY_KEPT, ...(chromiumIsPackaged() && chromiumKit().vulkanEnv) },
    // SwiftShader spreads over all cores by itself, but compiling shaders takes one.
    maxWorkers: 2,
    sequence: { groupOrder: 2 },
    expect: patience,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
};

const browser: TestProjectConfiguration = {
  // Found late, a dependency makes vite reload the page in the middle of a test.
  optimizeDeps: {
    include: [
      "fast-check",
      "fflate",
      "idb",
      "jsonc-parser",
      "valibot",
      "react",
      "react-dom",
      "react-dom/client",
      "react/jsx-dev-runtime",
      "zustand",
      "zustand/react/shallow",
      "zustand/vanilla",
      "lucide-react",
      "radix-ui",
    ],
  },
  worker: { format: "es" },
  test: {
    name: "browser",
    include: browserTests,
    globalSetup: ownChromium ? [setupWasm] : [setupWasm, setupChromium],
    setupFiles: [setupEqualBytes, setupSeed],
    // As above: in a page of its own each file would load the engine again, module by module.
    isolate: false,
    // Beside the GPU tests in Node: its files come one after the other, and leave a core to others half of the time.
    sequence: { groupOrder: 2 },
    maxWorkers: 2,
    expect: patience,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    browser: {
      enabled: true,
      headless: !onRealGpu,
      screenshotFailures: false,
      provider: playwright({ launchOptions: chromiumLaunch() }),
      instances: [{ browser: "chromium" }],
    },
  },
};

const e2e: TestProjectConfiguration = {
  plugins: [keepSources],
  test: {
    name: "e2e",
    include: e2eTests,
    environment: "node",
    globalSetup: ownChromium ? [setupWasm, setupStudio] : [setupWasm, setupChromium, setupStudio],
    // The files that one process works through share its browser (tests/e2e/studio.ts).
    isolate: false,
    // In one group with the unit tests and before them all (longest-first.ts), so no core idles at its end. Windows on a screen
    // share a pointer and a clipboard: there it is a group of its own, one file after the other.
    maxWorkers: onRealGpu ? 1 : FOR_WAITS,
    sequence: { groupOrder: onRealGpu ? 3 : 0 },
    expect: patience,
    // A machine that does other things beside may take several times as long as one that does not.
    testTimeout: 180_000,
    hookTimeout: 60_000,
  },
};

function projects(): TestProjectConfiguration[] {
  if (ownChromium || chromiumIsPackaged()) return [unit, processes, apart, gpu, browser, e2e];
  skipOrFail("there is no packaged Chromium for this platform and TESSELLA_CHROMIUM is not set");
  return [unit, processes, apart, gpu];
}

export default defineConfig({
  test: {
    projects: projects(),
    // Each project transforms the engine by itself, and each run would again.
    experimental: { fsModuleCache: true },
    sequence: { sequencer: LongestFirst },
    reporters: ["default", new SlowTests()],
    teardownTimeout: 20_000,
  },
});
