/**
 * A lab as the studio sees it: a page in a tab that is not a universe. A lab's folder under renderer/labs holds its page, store,
 * worker and styles; renderer/labs/registry.ts has an entry for it. The session lives as long as the tab. A tab behind others
 * keeps its page and the text typed there, but React takes down the page's effects until it is in front again: work that must go
 * on belongs to the session.
 */

import type { ComponentType } from "react";
import type { RegistryEntry } from "../../engine/core/registry.ts";
import type { StudioDocument } from "../document/document.ts";
import type { FileType, Host, HostFile } from "../host/host.ts";
import type { Engines } from "../universe/engines.ts";
import type { Observed } from "../universe/observed.ts";

export interface Lab extends RegistryEntry {
  /** Other words by which people look for it, with blanks between. */
  readonly keywords?: string;
  /** One sentence about its purpose. */
  readonly summary: string;
  /** Loads the lab's module, which starts a session for each tab. */
  readonly load: () => Promise<{ readonly startLab: (studio: LabSurroundings) => LabSession }>;
  /** The kinds of files that it opens instead of universes. */
  readonly files?: readonly LabFiles[];
  /** Its pages, where it has several: the first one is in front at the start. */
  readonly pages?: readonly LabPage[];
}

/** A page of a lab. Its id is unlike that of any lab and any other page. */
export interface LabPage extends RegistryEntry {
  readonly keywords: string;
  readonly summary: string;
}

/** The parts of the studio that a session may use. */
export interface LabSurroundings {
  readonly host: Host;
  readonly engines: Engines;
  /** The universe in front when the session starts; null for none. */
  readonly active: StudioDocument | null;
}

/** A kind of file, recognised by its extension and by a text within its first 4096 bytes. */
export interface LabFiles extends FileType {
  readonly mark: string;
}

export interface LabFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Where the bytes came from, to look for more of them. */
  readonly source: HostFile;
}

export interface LabSession {
  /** All pages, where there are several. */
  readonly Page: ComponentType;
  /** Which page is in front; with the lab's `pages`. */
  readonly pages?: {
    readonly store: Observed<{ readonly page: string }>;
    readonly show: (page: string) => void;
  };
  /** The loss if the tab closed now; null for none. It follows from the store's state alone. */
  readonly loss?: () => LabLoss | null;
  readonly store?: Observed<unknown>;
  /** Takes a file of the lab's own kind. Errors: those of reading it. */
  readonly open?: (file: LabFile) => unknown;
  /** The tab is closed: ends workers and all other activity. */
  readonly close?: () => void;
}

/** The question before a tab closes. */
export interface LabLoss {
  /** "Stop the benchmarks?" */
  readonly title: string;
  readonly text: string;
  /** The label of the button that closes anyway: "Stop and close". */
  readonly discard: string;
  /** Saves the work; false when the person declines. Absent for work that cannot be saved. */
  readonly save?: () => Promise<boolean>;
}

/** A lab in its tab. */
export interface OpenLab {
  readonly kind: "lab";
  readonly id: string;
  readonly title: string;
  readonly lab: Lab;
  readonly session: LabSession;
}
