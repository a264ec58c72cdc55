import { Listeners } from "../host/listeners.ts";
import type { NumberOption, ToolSettings, ToolValue } from "./option.ts";
import { numberValue, optionsOf, passingSettings, stepped } from "./option.ts";
import { PasteTool } from "./paste-tool.ts";
import { TOOLS } from "./registry.ts";
import type { Tool, ToolContext, ToolDescriptor } from "./tool.ts";

type Surroundings = Pick<ToolContext, "editor" | "view" | "hint" | "report"> & {
  /** The storage of the tools' options. Default: memory only. */
  readonly settings?: ToolSettings;
  /** Default: shows nothing. */
  readonly watch?: ToolContext["watch"];
};

/** The present tool: the chosen one, or the floating paste's while there is one. */
export class Toolbox {
  readonly #around: Surroundings;
  readonly #settings: ToolSettings;
  readonly #paste: PasteTool;
  readonly #listeners = new Listeners<void>();
  #chosen: ToolDescriptor;
  #tool: Tool;
  readonly #onChange: (chosen: string) => void;

  /** `onChange` receives each newly chosen tool. Errors: `not-found`. */
  constructor(around: Surroundings, first: string, onChange: (chosen: string) => void = () => {}) {
    this.#around = around;
    this.#settings = around.settings ?? passingSettings();
    this.#onChange = onChange;
    this.#paste = new PasteTool(this.#contextFor("paste"));
    this.#chosen = TOOLS.get(first);
    this.#tool = this.#make(this.#chosen);
  }

  /** Id of the chosen tool. */
  get chosen(): string {
    return this.#chosen.id;
  }

  get present(): Tool {
    return this.#around.editor.state.pending ? this.#paste : this.#tool;
  }

  /** Calls back when the tool or its appearance changes; the returned function unsubscribes. */
  subscribe(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  /** Chooses a tool; a gesture of the old one that is still under way is cancelled. Errors: `not-found`. */
  choose(id: string): void {
    const descriptor = TOOLS.get(id);
    if (descriptor === this.#chosen) return;
    this.#tool.cancel();
    this.#around.hint(null);
    this.#chosen = descriptor;
    this.#tool = this.#make(descriptor);
    this.#onChange(id);
    this.#listeners.emit();
  }

  /** Sets an option of the chosen tool. */
  setOption(option: string, value: ToolValue): void {
    this.#settings.write(this.#chosen.id, option, value);
    this.#listeners.emit();
  }

  /** Sets the next larger or smaller value of a number of the chosen tool and returns it; null where it has no such option. */
  stepOption(id: string, up: boolean): number | null {
    const option = this.#chosen.options?.find(
      (one): one is NumberOption => one.kind === "number" && one.id === id,
    );
    if (!option) return null;
    const value = stepped(option, numberValue(option, this.#settings.read(this.#chosen.id, id)), up);
    this.setOption(id, value);
    return value;
  }

  #make(descriptor: ToolDescriptor): Tool {
    return descriptor.create(this.#contextFor(descriptor.id));
  }

  #contextFor(tool: string): ToolContext {
    const { editor, view, hint, report, watch = (_text, work) => work({}) } = this.#around;
    return {
      editor,
      view,
      hint,
      report,
      watch,
      options: optionsOf(tool, this.#settings),
      activate: (id) => this.choose(id),
      redraw: () => this.#listeners.emit(),
    };
  }
}
