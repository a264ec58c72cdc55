// What still breaks the rules, while the house is rebuilt. Nothing is added here; it ends empty and goes.

export const IMPORT_DEBTS: readonly string[] = [
  "renderer/canvas/overlay.ts: canvas may not import editor",
  "renderer/canvas/overlay.ts: canvas may not import tools",
  "renderer/canvas/pointer-input.ts: canvas may not import tools",
  "renderer/canvas/stage-model.ts: canvas may not import editor",
  "renderer/canvas/stage-model.ts: canvas may not import tools",
  "renderer/canvas/stage-surface.ts: canvas may not import tools",
  "renderer/canvas/tool-preview.ts: canvas may not import tools",
  "renderer/universe/engines.ts: universe may not import canvas",
  "renderer/universe/view-worker.ts: universe may not import canvas",
];

/** Files that may still be part of a circle. */
export const CIRCLE_DEBTS: readonly string[] = [
  "engine/algorithms/hashlife/core.ts",
  "engine/algorithms/hashlife/twin.ts",
  "renderer/canvas/cell-rows.ts",
  "renderer/canvas/ghost.ts",
  "renderer/canvas/overlay.ts",
  "renderer/canvas/tool-preview.ts",
  "renderer/document/pattern-files.ts",
  "renderer/document/pattern-files.worker.ts",
];

export const NAME_DEBTS: readonly string[] = [
  "Cells",
  "LineCounter",
  "CellBox",
  "Frame",
  "FrameSource",
  "Listeners",
  "Look",
  "Palette",
  "ReadOptions",
  "View",
  "WriteOptions",
];
