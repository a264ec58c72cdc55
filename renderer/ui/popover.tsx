/** A small panel that belongs to a button, which lies over what it is about, and goes away by itself. */

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
  /** What the button is called; the panel too. */
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
