/** Start-up: the host, the preferences, the first universe, recovered sessions, files to open. */

import { chooseHost } from "../host/choose-host.ts";
import { LABS } from "../labs/registry.ts";
import { plotsOf } from "../plot/plots.ts";
import { rulesOf } from "../rules/rule-shelf.ts";
import { showFirstSight } from "../studio/first-sight.ts";
import { STUDIO_PREFERENCES } from "../studio/preferences.ts";
import { Studio } from "../studio/studio.ts";
import { lossOf } from "../studio/tab.ts";
import { GPU_KERNELS } from "../universe/gpu-kernels.ts";
import { COMMANDS } from "./commands/registry.ts";
import { followFullScreen, followTextSize, followTheme } from "./page-look.ts";
import { showSystemMenu } from "./system-menu.ts";

/** A narrower window starts with the universe alone, and the drawer a click away; the inspector too, where it would lie on the cells. */
const WIDE = 1180;
const OVER_CELLS = "(max-width: 860px)";

export async function startStudio(window: Window): Promise<Studio> {
  const host = await chooseHost(window);
  const studio = new Studio(host, LABS, COMMANDS);
  const [preferences] = await Promise.all([
    host.preferences.load(STUDIO_PREFERENCES),
    // Before anything is opened that names one. Without them such a pattern says what it lacks.
    studio.ruleFiles.folder.load().catch(() => {}),
  ]);
  const { pace } = studio.shell.getState();
  const { rate } = preferences;
  const library = preferences.library && window.innerWidth >= WIDE;
  const inspector = preferences.inspector && !window.matchMedia(OVER_CELLS).matches;
  studio.shell.setState({
    preferences: { ...preferences, library, inspector },
    pace: { ...pace, base: preferences.stepBase, ...(rate !== undefined && { rate }) },
  });
  studio.engines.setTuning(await host.preferences.load(GPU_KERNELS));
  // Both observe from the start.
  plotsOf(studio);
  rulesOf(studio);
  followTheme(studio.shell, window);
  followTextSize(studio.shell, window);
  followFullScreen(studio.shell, window);
  listenForRequests(studio);
  // Another window may have changed them.
  window.addEventListener("focus", () => void studio.ruleFiles.folder.load().catch(() => {}));
  showSystemMenu(studio);
  host.window.guardClose(() => mayClose(studio));
  void begin(studio, window);
  studio.autosaver.start();
  return studio;
}

async function begin(studio: Studio, window: Window): Promise<void> {
  const found = await studio.autosaver.found();
  if (found.length > 0) studio.dialogs.show("recover", { found });
  const restored = await studio.session.restore(found);
  studio.session.start();
  if (restored || studio.shell.getState().tabs.length > 0) return;
  try {
    await showFirstSight(studio, window);
  } catch (error) {
    studio.status.report(error);
  }
}

function listenForRequests(studio: Studio): void {
  studio.host.openRequests.subscribe(({ files }) => {
    void studio.files.openFiles(files);
  });
}

/** Asks about a running export and each tab that would lose changes; false if the person keeps one. */
async function mayClose(studio: Studio): Promise<boolean> {
  if (studio.shell.getState().exporting) {
    const choice = await studio.dialogs.ask(
      "Stop the export?",
      "Frames are being written. Closing the window ends that.",
      [{ id: "stop", label: "Stop and close" }],
    );
    if (choice === null) return false;
  }
  for (const tab of studio.tabs.list) {
    if (lossOf(tab) && !(await studio.tabs.close(tab.id))) return false;
  }
  return true;
}
