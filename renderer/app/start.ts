/** Start-up: the host, the preferences, the first universe, what crashed sessions left, what was asked to be opened. */

import { acceleratorOf } from "../commands/chord.ts";
import { menuBar } from "../commands/views.ts";
import { chooseHost } from "../host/choose-host.ts";
import type { MenuItem, MenuModel } from "../host/menu-model.ts";
import { GPU_KERNELS } from "../stores/gpu-kernels.ts";
import { STUDIO_PREFERENCES } from "../stores/preferences.ts";
import { showFirstSight } from "./first-sight.ts";
import { Studio } from "./studio.ts";

/** A window narrower than this starts with the universe alone, and the drawer a click away. */
const WIDE = 1180;

export async function startStudio(window: Window): Promise<Studio> {
  const host = await chooseHost(window);
  const studio = new Studio(host);
  const preferences = await host.preferences.load(STUDIO_PREFERENCES);
  const { pace } = studio.shell.getState();
  const library = preferences.library && window.innerWidth >= WIDE;
  studio.shell.setState({
    preferences: { ...preferences, library },
    pace: { ...pace, base: preferences.stepBase },
  });
  studio.engines.setAdapter(preferences.adapter);
  studio.engines.setTuning(await host.preferences.load(GPU_KERNELS));
  followTheme(studio, window);
  followTextSize(studio, window);
  followFullScreen(studio, window);
  listenForRequests(studio);
  showMenu(studio);
  host.window.guardClose(() => mayClose(studio));
  void begin(studio, window);
  studio.autosaver.start();
  return studio;
}

async function begin(studio: Studio, window: Window): Promise<void> {
  const found = await studio.autosaver.found();
  if (found.length > 0) studio.show({ kind: "recover", found });
  const restored = await studio.session.restore(found);
  studio.session.start();
  if (restored || studio.shell.getState().documents.length > 0) return;
  try {
    await showFirstSight(studio, window);
  } catch (error) {
    studio.report(error);
  }
}

function followTheme(studio: Studio, window: Window): void {
  const light = window.matchMedia("(prefers-color-scheme: light)");
  const apply = (): void => {
    const { theme } = studio.shell.getState().preferences;
    const shown = theme === "system" ? (light.matches ? "light" : "dark") : theme;
    if (window.document.documentElement.dataset.theme !== shown)
      window.document.documentElement.dataset.theme = shown;
  };
  light.addEventListener("change", apply);
  studio.shell.subscribe(apply);
  apply();
}

/** All sizes of text are in rem. */
function followTextSize(studio: Studio, { document }: Window): void {
  const { style } = document.documentElement;
  let applied = 100;
  const apply = (): void => {
    const { textSize } = studio.shell.getState().preferences;
    if (textSize === applied) return;
    applied = textSize;
    style.fontSize = textSize === 100 ? "" : `${textSize}%`;
  };
  studio.shell.subscribe(apply);
  apply();
}

function followFullScreen(studio: Studio, { document }: Window): void {
  document.addEventListener("fullscreenchange", () => {
    const fullScreen = document.fullscreenElement !== null;
    studio.shell.setState(fullScreen ? { fullScreen } : { fullScreen, zen: false });
  });
}

function listenForRequests(studio: Studio): void {
  studio.host.openRequests.subscribe(({ files }) => {
    void studio.files.openFiles(files);
  });
}

/** The system's menu bar, where there is one: a view of the same commands. */
function showMenu(studio: Studio): void {
  const { menu, platform } = studio.host;
  if (!platform.capabilities.nativeMenu) return;
  let last = "";
  const show = (): void => {
    const model: MenuModel = menuBar(studio.keymap, { ...studio.commandState, focus: "canvas" }).map(
      ({ title, groups }) => ({
        kind: "submenu",
        label: title,
        items: groups.flatMap((group, at): readonly MenuItem[] => [
          ...(at > 0 ? [{ kind: "separator" } as const] : []),
          ...group.map((item): MenuItem => {
            const accelerator = item.chord === null ? null : acceleratorOf(item.chord);
            return {
              kind: "command",
              id: item.id,
              label: item.title,
              enabled: item.enabled,
              ...(accelerator === null ? {} : { accelerator }),
              ...(item.checked === null ? {} : { checked: item.checked }),
            };
          }),
        ]),
      }),
    );
    const text = JSON.stringify(model);
    if (text !== last) menu.show(model);
    last = text;
  };
  menu.subscribe((id) => void studio.run(id));
  studio.shell.subscribe(show);
  show();
}

/** Asks about each universe with unsaved work; false when one of them is to stay open. */
async function mayClose(studio: Studio): Promise<boolean> {
  for (const { id, editor } of [...studio.shell.getState().documents]) {
    if (editor.state.dirty && !(await studio.close(id))) return false;
  }
  return true;
}
