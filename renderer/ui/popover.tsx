/** A small panel of a button, which lies over its surroundings and closes by itself. */

import { Popover as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { OpenSurface } from "./surfaces.ts";
import "./popover.css";

export function Popover({
  label,
  tip,
  className,
  face,
  side = "top",
  align = "center",
  children,
}: {
  /** The name of the button and of the panel. */
  readonly label: string;
  readonly tip?: string;
  readonly className: string;
  /** What the button shows; none for a button that lies over something. */
  readonly face?: ReactNode;
  readonly side?: "top" | "left";
  readonly align?: "start" | "center" | "end";
  readonly children: ReactNode;
}) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>
        <button type="button" className={className} aria-label={label} title={tip}>
          {face}
        </button>
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          className="popover"
          side={side}
          align={align}
          sideOffset={10}
          collisionPadding={8}
          aria-label={label}
        >
          <OpenSurface />
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
