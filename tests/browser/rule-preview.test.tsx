// The rule browser's preview shows what the chosen rule does, and never what the one before it has done.

import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { expect, onTestFinished, test } from "vitest";
import { createStore } from "zustand/vanilla";
import type { Block } from "../../engine/core/block.ts";
import { createBlock } from "../../engine/core/block.ts";
import { parseRule } from "../../engine/rules/universe-rule.ts";
import { Preview } from "../../renderer/rules/preview.tsx";
import type { RuleLab } from "../../renderer/rules/rule-lab.ts";
import { StudioContext } from "../../renderer/studio/hooks.ts";
import type { Studio } from "../../renderer/studio/studio.ts";
import { TipProvider } from "../../renderer/ui/button.tsx";

test("another rule begins without cells, and not with the picture of the one before", async () => {
  const full = (): Block => {
    const block = createBlock(-48n, -22n, 96, 44);
    block.words.fill(0x55555555);
    return block;
  };
  const universe = {
    generation: 7n,
    step: async () => {},
    readBlock: async () => full(),
    dispose: async () => {},
  };
  let begun = 0;
  // The first rule's cells come at once, and the second's never.
  const createUniverse = () => (begun++ === 0 ? Promise.resolve(universe) : new Promise(() => {}));
  const lab = { preview: { createUniverse } } as unknown as RuleLab;
  const shell = createStore(() => ({
    theme: "dark",
    preferences: { cells: "auto", flashLimit: false, keys: {} },
  }));
  const host = document.createElement("div");
  host.style.width = "300px";
  document.body.append(host);
  const root = createRoot(host);
  onTestFinished(() => {
    root.unmount();
    host.remove();
  });
  const studio = { shell, commands: { keyNames: () => [] } } as unknown as Studio;
  const show = (rule: string): void => {
    const wanted = {
      lab,
      rule: parseRule(rule),
      start: "soup",
      seed: 1,
      onStart: () => {},
      onSeed: () => {},
    } as const;
    flushSync(() =>
      root.render(
        <TipProvider>
          <StudioContext value={studio}>
            <Preview {...wanted} />
          </StudioContext>
        </TipProvider>,
      ),
    );
  };
  const colours = (): number => {
    const canvas = host.querySelector("canvas") as HTMLCanvasElement;
    const { data } = (canvas.getContext("2d") as CanvasRenderingContext2D).getImageData(
      0,
      0,
      canvas.width,
      canvas.height,
    );
    return new Set(new Uint32Array(data.buffer)).size;
  };
  show("B3/S23");
  await expect.poll(colours).toBeGreaterThan(1);
  await expect.poll(() => host.textContent).toContain("Generation 7");
  show("B36/S23");
  expect(colours()).toBe(1);
  await expect.poll(() => host.textContent).toContain("Generation 0, 0 alive");
  await expect.poll(() => begun).toBe(2);
  expect(colours()).toBe(1);
});
