/** The pattern of a first start: it is alive, stays in view and never ends. */

import garden from "../../assets/patterns/small-garden.rle?raw";
import { runOptions } from "../editor/time/pace.ts";
import type { StudioServices } from "./services.ts";

/** Steps a second: slow enough to follow by eye. */
const GENTLE = 10;

/** Opens it in the colours of ages, with a trail, and runs it, unless the system asks for reduced motion. Errors: those of opening a pattern. */
export async function showFirstSight(
  { shell, files, patternFiles }: StudioServices,
  window: Window,
): Promise<void> {
  const { pattern } = await patternFiles.read(garden);
  const first = await files.openPattern(pattern, "Small garden");
  first.setAgeLook({ ages: true, trail: true });
  const pace = { ...shell.getState().pace, rate: GENTLE };
  shell.setState({ pace });
  if (window.matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  await first.editor.run(runOptions(pace));
}
