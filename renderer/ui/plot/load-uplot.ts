/**
 * uPlot, loaded when the first plot is shown. As it loads it asks for number formats of the browser's language, and fails as a
 * whole where that is none: Chromium calls itself "en-US@posix" on systems without a locale. There it is told English.
 */

import type UPlot from "uplot";

let loading: Promise<typeof UPlot> | null = null;

export function loadUplot(): Promise<typeof UPlot> {
  loading ??= load();
  return loading;
}

async function load(): Promise<typeof UPlot> {
  const foreign = !isLanguage(navigator.language);
  if (foreign) Object.defineProperty(navigator, "language", { value: "en", configurable: true });
  try {
    return (await import("uplot")).default;
  } finally {
    if (foreign) Reflect.deleteProperty(navigator, "language");
  }
}

function isLanguage(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0;
  } catch {
    return false;
  }
}
