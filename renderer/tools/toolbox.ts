import { PasteTool } from "./paste-tool.ts";
import { TOOLS } from "./registry.ts";
import type { Tool, ToolContext, ToolDescriptor } from "./tool.ts";

/** The tool in hand: the chosen one, or the floating paste while there is one. */
export class Toolbox {
  readonly #context: ToolContext;
  readonly #paste: PasteTool;
  #chosen: ToolDescriptor;
  #tool: Tool;
  readonly #onChange: (chosen: string) => void;

  /** `onChange` is told each newly chosen tool. Errors: `not-found`. */
  constructor(
    context: Omit<ToolContext, "activate">,
    first: string,
    onChange: (chosen: string) => void = () => {},
  ) {
    this.#context = { ...context, activate: (id) => this.choose(id) };
    this.#onChange = onChange;
    this.#paste = new PasteTool(this.#context);
    this.#chosen = TOOLS.get(first);
    this.#tool = this.#chosen.create(this.#context);
  }

  /** Id of the chosen tool. */
  get chosen(): string {
    return this.#chosen.id;
  }

  get present(): Tool {
    return this.#context.editor.state.pending ? this.#paste : this.#tool;
  }

  /** Another tool; a gesture of the old one that is still going on is cancelled. Errors: `not-found`. */
  choose(id: string): void {
    const descriptor = TOOLS.get(id);
    if (descriptor === this.#chosen) return;
    this.#tool.cancel();
    this.#context.hint(null);
    this.#chosen = descriptor;
    this.#tool = descriptor.create(this.#context);
    this.#onChange(id);
  }
}
