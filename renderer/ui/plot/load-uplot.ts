/**
 * uPlot, loaded with the first plot. While loading, it creates number formats for the browser's language, and fails as
 * a whole if that is invalid: Chromium calls itself "en-US@posix" on systems without a locale. It gets English there.
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
