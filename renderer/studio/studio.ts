/** The studio: its services, each made with what it needs of the others. */

import { describeError } from "../../engine/core/errors.ts";
import type { Registry } from "../../engine/core/registry.ts";
import { startViewWorker } from "../canvas/start-view-worker.ts";
import { PatternFiles } from "../document/pattern-files.ts";
import type { Host } from "../host/host.ts";
import { Engines } from "../universe/engines.ts";
import { keepKernel } from "../universe/gpu-kernels.ts";
import { Autosaver } from "./autosaver.ts";
import { CellClipboard } from "./cell-clipboard.ts";
import type { Command } from "./command.ts";
import { Commands } from "./commands.ts";
import { DialogOpener } from "./dialog-opener.ts";
import { Documents } from "./documents.ts";
import type { Lab } from "./lab.ts";
import { LabTabs } from "./lab-tabs.ts";
import { Pacing } from "./pacing.ts";
import { Panes } from "./panes.ts";
import { RuleFiles } from "./rule-files.ts";
import { RuleFolder } from "./rule-folder.ts";
import type { StudioServices } from "./services.ts";
import { SessionTabs } from "./session-tabs.ts";
import { Settings } from "./settings.ts";
import { createShell } from "./shell.ts";
import { StatusLine } from "./status-line.ts";
import { StudioFiles } from "./studio-files.ts";
import { followInSystemWindow } from "./system-window.ts";
import { Tabs } from "./tabs.ts";

export class Studio implements StudioServices {
  readonly host: Host;
  readonly shell = createShell();
  readonly patternFiles = new PatternFiles();
  readonly status = new StatusLine(this.shell);
  readonly dialogs = new DialogOpener(this.shell);
  readonly engines: Engines;
  readonly settings: Settings;
  readonly tabs: Tabs;
  readonly panes: Panes;
  readonly documents: Documents;
  readonly labs: LabTabs;
  readonly files: StudioFiles;
  readonly ruleFiles: RuleFiles;
  readonly pacing: Pacing;
  readonly clipboard: CellClipboard;
  readonly autosaver: Autosaver;
  readonly session: SessionTabs;
  readonly commands: Commands;

  constructor(host: Host, labs: Registry<Lab>, commands: Registry<Command>) {
    const { shell, patternFiles, status, dialogs } = this;
    this.host = host;
    this.settings = new Settings(shell, host.preferences, status.report);
    this.engines = new Engines({
      startView: startViewWorker,
      onBreakdown: (sentence) => status.say(sentence, "error"),
      // If the host cannot keep them, the next session searches again.
      onTuned: (found) => void keepKernel(host.preferences, found).catch(() => {}),
    });
    shell.subscribe(({ preferences }) => {
      this.engines.setAdapter(preferences.adapter);
      this.engines.setThreads(preferences.threads);
    });
    this.tabs = new Tabs({
      shell,
      ask: (...question) => dialogs.ask(...question),
      save: (document) => this.files.save(document),
      onLeave: (next) => {
        this.tabs.document?.gestures.cancel();
        // Waiting requests were meant for the universe that was in front.
        if (next !== this.tabs.document?.id) this.commands.queue.clear();
      },
      onFront: () => this.tabs.document?.toolbox.choose(shell.getState().tool),
      onClosed: async (document) => {
        // Its worker does not wait for a store that is slow.
        await Promise.all([this.autosaver.forget(document.id), document.close()]);
      },
    });
    const { settings, engines, tabs } = this;
    this.panes = new Panes({
      shell,
      activate: (id) => tabs.activate(id),
      keep: (id) => tabs.keep(id),
    });
    this.documents = new Documents({
      shell,
      engines,
      settings,
      status,
      tabs,
      inTurn: (work) => this.commands.queue.inTurn(work),
    });
    this.labs = new LabTabs(labs, tabs, async (lab) =>
      (await lab.load()).startLab({ host, engines, active: tabs.document }),
    );
    this.ruleFiles = new RuleFiles({
      host,
      status,
      dialogs,
      folder: new RuleFolder({ kept: host.rules, patternFiles }),
    });
    this.files = new StudioFiles({
      host,
      patternFiles,
      ruleFiles: this.ruleFiles,
      status,
      tabs,
      documents: this.documents,
      labs: this.labs,
      dialogs,
      onSaved: (document) => {
        tabs.keep(document.id);
        return this.autosaver.forget(document.id);
      },
    });
    this.pacing = new Pacing(shell, settings, status);
    this.clipboard = new CellClipboard({
      system: host.clipboard,
      patternFiles,
      status,
      readText: (text) => this.files.readText(text),
    });
    this.autosaver = new Autosaver({
      shell,
      host,
      patternFiles,
      files: this.files,
      documents: this.documents,
      activate: (id) => this.tabs.activate(id),
      // Said once: it holds until there is room for copies again.
      report: (error) => status.say(describeError(error), "error"),
    });
    this.session = new SessionTabs({
      shell,
      host,
      files: this.files,
      documents: this.documents,
      labs: this.labs,
      tabs,
      panes: this.panes,
      say: status.say,
    });
    this.commands = new Commands(commands, this);
    followInSystemWindow(shell, host);
  }
}
