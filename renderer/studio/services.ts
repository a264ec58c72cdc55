/** The services of a studio, as commands and the rooms above use them. */

import type { PatternFiles } from "../document/pattern-files.ts";
import type { Host } from "../host/host.ts";
import type { Engines } from "../universe/engines.ts";
import type { CellClipboard } from "./cell-clipboard.ts";
import type { DialogOpener } from "./dialog-opener.ts";
import type { Documents } from "./documents.ts";
import type { LabTabs } from "./lab-tabs.ts";
import type { Pacing } from "./pacing.ts";
import type { Panes } from "./panes.ts";
import type { RuleFiles } from "./rule-files.ts";
import type { Settings } from "./settings.ts";
import type { Shell } from "./shell.ts";
import type { StatusLine } from "./status-line.ts";
import type { StudioFiles } from "./studio-files.ts";
import type { Tabs } from "./tabs.ts";

export interface StudioServices {
  readonly host: Host;
  readonly shell: Shell;
  readonly engines: Engines;
  readonly patternFiles: PatternFiles;
  readonly status: StatusLine;
  readonly settings: Settings;
  readonly dialogs: DialogOpener;
  readonly tabs: Tabs;
  readonly panes: Panes;
  readonly documents: Documents;
  readonly files: StudioFiles;
  readonly ruleFiles: RuleFiles;
  readonly labs: LabTabs;
  readonly pacing: Pacing;
  readonly clipboard: CellClipboard;
}

/**
 * A service of a room above the studio, which therefore does not know it: the library, a person's rules. Each studio has one,
 * made at the first request.
 */
export function perStudio<T>(make: (services: StudioServices) => T): (studio: StudioServices) => T {
  const made = new WeakMap<StudioServices, { readonly service: T }>();
  return (studio) => {
    const known = made.get(studio) ?? { service: make(studio) };
    made.set(studio, known);
    return known.service;
  };
}
