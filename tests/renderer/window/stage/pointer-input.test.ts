// What gestures get of the page's events.

import { describe, expect, it } from "vitest";
import { pointerInput, wheelInput } from "../../../../renderer/window/stage/pointer-input.ts";

const CORNER = { x: 100, y: 50 };
const POINTER = {
  ...{
    type: "pointermove",
    pointerId: 3,
    pointerType: "pen",
    button: -1,
    buttons: 1,
    clientX: 117,
    clientY: 58,
  },
  ...{ shiftKey: true, ctrlKey: false, metaKey: false, altKey: true, pressure: 0.25, timeStamp: 12.5 },
};
const input = (change: object = {}) =>
  pointerInput({ ...POINTER, ...change } as unknown as PointerEvent, CORNER);

describe("a pointer's event", () => {
  it("becomes what a gesture needs, from the view's corner", () => {
    expect(input()).toEqual({
      ...{ x: 17, y: 8, pointerId: 3, pointerType: "pen", button: -1, buttons: 1 },
      ...{ shiftKey: true, ctrlKey: false, metaKey: false, altKey: true, pressure: 0.25, timeStamp: 12.5 },
      // Older browsers do not say where the pointer has been between two events.
      coalesced: [],
    });
  });

  it("tells of a move where it has been on the way, and where it is only once", () => {
    const at = (clientX: number, clientY: number) => ({ clientX, clientY });
    const getCoalescedEvents = () => [at(103, 51), at(110, 55), at(117, 58)];
    expect(input({ getCoalescedEvents }).coalesced).toEqual([
      { x: 3, y: 1 },
      { x: 10, y: 5 },
    ]);
    expect(input({ type: "pointerdown", getCoalescedEvents }).coalesced).toEqual([]);
  });

  it("of an unknown device is a mouse's", () => {
    expect(["touch", "pen", "mouse", ""].map((pointerType) => input({ pointerType }).pointerType)).toEqual([
      ...["touch", "pen", "mouse", "mouse"],
    ]);
  });
});

it("a wheel's event has its place from the view's corner", () => {
  const wheel = { deltaX: 1, deltaY: -120, deltaMode: 0, ctrlKey: true, shiftKey: false, wheelDeltaY: 360 };
  const event = { ...wheel, clientX: 90, clientY: 70 } as unknown as WheelEvent;
  expect(wheelInput(event, CORNER)).toEqual({ ...wheel, x: -10, y: 20 });
});
