// vitest global set-up of the projects that need Chromium or its SwiftShader.

import { chromiumIsPackaged, unpackChromium } from "./chromium.ts";

export async function setup(): Promise<void> {
  if (chromiumIsPackaged()) await unpackChromium();
}
