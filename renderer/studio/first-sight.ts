/** The pattern of a first start: it is alive, stays in view and never ends. */

import garden from "../../assets/patterns/small-garden.rle?raw";
import type { StudioDocument } from "../document/document.ts";
import { runOptions } from "../editor/time/pace.ts";
import { beginWithAgeLook } from "./age-look.ts";
import type { StudioServices } from "./services.ts";

/** Steps a second: slow enough to follow by eye. */
const GENTLE = 10;

/**
 * Opens it in the colours of ages, with a trail, and at a gentle speed, where the person has not chosen otherwise, and runs it,
 * unless the system asks for reduced motion. It stays away when another tab is there first: whoever recovers work, or opens a file, while the
 * window starts has that in front. Errors: those of opening a pattern.
 */
export async function showFirstSight(
  { shell, files, patternFiles, settings }: StudioServices,
  window: Window,
): Promise<void> {
  const other = new AbortController();
  const end = shell.subscribe(({ tabs }) => {
    if (tabs.length > 0) other.abort();
  });
  const open = async (): Promise<StudioDocument> => {
    const { pattern } = await patternFiles.read(garden);
    return files.openPattern(pattern, "Small garden", { signal: other.signal });
  };
  const first = await open()
    .catch((error: unknown) => {
      if (other.signal.aborted) return null;
      throw error;
    })
    .finally(end);
  if (!first) return;
  beginWithAgeLook(first, { ages: true, trail: true }, settings.now);
  if (settings.now.rate === undefined) shell.setState(({ pace }) => ({ pace: { ...pace, rate: GENTLE } }));
  if (window.matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  await first.editor.run(runOptions(shell.getState().pace));
}
