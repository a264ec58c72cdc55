/** Buttons with an icon and a name, and the tip that shows both the name and the key. */

import { Tooltip } from "radix-ui";
import type { MouseEvent, ReactNode } from "react";
import { WithArrows } from "./arrows.tsx";
import "./button.css";

export interface IconButtonProps {
  readonly label: string;
  /** As people read it. */
  readonly keys?: string | null;
  readonly tip?: string;
  readonly pressed?: boolean;
  readonly disabled?: boolean;
  readonly look?: "quiet" | "round" | "go" | "tool";
  readonly side?: "top" | "right" | "bottom" | "left";
  readonly id?: string;
  readonly onPress: (event: MouseEvent) => void;
  readonly children: ReactNode;
}

export function IconButton({
  label,
  keys,
  tip,
  pressed,
  disabled = false,
  look = "quiet",
  side = "top",
  id,
  onPress,
  children,
}: IconButtonProps) {
  return (
    <Tooltip.Root>
      <Tooltip.Trigger asChild>
        <button
          type="button"
          id={id}
          className={`icon-button ${look}`}
          aria-label={label}
          aria-pressed={pressed}
          aria-disabled={disabled || undefined}
          onClick={(event) => {
            if (!disabled) onPress(event);
          }}
        >
          {children}
        </button>
      </Tooltip.Trigger>
      <Tooltip.Portal>
        <Tooltip.Content className="tip" side={side} sideOffset={6} collisionPadding={8}>
          <span>{tip ?? label}</span>
          {keys ? (
            <kbd>
              <WithArrows text={keys} />
            </kbd>
          ) : null}
        </Tooltip.Content>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}

export function TipProvider({ children }: { readonly children: ReactNode }) {
  return (
    <Tooltip.Provider delayDuration={500} skipDelayDuration={200}>
      {children}
    </Tooltip.Provider>
  );
}

export function TextButton({
  look = "plain",
  type = "button",
  disabled,
  first = false,
  label,
  onPress,
  children,
}: {
  readonly look?: "plain" | "accent";
  /** Whether it has the focus when its dialog opens: Enter must not then lose work. */
  readonly first?: boolean;
  readonly type?: "button" | "submit";
  readonly disabled?: boolean;
  /** The whole name, where another button in view has the same text. */
  readonly label?: string;
  readonly onPress?: (event: MouseEvent) => void;
  readonly children: ReactNode;
}) {
  return (
    <button
      type={type}
      className={`text-button ${look}`}
      disabled={disabled}
      aria-label={label}
      data-first={first || undefined}
      onClick={onPress}
    >
      {children}
    </button>
  );
}
