// The studio for development as the tests build it (tests/support/setup-studio.ts): React checks itself, but does not note
// where each element was made, nor how long each component took. These notes are for a person with the developer tools open,
// and took a quarter of the walk along all screens.

import type { Plugin } from "vite";
import { mergeConfig } from "vite";
import studio from "./vite.renderer.config.ts";

/** React notes a number of origins a second and goes without them beyond; this is the question whether there may be another. */
const ANOTHER_NOTE = "1e4 > ReactSharedInternals.recentlyCreatedOwnerStacks++";

function withoutOrigins(): Plugin {
  let found = false;
  return {
    name: "react-without-origins",
    transform: {
      filter: { id: /\/react\/cjs\/.*\.development\.js$/, code: ANOTHER_NOTE },
      handler(code) {
        found = true;
        return { code: code.replaceAll(ANOTHER_NOTE, "false"), map: null };
      },
    },
    buildEnd(error) {
      if (!error && !found) this.error(`React no longer asks "${ANOTHER_NOTE}".`);
    },
  };
}

export default mergeConfig(studio, {
  define: { "console.createTask": "undefined", "console.timeStamp": "undefined" },
  plugins: [withoutOrigins()],
  // Nobody downloads it, and its complaints name what they are about.
  build: { minify: false },
});
