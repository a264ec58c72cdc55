// Places that a pointer can go to: the parts of the window that show, wherever they are now.

import type { Page } from "playwright-core";

export interface Spot {
  readonly label: string;
  /** Its middle, in CSS pixels. */
  readonly x: number;
  readonly y: number;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** Whether it takes text. */
  readonly typed: boolean;
}

/** The elements of a selector that lie uncovered under their own middle. */
export function spots(page: Page, query: string): Promise<readonly Spot[]> {
  return page.evaluate((selector) => {
    const seen = (element: Element, x: number, y: number): boolean => {
      const there = document.elementFromPoint(x, y);
      return there !== null && (element.contains(there) || there.contains(element));
    };
    return [...document.querySelectorAll<HTMLElement>(selector)].flatMap((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      if (width < 2 || height < 2 || element.matches(":disabled") || !seen(element, x, y)) return [];
      const label = element.ariaLabel ?? element.textContent?.trim().slice(0, 40) ?? "";
      const typed = element.matches('textarea, input:not([type="checkbox"], [type="radio"], [type="range"])');
      return [{ label, x, y, left, top, width, height, typed }];
    });
  }, query);
}

export const clickOn = (page: Page, { x, y }: Spot): Promise<void> => page.mouse.click(x, y);
