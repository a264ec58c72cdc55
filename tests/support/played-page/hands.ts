// What a person finds on a page in memory and does there.

import { computeAccessibleName, getRole } from "dom-accessibility-api";
import { acting } from "./acting.ts";

type Init = Readonly<Record<string, unknown>>;

/** The text of an element as it is read, without what is hidden from readers. */
export function textOn(node: Node): string {
  if (node.nodeValue !== null) return node.nodeValue.replace(/\u200e/g, "");
  if ((node as Element).getAttribute?.("aria-hidden") === "true") return "";
  return [...node.childNodes].map(textOn).join("");
}

const nameOf = (element: Element): string => computeAccessibleName(element).replace(/\u200e/g, "");

/** Elements of a role (`button`, `slider`, `option`…), and of those the ones with this name. */
export function all(within: ParentNode, role: string, name?: string): HTMLElement[] {
  return [...within.querySelectorAll<HTMLElement>("*")].filter(
    (element) => getRole(element) === role && (name === undefined || nameOf(element) === name),
  );
}

/** The one with this name; without it the first of its role. */
export function one(within: ParentNode, role: string, name?: string): HTMLElement {
  const [found] = all(within, role, name);
  if (!found) throw new Error(`There is no ${role} "${name}" among ${JSON.stringify(names(within, role))}.`);
  return found;
}

export const names = (within: ParentNode, role: string): string[] => all(within, role).map(nameOf);

/** Whether a person is told that it cannot be used. */
export const isOff = (element: Element): boolean =>
  element.matches(":disabled") || element.getAttribute("aria-disabled") === "true";

const KINDS = [
  [/^pointer|pointercapture$/, "PointerEvent"],
  [/^(mouse|click|auxclick|dblclick|contextmenu)/, "MouseEvent"],
  [/^wheel$/, "WheelEvent"],
  [/^key/, "KeyboardEvent"],
  [/^(drag|drop)/, "DragEvent"],
] as const;

/** An event that rises and can be prevented, and what React makes of it before the next one. Returns the event. */
export function act(target: EventTarget, type: string, init: Init = {}): Event {
  const view = (target as Node).ownerDocument?.defaultView ?? (target as Window);
  const name = KINDS.find(([types]) => types.test(type))?.[1] ?? "Event";
  const Kind = (view as unknown as Record<string, typeof Event>)[name] as typeof Event;
  const event = new Kind(type, { bubbles: true, cancelable: true, ...init });
  // What no such event takes in its making.
  for (const [key, value] of Object.entries(init))
    if ((event as unknown as Init)[key] !== value) Object.defineProperty(event, key, { value });
  acting(() => void target.dispatchEvent(event));
  return event;
}

/** As a mouse does, with all that comes before the click; `detail` 0 is a key's. */
export function click(element: HTMLElement, init: Init = {}): Event {
  const mouse = { button: 0, buttons: 1, detail: 1, pointerId: 1, pointerType: "mouse", ...init };
  if (mouse.detail) {
    act(element, "pointerdown", mouse);
    if (!act(element, "mousedown", mouse).defaultPrevented) {
      const reached = element.closest<HTMLElement>("button, input, [tabindex]");
      const before = element.ownerDocument.activeElement as HTMLElement | null;
      acting(() => (reached ? reached.focus() : before?.blur()));
    }
    act(element, "pointerup", { ...mouse, buttons: 0 });
  }
  return act(element, "click", mouse);
}

/** Presses a key where the focus is, or on an element. */
export function press(at: EventTarget, key: string, init: Init = {}): Event {
  return act(at, "keydown", { key, ...init });
}

/** Types a text in the place of what is in the field. */
export function type(field: HTMLElement, text: string): void {
  // React listens to its own copy of the property.
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value") ?? {};
  set?.call(field, text);
  act(field, "input");
  act(field, "change");
}

/** A place of the page that the cells have, which may have the focus. */
export function stageOn({ document }: { readonly document: Document }): HTMLElement {
  const stage = document.createElement("div");
  stage.setAttribute("data-stage", "");
  const cells = document.createElement("div");
  cells.tabIndex = 0;
  stage.append(cells);
  document.body.append(stage);
  return cells;
}

/** How many colours there are in a picture. */
export const coloursIn = (picture: ImageData | null): number =>
  new Set(new Uint32Array(picture?.data.buffer ?? new ArrayBuffer(0))).size;
