// Elements of a page in memory, as far as React and the window's components use them. They have attributes, text, events that
// rise, and the focus; their boxes are what a test says, since nothing is laid out.

import { PlayedTarget } from "./events.ts";
import { matches } from "./selectors.ts";

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export class PlayedNode extends PlayedTarget {
  static readonly DOCUMENT_POSITION_FOLLOWING = 4;
  readonly nodeType: number;
  readonly nodeName: string;
  readonly ownerDocument: PlayedDocument;
  readonly childNodes: PlayedNode[] = [];
  parentNode: PlayedNode | null = null;
  /** Of a text. */
  nodeValue: string | null = null;

  constructor(nodeType: number, nodeName: string, owner: PlayedDocument | null) {
    super();
    this.nodeType = nodeType;
    this.nodeName = nodeName;
    this.ownerDocument = owner as PlayedDocument;
  }

  get parentElement(): PlayedElement | null {
    return this.parentNode instanceof PlayedElement ? this.parentNode : null;
  }
  get firstChild(): PlayedNode | null {
    return this.childNodes[0] ?? null;
  }
  get lastChild(): PlayedNode | null {
    return this.childNodes.at(-1) ?? null;
  }
  get nextSibling(): PlayedNode | null {
    return this.#beside(1);
  }
  get previousSibling(): PlayedNode | null {
    return this.#beside(-1);
  }
  get children(): PlayedElement[] {
    return this.childNodes.filter((node) => node instanceof PlayedElement);
  }
  get isConnected(): boolean {
    return this.ownerDocument.contains(this);
  }
  get textContent(): string {
    return this.nodeValue ?? this.childNodes.map((child) => child.textContent).join("");
  }
  set textContent(text: string) {
    if (this.nodeType === 3) this.nodeValue = text;
    else {
      for (const child of [...this.childNodes]) this.removeChild(child);
      if (text !== "") this.appendChild(this.ownerDocument.createTextNode(text));
    }
  }
  get data(): string | null {
    return this.nodeValue;
  }
  getRootNode(): PlayedNode {
    return this.isConnected ? this.ownerDocument : this;
  }

  appendChild<T extends PlayedNode>(child: T): T {
    return this.insertBefore(child, null);
  }
  insertBefore<T extends PlayedNode>(child: T, before: PlayedNode | null): T {
    child.parentNode?.removeChild(child);
    const at = before ? this.childNodes.indexOf(before) : this.childNodes.length;
    this.childNodes.splice(at, 0, child);
    child.parentNode = this;
    return child;
  }
  removeChild<T extends PlayedNode>(child: T): T {
    const at = this.childNodes.indexOf(child);
    if (at < 0) throw new Error(`<${child.nodeName}> lies elsewhere.`);
    // The focus goes with what had it.
    const { ownerDocument } = this;
    if (ownerDocument && child.contains(ownerDocument.activeElement)) ownerDocument.focused = null;
    this.childNodes.splice(at, 1);
    child.parentNode = null;
    return child;
  }
  append(...nodes: (PlayedNode | string)[]): void {
    for (const node of nodes)
      this.appendChild(typeof node === "string" ? this.ownerDocument.createTextNode(node) : node);
  }
  prepend(node: PlayedNode): void {
    this.insertBefore(node, this.firstChild);
  }
  remove(): void {
    this.parentNode?.removeChild(this);
  }
  contains(node: PlayedNode | null): boolean {
    for (let at = node; at; at = at.parentNode) if (at === this) return true;
    return false;
  }
  compareDocumentPosition(other: PlayedNode): number {
    const all = this.ownerDocument.everyNode();
    return all.indexOf(other) > all.indexOf(this) ? PlayedNode.DOCUMENT_POSITION_FOLLOWING : 2;
  }

  /** This node and all within it, in their order. */
  everyNode(): PlayedNode[] {
    return [this, ...this.childNodes.flatMap((child) => child.everyNode())];
  }
  querySelectorAll(selector: string): PlayedElement[] {
    const inside = this.everyNode().slice(1);
    return inside.filter(
      (node) => node instanceof PlayedElement && matches(node, selector),
    ) as PlayedElement[];
  }
  querySelector(selector: string): PlayedElement | null {
    return this.querySelectorAll(selector)[0] ?? null;
  }

  override get above(): PlayedTarget | null {
    return this.parentNode;
  }

  #beside(by: number): PlayedNode | null {
    const row = this.parentNode?.childNodes ?? [];
    return row[row.indexOf(this) + by] ?? null;
  }
}

/** Properties that are attributes under another name. */
const MIRRORED = { id: "id", className: "class", type: "type", name: "name", title: "title", htmlFor: "for" };

export class PlayedElement extends PlayedNode {
  readonly attributes = new Map<string, string>();
  readonly style: Record<string, unknown> & { setProperty: (name: string, value: unknown) => void };
  readonly namespaceURI: string;
  /** Where it is on the screen. */
  box: Box = { left: 0, top: 0, width: 0, height: 0 };
  scrollTop = 0;
  scrollLeft = 0;
  readonly captured = new Set<number>();
  declare id: string;
  declare type: string;
  declare title: string;
  declare className: string;

  constructor(name: string, owner: PlayedDocument, namespace = "http://www.w3.org/1999/xhtml") {
    super(1, namespace.endsWith("xhtml") ? name.toUpperCase() : name, owner);
    this.namespaceURI = namespace;
    const style: Record<string, unknown> = {};
    const setProperty = (property: string, value: unknown): void => void (style[property] = value);
    const removeProperty = (property: string): void => void delete style[property];
    this.style = Object.defineProperties(style, {
      setProperty: { value: setProperty },
      removeProperty: { value: removeProperty },
      getPropertyValue: { value: (property: string) => style[property] ?? "" },
    }) as never;
  }

  get tagName(): string {
    return this.nodeName;
  }
  get localName(): string {
    return this.nodeName.toLowerCase();
  }
  get firstElementChild(): PlayedElement | null {
    return this.children[0] ?? null;
  }

  getAttribute(name: string): string | null {
    return this.attributes.get(name) ?? null;
  }
  hasAttribute(name: string): boolean {
    return this.attributes.has(name);
  }
  setAttribute(name: string, value: unknown): void {
    this.attributes.set(name, String(value));
  }
  removeAttribute(name: string): void {
    this.attributes.delete(name);
  }
  get classList() {
    const now = (): string[] => (this.getAttribute("class") ?? "").split(/\s+/).filter(Boolean);
    const others = (name: string): string[] => now().filter((one) => one !== name);
    return {
      contains: (name: string) => now().includes(name),
      add: (name: string) => this.setAttribute("class", [...others(name), name].join(" ")),
      remove: (name: string) => this.setAttribute("class", others(name).join(" ")),
    };
  }
  get dataset(): Record<string, string | undefined> {
    const entries = Array.from(this.attributes)
      .filter(([name]) => name.startsWith("data-"))
      .map(([name, value]) => [name.slice(5).replace(/-(.)/g, (_, c: string) => c.toUpperCase()), value]);
    return Object.fromEntries(entries) as Record<string, string>;
  }
  get tabIndex(): number {
    const own = this.attributes.get("tabindex");
    if (own !== undefined) return Number(own);
    return /^(button|input|select|textarea|summary)$/.test(this.localName) ? 0 : -1;
  }
  get disabled(): boolean {
    return this.hasAttribute("disabled");
  }
  set disabled(value: boolean) {
    if (value) this.setAttribute("disabled", "");
    else this.removeAttribute("disabled");
  }

  matches(selector: string): boolean {
    return matches(this, selector);
  }
  closest(selector: string): PlayedElement | null {
    for (let at: PlayedElement | null = this; at; at = at.parentElement) if (at.matches(selector)) return at;
    return null;
  }

  focus(): void {
    const { ownerDocument } = this;
    const before = ownerDocument.activeElement;
    if (before === this || !this.isConnected || this.disabled) return;
    ownerDocument.moveFocus(before, this);
  }
  blur(): void {
    if (this.ownerDocument.activeElement === this) this.ownerDocument.moveFocus(this, null);
  }
  setPointerCapture(id: number): void {
    this.captured.add(id);
  }
  hasPointerCapture(id: number): boolean {
    return this.captured.has(id);
  }
  releasePointerCapture(id: number): void {
    this.captured.delete(id);
  }
  getBoundingClientRect() {
    const { left, top, width, height } = this.box;
    return { ...this.box, x: left, y: top, right: left + width, bottom: top + height };
  }
  getClientRects(): object[] {
    return [this.getBoundingClientRect()];
  }
  get clientWidth(): number {
    return this.box.width;
  }
  get clientHeight(): number {
    return this.box.height;
  }
  get offsetLeft(): number {
    return this.box.left;
  }
  get offsetWidth(): number {
    return this.box.width;
  }
  get offsetHeight(): number {
    return this.box.height;
  }
  scrollIntoView(): void {}
  scrollTo({ top = 0 }: { readonly top?: number }): void {
    this.scrollTop = top;
  }
}
for (const [property, attribute] of Object.entries(MIRRORED))
  Object.defineProperty(PlayedElement.prototype, property, {
    get(this: PlayedElement) {
      return this.getAttribute(attribute) ?? "";
    },
    set(this: PlayedElement, value: unknown) {
      this.setAttribute(attribute, value);
    },
  });

/** A field: what is in it is not in its attributes. */
export class PlayedInput extends PlayedElement {
  #value: string | null = null;
  #checked = false;
  defaultValue = "";
  defaultChecked = false;
  selectionStart = 0;
  selectionEnd = 0;

  get value(): string {
    return this.#value ?? this.defaultValue;
  }
  set value(value: string) {
    this.#value = String(value);
  }
  get checked(): boolean {
    return this.#checked;
  }
  set checked(checked: boolean) {
    this.#checked = checked;
  }
  get valueAsNumber(): number {
    return this.value === "" ? Number.NaN : Number(this.value);
  }
  select(): void {
    this.selectionEnd = this.value.length;
  }
  setSelectionRange(start: number, end: number): void {
    this.selectionStart = start;
    this.selectionEnd = end;
  }
}
export class PlayedTextArea extends PlayedInput {}
export class PlayedFrame extends PlayedElement {}

/** A canvas, and what was done to its picture. */
export class PlayedCanvas extends PlayedElement {
  width = 300;
  height = 150;
  /** The calls of its context: the name and what it was given. */
  readonly drawn: (readonly [string, ...unknown[]])[] = [];
  /** What a worker got of it; null while it is the page's own. */
  offscreen: object | null = null;
  readonly #context = new Proxy({} as Record<string, unknown>, {
    get: (target, name: string) => target[name] ?? ((...args: unknown[]) => this.#draw(name, args)),
  });

  getContext(): object {
    return this.#context;
  }
  transferControlToOffscreen(): object {
    this.offscreen = new MessageChannel().port1;
    return this.offscreen;
  }

  #draw(name: string, args: unknown[]): unknown {
    this.drawn.push([name, ...args]);
    if (name !== "createImageData") return undefined;
    const [width, height] = args as [number, number];
    return { width, height, data: new Uint8ClampedArray(4 * width * height) };
  }
}

const KINDS: Readonly<Record<string, typeof PlayedElement>> = {
  input: PlayedInput,
  textarea: PlayedTextArea,
  canvas: PlayedCanvas,
};

export class PlayedDocument extends PlayedNode {
  readonly documentElement: PlayedElement;
  readonly head: PlayedElement;
  readonly body: PlayedElement;
  defaultView: unknown = null;
  focused: PlayedElement | null = null;
  readonly readyState = "complete";
  visibilityState = "visible";
  readonly #window: PlayedTarget;

  constructor(window: PlayedTarget) {
    super(9, "#document", null);
    this.#window = window;
    this.documentElement = this.createElement("html");
    this.head = this.createElement("head");
    this.body = this.createElement("body");
    this.documentElement.append(this.head, this.body);
    this.appendChild(this.documentElement);
  }

  get activeElement(): PlayedElement {
    return this.focused ?? this.body;
  }
  override get above(): PlayedTarget {
    return this.#window;
  }

  createElement(name: string): PlayedElement {
    return new (KINDS[name] ?? PlayedElement)(name, this);
  }
  createElementNS(namespace: string, name: string): PlayedElement {
    return new PlayedElement(name, this, namespace);
  }
  createTextNode(text: string): PlayedNode {
    const node = new PlayedNode(3, "#text", this);
    node.nodeValue = text;
    return node;
  }
  getElementById(id: string): PlayedElement | null {
    return this.querySelector(`[id="${id}"]`);
  }
  /** Whoever looks for what Tab reaches walks like this. */
  createTreeWalker(
    root: PlayedNode,
    _what: number,
    { acceptNode }: { acceptNode(node: PlayedNode): number },
  ) {
    const found = root.everyNode().filter((node) => node instanceof PlayedElement && acceptNode(node) === 1);
    let at = -1;
    const walker = {
      currentNode: root,
      nextNode: () => {
        const next = found[++at];
        if (next) walker.currentNode = next;
        return next !== undefined;
      },
    };
    return walker;
  }

  /** With the events that tell of it. */
  moveFocus(from: PlayedElement, to: PlayedElement | null): void {
    this.focused = to;
    const left = from === this.body ? null : from;
    const tell = (type: string, at: PlayedElement | null, other: PlayedElement | null, bubbles: boolean) =>
      at?.send(type, { relatedTarget: other, bubbles });
    tell("blur", left, to, false);
    tell("focusout", left, to, true);
    tell("focus", to, left, false);
    tell("focusin", to, left, true);
  }
}
