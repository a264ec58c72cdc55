// A studio on a page in memory, and components within it. Its host is in memory, too, and its workers serve in this process.

import type { FunctionComponent } from "react";
import { createElement } from "react";
import { onTestFinished, vi } from "vitest";
import { parseUniverseRule } from "../../engine/rules/universe-rule.ts";
import { ANALYSIS } from "../../engine/worker/analysis-handlers.ts";
import { exportHandlers } from "../../engine/worker/export-handlers.ts";
import { serve } from "../../engine/worker/rpc.ts";
import { holdUniverses } from "../../engine/worker/universe-handlers.ts";
import { serveView } from "../../renderer/canvas/view-handlers.ts";
import type { NewDocument, StudioDocument } from "../../renderer/document/document.ts";
import { PATTERN_FILES } from "../../renderer/document/pattern-files-handlers.ts";
import { LABS } from "../../renderer/labs/registry.ts";
import { StudioContext } from "../../renderer/studio/hooks.ts";
import type { StudioPreferences } from "../../renderer/studio/preferences.ts";
import { Studio } from "../../renderer/studio/studio.ts";
import { TipProvider } from "../../renderer/ui/button.tsx";
import { COMMANDS } from "../../renderer/window/commands/registry.ts";
import { MemoryHost } from "../support/memory-host.ts";
import type { Shown } from "../support/played-page/page.ts";
import { PlayedPage } from "../support/played-page/page.ts";

export interface InStudio {
  readonly page: PlayedPage;
  readonly studio: Studio;
  readonly host: MemoryHost;
  /** The commands that were asked for, by their ids; none of them runs from now on. */
  commandsAsked(): readonly string[];
  /** A universe in a tab of its own, in front. `rule` says its grid, too. */
  open(wanted?: Partial<Omit<NewDocument, "rule">> & { readonly rule?: string }): Promise<StudioDocument>;
  show<P extends object>(component: FunctionComponent<P>, props: P): Promise<Shown>;
  /** Around a component that is shown in another's place. */
  within<P extends object>(component: FunctionComponent<P>, props: P): ReturnType<typeof createElement>;
}

type Serving = (port: MessagePort) => () => unknown;

const serving =
  (open: () => { readonly handlers: object; dispose?(): unknown }): Serving =>
  (port) => {
    const { handlers, dispose } = open();
    const server = serve(handlers as never, port);
    return () => Promise.all([server.close(), dispose?.()]);
  };

/** What serves in the place of a worker, by the name of its file, and what ends it. The one that draws has no GPU. */
const SERVERS: Readonly<Record<string, Serving>> = {
  "universe-worker": serving(holdUniverses),
  "analysis-worker": serving(() => ({ handlers: ANALYSIS })),
  // No video: that is the browser's.
  "export.worker": serving(() => ({ handlers: exportHandlers() })),
  "pattern-files.worker": serving(() => ({ handlers: PATTERN_FILES })),
  // It ends with its port.
  "view.worker": (port) => {
    serveView(undefined, port);
    return () => {};
  },
};

export function inStudio(preferences: Partial<StudioPreferences> = {}): InStudio {
  const page = new PlayedPage();
  const ends: (() => unknown)[] = [];
  vi.stubGlobal("Worker", function startWorker(address: URL) {
    const name = /([^/]*)\.ts$/.exec(String(address))?.[1] ?? "";
    const start = SERVERS[name];
    if (!start) throw new Error(`No "${name}" serves in this process.`);
    const { port1, port2 } = new MessageChannel();
    const end = start(port2);
    ends.push(() => {
      port1.close();
      return end();
    });
    return port1;
  });
  const host = new MemoryHost();
  const studio = new Studio(host, LABS, COMMANDS);
  studio.shell.setState((state) => ({ preferences: { ...state.preferences, ...preferences } }));
  onTestFinished(async () => {
    await Promise.all(studio.tabs.list.map((tab) => (tab.kind === "document" ? tab.close() : undefined)));
    studio.engines.view.close();
    await Promise.all(ends.map((end) => end()));
  });
  const within = <P extends object>(component: FunctionComponent<P>, props: P) =>
    createElement(
      TipProvider,
      null,
      createElement(StudioContext, { value: studio }, createElement(component, props)),
    );
  return {
    ...{ page, studio, host, within },
    commandsAsked: () => {
      const asked: string[] = [];
      vi.spyOn(studio.commands, "run").mockImplementation(async (id) => {
        asked.push(id);
        return true;
      });
      return asked;
    },
    open: ({ rule = "B3/S23", ...wanted } = {}) =>
      studio.documents.open({
        title: "Universe",
        camera: null,
        algorithm: "bitwise",
        ...parseUniverseRule(rule),
        ...wanted,
      }),
    show: (component, props) => page.show(within(component, props)),
  };
}
