// Dragging out of the library: the picture beside the pointer, and the pattern that goes along.

import type { DragEvent } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { cardDragOf } from "../../../renderer/library/card-drag.ts";
import type { StudioServices } from "../../../renderer/studio/services.ts";

/** As much of an element as a dragged picture is. */
class Plain {
  className = "";
  textContent = "";
  hidden = false;
  readonly style = { transform: "" };
  isConnected = false;
  width = 0;
  height = 0;
  readonly holds: Plain[] = [];
  drawn: unknown[] = [];
  append(element: Plain): void {
    this.holds.push(element);
  }
  getContext() {
    return { drawImage: (...what: unknown[]) => (this.drawn = what) };
  }
  remove(): void {
    this.isConnected = false;
  }
}
class Place {
  readonly isStage: boolean;
  constructor(isStage: boolean) {
    this.isStage = isStage;
  }
  closest(selector: string): Place | null {
    return this.isStage && selector === "[data-stage]" ? this : null;
  }
}

let made: Plain[];
let page: EventTarget;
beforeEach(() => {
  made = [];
  page = new EventTarget();
  vi.stubGlobal("window", page);
  vi.stubGlobal("Element", Place);
  vi.stubGlobal("document", {
    createElement: () => {
      made.push(new Plain());
      return made.at(-1);
    },
    body: {
      append: (element: Plain) => {
        element.isConnected = true;
      },
    },
  });
});
afterEach(() => void vi.unstubAllGlobals());

/** Those pictures that can be seen, by their texts, and where they are. */
const seen = () =>
  made
    .filter(({ isConnected, hidden }) => isConnected && !hidden)
    .map(({ textContent, style }) => [textContent, style.transform]);
function over(clientX: number, clientY: number, isStage = false): void {
  // The event's own target is the page here.
  const event = Object.assign(new Event("dragover"), { clientX, clientY });
  Object.defineProperty(event, "target", { value: new Place(isStage) });
  page.dispatchEvent(event);
}

function drag(picture: object | null = null) {
  const reads: string[] = [];
  const read = async (text: string) => {
    reads.push(text);
    return { pattern: `pattern of ${text}` };
  };
  const cards = cardDragOf({ patternFiles: { read } } as unknown as StudioServices);
  const carried = new Map<string, string>();
  let shown: Plain | null = null;
  const dataTransfer = {
    setData: (type: string, text: string) => carried.set(type, text),
    getData: (type: string) => carried.get(type) ?? "",
    effectAllowed: "uninitialized",
    setDragImage: (element: Plain) => (shown = element),
  };
  const currentTarget = { querySelector: () => picture, textContent: "Acorn" };
  const event = { dataTransfer, currentTarget } as unknown as DragEvent<HTMLElement>;
  return { cards, reads, browsers: () => shown, event, data: dataTransfer as unknown as DataTransfer };
}

it("a picture goes along beside the pointer, but not over cells, which show the pattern itself", () => {
  const { cards, event, browsers } = drag();
  cards.beginCard(event, "3o!");
  // A card stays where it is, and the browser's own picture of it would hide the cells.
  expect(event.dataTransfer.effectAllowed).toBe("copy");
  expect(browsers()).toMatchObject({ textContent: "", holds: [] });
  // Nobody knows yet where the pointer is.
  expect(seen()).toEqual([]);
  over(30, 40);
  expect(seen()).toEqual([["Acorn", "translate(42px, 52px)"]]);
  over(300, 40, true);
  expect(seen()).toEqual([]);
  over(31, 41);
  expect(seen()).toEqual([["Acorn", "translate(43px, 53px)"]]);
  page.dispatchEvent(new Event("dragend"));
  over(32, 42);
  expect(seen()).toEqual([]);
});

it("a card's own picture goes along, as it is at that moment, and its name stays behind", () => {
  const picture = { width: 128, height: 96 };
  const { cards, event } = drag(picture);
  cards.beginCard(event, "3o!");
  over(30, 40);
  expect(seen()).toEqual([["", "translate(42px, 52px)"]]);
  const [copy] = made.find(({ isConnected }) => isConnected)?.holds ?? [];
  expect(copy).toMatchObject({ width: 128, height: 96, drawn: [picture, 0, 0] });
});

it("the pattern is read once, when it is first wanted, and is gone with the drag", async () => {
  const { cards, event, reads, data } = drag();
  expect(cards.pattern).toBeNull();
  cards.beginCard(event, "3o!");
  expect(reads).toEqual([]);
  expect(await cards.pattern).toBe("pattern of 3o!");
  expect(await cards.dropped(data)).toBe("pattern of 3o!");
  expect(reads).toEqual(["3o!"]);
  page.dispatchEvent(new Event("dragend"));
  expect(cards.pattern).toBeNull();
});

it("a drop from another window has its text, and one of other things has nothing", async () => {
  const { cards, event, data } = drag();
  cards.beginCard(event, "3o!");
  const { cards: others } = drag();
  expect(await others.dropped(data)).toBe("pattern of 3o!");
  expect(others.dropped(drag().data)).toBeNull();
});
