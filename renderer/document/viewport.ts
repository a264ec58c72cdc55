/** A place at which a document is looked at: its view, and the gestures on it. A document has one, and two while it is split. */

import { Gestures } from "../tools/gestures.ts";
import type { Toolbox } from "../tools/toolbox.ts";
import type { DocumentView } from "./document-view.ts";

let count = 0;

export class Viewport {
  readonly id = `v${++count}`;
  readonly view: DocumentView;
  readonly gestures: Gestures;
  /** Takes a picture of the stage, as a PNG; null while no stage shows it. */
  image: (() => Promise<Uint8Array<ArrayBuffer> | null>) | null = null;

  constructor(toolbox: Toolbox, view: DocumentView) {
    this.view = view;
    this.gestures = new Gestures(toolbox, view);
  }
}
