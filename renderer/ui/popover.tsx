/** A small panel of a button, which lies over its surroundings and closes by itself. */

import { Popover as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { OpenSurface } from "./surfaces.ts";
import "./popover.css";

export function Popover({
  label,
  tip,
  className,
  children,
}: {
  /** The name of the button and of the panel. */
  readonly label: string;
  readonly tip?: string;
  readonly className: string;
  readonly children: ReactNode;
}) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>
        <button type="button" className={className} aria-label={label} title={tip} />
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content className="popover" side="top" sideOffset={10} collisionPadding={8} aria-label={label}>
          <OpenSurface />
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
