// Test files that put a fake in a module's place (vi.mock), or a page in memory before libraries that look for one as they are
// loaded. In a worker that files share, whoever loads a module first decides what all of them get, so these have modules of their
// own (vitest.config.ts).

export const APART: readonly string[] = [
  "tests/electron/checklist.test.ts",
  "tests/electron/main.test.ts",
  "tests/engine/node/standard-stream.test.ts",
  "tests/renderer/window/dialogs/outlines.test.ts",
  "tests/renderer/export/export-dialog.test.ts",
  "tests/renderer/guide/guide-dialog.test.ts",
  "tests/renderer/window/menus.test.ts",
  "tests/renderer/window/surfaces.test.ts",
];
