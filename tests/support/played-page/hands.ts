// What a person finds on a page in memory and does there.

import { acting } from "./acting.ts";
import type { PlayedEvent } from "./events.ts";
import type { PlayedNode } from "./nodes.ts";
import { PlayedElement, PlayedInput } from "./nodes.ts";

type Init = Readonly<Record<string, unknown>>;

const ROLES: Readonly<Record<string, string>> = {
  button: "button",
  textarea: "textbox",
  summary: "button",
  canvas: "img",
  dt: "term",
};
const FIELDS: Readonly<Record<string, string>> = { checkbox: "checkbox", radio: "radio", range: "slider" };

function roleOf(element: PlayedElement): string {
  if (element.localName === "input") return element.getAttribute("role") ?? FIELDS[element.type] ?? "textbox";
  return element.getAttribute("role") ?? ROLES[element.localName] ?? element.localName;
}

/** The text of an element as it is read, without what is hidden from readers. */
export function textOn(node: PlayedNode): string {
  if (node.nodeValue !== null) return node.nodeValue.replace(/\u200e/g, "");
  if (node instanceof PlayedElement && node.getAttribute("aria-hidden") === "true") return "";
  return node.childNodes.map(textOn).join("");
}

/** How an element is called. */
function nameOf(element: PlayedElement): string {
  const label = element.getAttribute("aria-label");
  if (label !== null) return label;
  const all = element.ownerDocument;
  const by = element.getAttribute("aria-labelledby");
  const named = by ?? (element.id && element instanceof PlayedInput ? null : undefined);
  if (by !== null)
    return by
      .split(" ")
      .map((id) => textOn(all.getElementById(id) ?? element))
      .join(" ");
  const own = named === null ? all.querySelector(`label[for="${element.id}"]`) : null;
  return textOn(own ?? element).trim();
}

/** Elements of a role (`button`, `slider`, `option`…), and of those the ones with this name. */
export function all(within: PlayedNode, role: string, name?: string): PlayedElement[] {
  return within
    .everyNode()
    .filter((node) => node instanceof PlayedElement)
    .filter((element) => roleOf(element) === role && (name === undefined || nameOf(element) === name));
}

/** The one with this name; without it the first of its role. */
export function one(within: PlayedNode, role: string, name?: string): PlayedElement {
  const [found] = all(within, role, name);
  if (!found) {
    const names = all(within, role).map(nameOf);
    throw new Error(`There is no ${role} "${name}" among ${JSON.stringify(names)}.`);
  }
  return found;
}

export const names = (within: PlayedNode, role: string): string[] => all(within, role).map(nameOf);

/** Whether a person is told that it cannot be used. */
export const isOff = (element: PlayedElement): boolean =>
  element.disabled || element.getAttribute("aria-disabled") === "true";

/** An event, and what React makes of it before the next one. */
export function act(element: PlayedElement, type: string, init: Init = {}): PlayedEvent {
  return acting(() => element.send(type, init));
}

/** As a mouse does, with all that comes before the click; `detail` 0 is a key's. */
export function click(element: PlayedElement, init: Init = {}): PlayedEvent {
  const { ownerDocument } = element;
  const mouse = { button: 0, buttons: 1, detail: 1, pointerId: 1, pointerType: "mouse", ...init };
  if (mouse.detail) {
    act(element, "pointerdown", mouse);
    if (!act(element, "mousedown", mouse).defaultPrevented) {
      const reached = element.closest("button, input, [tabindex]");
      acting(() => (reached ? reached.focus() : ownerDocument.activeElement.blur()));
    }
    act(element, "pointerup", { ...mouse, buttons: 0 });
  }
  return act(element, "click", mouse);
}

/** Presses a key where the focus is, or on an element. */
export function press(at: PlayedElement, key: string, init: Init = {}): PlayedEvent {
  const held = { ctrlKey: false, altKey: false, shiftKey: false, metaKey: false, repeat: false };
  return act(at, "keydown", { key, code: "", ...held, ...init });
}

/** Types a text in the place of what is in the field. */
export function type(field: PlayedElement, text: string): void {
  const { set } = Object.getOwnPropertyDescriptor(PlayedInput.prototype, "value") as PropertyDescriptor;
  // React listens to its own copy of the property.
  set?.call(field, text);
  act(field, "input");
  act(field, "change");
}

/** A place of the page that the cells have, which may have the focus. */
export function stageOn(page: { readonly document: PlayedElement["ownerDocument"] }): PlayedElement {
  const { document } = page;
  const stage = document.createElement("div");
  stage.setAttribute("data-stage", "");
  const cells = document.createElement("div");
  cells.setAttribute("tabindex", 0);
  stage.append(cells);
  document.body.append(stage);
  return cells;
}
