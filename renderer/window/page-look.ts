/** The page looks as the preferences and the system say: colours, size of text, full screen. */

import type { Shell } from "../studio/shell.ts";

/** The colours that a person prefers, or those of the system for as long as it has them. */
export function followTheme(shell: Shell, window: Window): void {
  const light = window.matchMedia("(prefers-color-scheme: light)");
  const apply = (): void => {
    const { preferences, theme: shown } = shell.getState();
    const system = light.matches ? "light" : "dark";
    const theme = preferences.theme === "system" ? system : preferences.theme;
    if (theme === shown) return;
    window.document.documentElement.dataset.theme = theme;
    shell.setState({ theme });
  };
  light.addEventListener("change", apply);
  shell.subscribe(apply);
  apply();
}

/** All text sizes are in rem. */
export function followTextSize(shell: Shell, { document }: Window): void {
  const { style } = document.documentElement;
  let applied = 100;
  const apply = (): void => {
    const { textSize } = shell.getState().preferences;
    if (textSize === applied) return;
    applied = textSize;
    style.fontSize = textSize === 100 ? "" : `${textSize}%`;
  };
  shell.subscribe(apply);
  apply();
}

/** Whoever leaves the full screen leaves the window without its bars as well. */
export function followFullScreen(shell: Shell, { document }: Window): void {
  document.addEventListener("fullscreenchange", () => {
    const fullScreen = document.fullscreenElement !== null;
    shell.setState(fullScreen ? { fullScreen } : { fullScreen, zen: false });
  });
}
