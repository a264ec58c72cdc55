/** Icons by the names that descriptors give them. */

import type { LucideIcon } from "lucide-react";
import {
  BoxSelect,
  Circle,
  Eraser,
  Hand,
  Lasso,
  Minus,
  MousePointer2,
  Move,
  PaintBucket,
  Pencil,
  Pipette,
  Slash,
  Square,
  ZoomIn,
  ZoomOut,
} from "lucide-react";

const ICONS: Readonly<Record<string, LucideIcon>> = {
  "box-select": BoxSelect,
  circle: Circle,
  eraser: Eraser,
  hand: Hand,
  lasso: Lasso,
  minus: Minus,
  move: Move,
  "paint-bucket": PaintBucket,
  pencil: Pencil,
  pipette: Pipette,
  slash: Slash,
  square: Square,
  "zoom-in": ZoomIn,
  "zoom-out": ZoomOut,
};

/** Sits beside a name, so it says nothing to screen readers. */
export function Icon({ name, size = 18 }: { readonly name: string; readonly size?: number }) {
  const Shape = ICONS[name] ?? MousePointer2;
  return <Shape size={size} strokeWidth={1.7} aria-hidden />;
}
