/** A small panel that belongs to a button and goes away by itself. */

import { Popover as Radix } from "radix-ui";
import type { ReactNode } from "react";

export function Popover({
  label,
  tip,
  className,
  face,
  children,
}: {
  /** What the button is called; the panel too. */
  readonly label: string;
  readonly tip?: string;
  readonly className: string;
  /** What the button shows. */
  readonly face: ReactNode;
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
        <Radix.Content className="popover" side="top" sideOffset={10} collisionPadding={8} aria-label={label}>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
