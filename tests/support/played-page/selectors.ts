// Selectors of a page in memory: names, ids, classes, attributes, `:not`, and what lies in what.

import type { PlayedElement } from "./nodes.ts";

const SIMPLE =
  /^(?:\*|([\w-]+)|#([\w-]+)|\.([\w-]+)|\[([\w-]+)(?:(\^?)=["']?([^"'\]]*)["']?)?\]|:not\(((?:\[[^\]]*\]|[^)])*)\))/;

export function matches(element: PlayedElement, selector: string): boolean {
  return selector.split(/,(?![^([]*[)\]])/).some((one) => isWithin(element, one.trim()));
}

function isWithin(element: PlayedElement, selector: string): boolean {
  const steps = selector.split(/\s+(?![^[]*\])/);
  const last = steps.pop() ?? "";
  if (!isSimple(element, last)) return false;
  if (steps.length === 0) return true;
  if (steps.at(-1) === ">") {
    const above = element.parentElement;
    return above !== null && isWithin(above, steps.slice(0, -1).join(" "));
  }
  for (let at = element.parentElement; at; at = at.parentElement)
    if (isWithin(at, steps.join(" "))) return true;
  return false;
}

function isSimple(element: PlayedElement, selector: string): boolean {
  let rest = selector;
  while (rest !== "") {
    const found = SIMPLE.exec(rest);
    if (!found) throw new Error(`The page in memory knows no selector "${selector}".`);
    rest = rest.slice(found[0].length);
    const [, tag, id, className, attribute, from, value, not] = found;
    if (tag !== undefined && element.localName !== tag.toLowerCase()) return false;
    if (id !== undefined && element.id !== id) return false;
    if (className !== undefined && !(element.getAttribute("class") ?? "").split(/\s+/).includes(className))
      return false;
    if (not !== undefined && matches(element, not)) return false;
    if (attribute === undefined) continue;
    const own = element.getAttribute(attribute);
    if (own === null) return false;
    if (value !== undefined && !(from ? own.startsWith(value) : own === value)) return false;
  }
  return true;
}
