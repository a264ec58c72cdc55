/** One studio a user: a second start hands its files to the first and ends. */

import type { App } from "electron";
import * as v from "valibot";

const StartSchema = v.object({
  files: v.pipe(v.array(v.pipe(v.string(), v.maxLength(32_768))), v.maxLength(100)),
});

/**
 * Whether this is the only instance; if not, the other one has been told. `files` are absolute. They travel as data,
 * because Chromium reorders the argument vector that it passes on, and the other instance has another current folder.
 */
export function isOnlyInstance(
  app: Pick<App, "requestSingleInstanceLock" | "on">,
  files: readonly string[],
  onSecondStart: (files: readonly string[]) => void,
): boolean {
  if (!app.requestSingleInstanceLock({ files: [...files] })) return false;
  app.on("second-instance", (_event, _argv, _cwd, data) => {
    const parsed = v.safeParse(StartSchema, data);
    // Also without files: a person who starts the studio again wants to see its window.
    onSecondStart(parsed.success ? parsed.output.files : []);
  });
  return true;
}
