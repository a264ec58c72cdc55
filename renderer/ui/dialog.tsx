/** A window over the window: traps the focus, closes on Escape, returns the focus. */

import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { useReturnFocus } from "./return-focus.ts";
import { OpenSurface } from "./surfaces.ts";
import "./dialog.css";

export interface DialogProps {
  readonly title: string;
  /** Its subject, in one sentence under the title. */
  readonly text?: string;
  readonly size?: "small" | "medium" | "large" | "page";
  /** Whether Escape belongs to a part inside for now. */
  readonly holdsEscape?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function Dialog({
  title,
  text,
  size = "medium",
  holdsEscape = false,
  onClose,
  children,
}: DialogProps) {
  const giveBack = useReturnFocus();
  return (
    <Radix.Root open onOpenChange={(open) => (open ? undefined : onClose())}>
      <Radix.Portal>
        <Radix.Overlay className="veil" />
        <Radix.Content
          className={`dialog ${size}`}
          onOpenAutoFocus={focusFirst}
          onCloseAutoFocus={giveBack}
          onEscapeKeyDown={(event) => {
            if (holdsEscape) event.preventDefault();
          }}
          {...(text ? {} : { "aria-describedby": undefined })}
        >
          <OpenSurface />
          <header>
            <Radix.Title>{title}</Radix.Title>
          </header>
          {text ? <Radix.Description className="dialog-text">{text}</Radix.Description> : null}
          {children}
          {/* Last, so that the focus begins in the dialog's own fields. */}
          <Radix.Close asChild>
            <button type="button" className="icon-button quiet close-dialog" aria-label="Close">
              <X size={16} aria-hidden />
            </button>
          </Radix.Close>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** The focus begins at the element that asks for it, else at the first field. */
function focusFirst(event: Event): void {
  const first = (event.currentTarget as HTMLElement).querySelector<HTMLElement>("[data-first]");
  if (!first) return;
  event.preventDefault();
  first.focus();
}
