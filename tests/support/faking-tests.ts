// Test files that put a fake in a module's place (vi.mock). In a worker that files share, whoever loads the module first decides
// which of the two all of them get, so these have modules of their own (vitest.config.ts).

export const APART: readonly string[] = [
  "tests/electron/checklist.test.ts",
  "tests/electron/main.test.ts",
  "tests/engine/node/standard-stream.test.ts",
];
