/** What a first start shows: a pattern that is alive, stays in view and never ends. */

import garden from "../../assets/patterns/small-garden.rle?raw";
import { runOptions } from "../editor/time/pace.ts";
import type { StudioServices } from "./services.ts";

/** Steps a second: can be followed by eye. */
const GENTLE = 10;

/** Opens it and, unless the system asks for little motion, lets it run. Errors: those of opening a pattern. */
export async function showFirstSight({ shell, files }: StudioServices, window: Window): Promise<void> {
  const first = await files.openText(garden, "Small garden");
  const pace = { ...shell.getState().pace, rate: GENTLE };
  shell.setState({ pace });
  if (window.matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  await first.editor.run(runOptions(pace));
}
