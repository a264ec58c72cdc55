/** What lies over a stage: cells that are to be seen whole go beside it. */

import type { Cover } from "../../../engine/picture/camera-fit.ts";

/**
 * Along the stage's upper edge: the first hints, the options of the tool in hand, the states of the rule. In its lower corners: zoom
 * and minimap. In a narrow window, along its sides: library and inspector.
 */
const COVERS = ".welcome, .tool-strips > .float, .float.zoom, .minimap, .drawer, .inspector";

/** In CSS pixels of the stage. */
export function coversOf(stage: HTMLElement): readonly Cover[] {
  const area = stage.getBoundingClientRect();
  return [...document.querySelectorAll(COVERS)].flatMap((element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const over = left < area.right && right > area.left && top < area.bottom && bottom > area.top;
    const [x, y] = [area.left, area.top];
    return over ? [{ left: left - x, top: top - y, right: right - x, bottom: bottom - y }] : [];
  });
}
