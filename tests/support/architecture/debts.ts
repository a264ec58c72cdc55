// What still breaks the rules, while the house is rebuilt. Nothing is added here; it ends empty and goes.

export const IMPORT_DEBTS: readonly string[] = [
  "renderer/canvas/overlay.ts: canvas may not import editor",
  "renderer/canvas/overlay.ts: canvas may not import tools",
  "renderer/canvas/pointer-input.ts: canvas may not import tools",
  "renderer/canvas/stage-model.ts: canvas may not import editor",
  "renderer/canvas/stage-model.ts: canvas may not import tools",
  "renderer/canvas/stage-surface.ts: canvas may not import tools",
  "renderer/canvas/tool-preview.ts: canvas may not import tools",
  "renderer/studio/shell.ts: studio may not import library",
  "renderer/studio/studio.ts: studio may not import library",
  "renderer/studio/studio.ts: studio may not import plot",
  "renderer/studio/studio.ts: studio may not import rules",
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
  "renderer/library/card-keys.ts",
  "renderer/library/studio-library.ts",
  "renderer/studio/autosaver.ts",
  "renderer/studio/look-verbs.ts",
  "renderer/studio/passing-hint.ts",
  "renderer/studio/session-tabs.ts",
  "renderer/studio/studio-files.ts",
  "renderer/studio/studio.ts",
  "renderer/studio/tool-settings.ts",
];

export const NAME_DEBTS: readonly string[] = [
  "Cells",
  "DialogProps",
  "Dialogs",
  "LineCounter",
  "CellBox",
  "Frame",
  "FrameSource",
  "Listeners",
  "Look",
  "Palette",
  "ReadOptions",
  "Runner",
  "View",
  "WriteOptions",
];
