/** Where keys and the pointer move the line between two panes: the first pane's share, 0..1. Pure. */

const STEP = 0.02;
const FAR_STEP = 0.1;

/** The share to which a key leads; null for a key that leads nowhere. `stacked`: whether the panes lie below each other. */
export function shareByKey(
  share: number,
  stacked: boolean,
  { key, shiftKey }: { readonly key: string; readonly shiftKey: boolean },
): number | null {
  const step = shiftKey ? FAR_STEP : STEP;
  switch (key) {
    case stacked ? "ArrowUp" : "ArrowLeft":
      return share - step;
    case stacked ? "ArrowDown" : "ArrowRight":
      return share + step;
    case "Home":
      return 0;
    case "End":
      return 1;
    default:
      return null;
  }
}

/** The share that puts the line under the pointer. `area`: what both panes fill. */
export function shareAt(
  area: Pick<DOMRect, "left" | "top" | "width" | "height">,
  stacked: boolean,
  { clientX, clientY }: { readonly clientX: number; readonly clientY: number },
): number {
  return stacked ? (clientY - area.top) / area.height : (clientX - area.left) / area.width;
}
