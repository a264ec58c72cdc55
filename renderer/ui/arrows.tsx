/** Text with arrows in it. They are drawn and not typed, as some systems' fonts lack them. */

import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp } from "lucide-react";

const ARROWS = {
  "←": { Shape: ArrowLeft, name: "left arrow" },
  "→": { Shape: ArrowRight, name: "to" },
  "↑": { Shape: ArrowUp, name: "up arrow" },
  "↓": { Shape: ArrowDown, name: "down arrow" },
} as const;

export function WithArrows({ text }: { readonly text: string }) {
  const parts = text.split(/([←→↑↓])/).filter((part) => part !== "");
  return parts.map((part, at) => {
    const arrow = part in ARROWS ? ARROWS[part as keyof typeof ARROWS] : null;
    if (!arrow) return part;
    const { Shape } = arrow;
    // A key's arrow is the key; one between numbers leads from the one to the other.
    const name = part === "→" && (parts.length === 1 || text.includes("+")) ? "right arrow" : arrow.name;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text keep their places.
      <span key={at} className="arrow">
        <Shape size="1em" aria-hidden />
        <span className="visually-hidden">{name}</span>
      </span>
    );
  });
}
