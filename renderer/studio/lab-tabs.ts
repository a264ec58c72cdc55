/** Opens labs in tabs, at most one of each, and finds the lab for a file. */

import { createStore } from "zustand/vanilla";
import type { Registry } from "../../engine/core/registry.ts";
import type { FileType } from "../host/host.ts";
import type { Lab, LabFile, LabSession, OpenLab } from "./lab.ts";
import type { Tabs } from "./tabs.ts";

/** Bytes at a file's beginning to search for a lab's mark. */
const HEAD = 4096;

interface LabRequest {
  readonly file?: LabFile;
  readonly page?: string | undefined;
}

export class LabTabs {
  readonly registry: Registry<Lab>;
  /** The page that each lab has in front, or was left on: ids of pages by those of labs with several. */
  readonly pages = createStore<Readonly<Record<string, string>>>(() => ({}));
  readonly #tabs: Tabs;
  readonly #start: (lab: Lab) => Promise<LabSession>;
  readonly #opening = new Map<string, Promise<OpenLab>>();

  constructor(registry: Registry<Lab>, tabs: Tabs, start: (lab: Lab) => Promise<LabSession>) {
    this.registry = registry;
    this.#tabs = tabs;
    this.#start = start;
  }

  /**
   * Brings the lab to the front, in a new tab unless it has one, and the page that is named, or else the one that it was left on. Errors:
   * those of loading the lab and of reading the file.
   */
  async open(lab: Lab, { file, page }: LabRequest = {}): Promise<OpenLab> {
    const opened = this.#tabs.list.find((tab) => tab.kind === "lab" && tab.lab === lab);
    if (opened) this.#tabs.activate(opened.id);
    const tab = opened?.kind === "lab" ? opened : await this.#openedOnce(lab);
    if (page !== undefined) tab.session.pages?.show(page);
    if (file) await tab.session.open?.(file);
    return tab;
  }

  /** What an id stands for: a lab, or a page of one, which may have been a lab of its own in former versions. */
  placeOf(id: string): { readonly lab: Lab; readonly page?: string } | undefined {
    const lab = this.registry.find(id);
    if (lab) return { lab };
    const home = this.registry.list().find(({ pages }) => pages?.some((page) => page.id === id));
    return home && { lab: home, page: id };
  }

  /** The lab that opens the file; undefined for a pattern, or for a file that no lab knows. */
  labFor({ name, bytes }: Omit<LabFile, "source">): Lab | undefined {
    const head = new TextDecoder().decode(bytes.subarray(0, HEAD));
    return this.registry
      .list()
      .find(({ files = [] }) =>
        files.some(
          ({ extensions, mark }) =>
            extensions.some((ending) => name.toLowerCase().endsWith(ending)) && head.includes(mark),
        ),
      );
  }

  /** The types that file dialogs offer beside patterns. */
  get fileTypes(): readonly FileType[] {
    return this.registry.list().flatMap(({ files = [] }) => files);
  }

  #openedOnce(lab: Lab): Promise<OpenLab> {
    const opening = this.#opening.get(lab.id) ?? this.#openNew(lab);
    this.#opening.set(lab.id, opening);
    return opening.finally(() => this.#opening.delete(lab.id));
  }

  async #openNew(lab: Lab): Promise<OpenLab> {
    const session = await this.#start(lab);
    const tab = { kind: "lab", id: `lab-${lab.id}`, title: lab.name, lab, session } as const;
    const { pages } = session;
    const left = this.pages.getState()[lab.id];
    if (left !== undefined) pages?.show(left);
    pages?.store.subscribe(({ page }) => this.pages.setState({ [lab.id]: page }));
    this.#tabs.add(tab);
    return tab;
  }
}
