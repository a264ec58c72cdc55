/** The system clipboard in a browser, which may require permission, or may not offer a clipboard at all. */

import { TessellaError } from "../../engine/core/errors.ts";
import type { HostClipboard } from "./host.ts";

export function browserClipboard(document: Document, clipboard: Clipboard | undefined): HostClipboard {
  /** The last text copied here: if reading is refused, copy and paste within the studio still work. */
  let own: string | null = null;
  return {
    readText: async () => {
      try {
        if (clipboard?.readText) return await clipboard.readText();
      } catch {
        // The browser refused, or the page does not have the focus.
      }
      if (own !== null) return own;
      throw new TessellaError(
        "unsupported-operation",
        "The browser does not let the studio read the clipboard.",
        {
          hint: "Press the shortcut for Paste instead, or allow it beside the page's address.",
        },
      );
    },
    writeText: async (text) => {
      own = text;
      try {
        if (clipboard?.writeText) return await clipboard.writeText(text);
      } catch {
        // The older way needs no permission.
      }
      if (!copyThroughSelection(document, text)) {
        throw new TessellaError(
          "unsupported-operation",
          "The browser does not let the studio fill the clipboard.",
          { hint: "Paste within the studio works all the same." },
        );
      }
    },
    writePng: async (bytes) => {
      try {
        if (!clipboard?.write) throw new Error("no ClipboardItem");
        const blob = new Blob([Uint8Array.from(bytes)], { type: "image/png" });
        await clipboard.write([new ClipboardItem({ "image/png": blob })]);
      } catch (cause) {
        throw new TessellaError(
          "unsupported-operation",
          "The browser does not take images on the clipboard.",
          {
            hint: "Save the image instead.",
            cause,
          },
        );
      }
    },
  };
}

function copyThroughSelection(document: Document, text: string): boolean {
  const focused = document.activeElement;
  const area = document.createElement("textarea");
  area.value = text;
  area.readOnly = true;
  area.style.position = "fixed";
  area.style.opacity = "0";
  document.body.append(area);
  area.select();
  const copied = document.execCommand("copy");
  area.remove();
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  return copied;
}
