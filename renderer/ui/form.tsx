import type { ReactNode } from "react";
import { TextButton } from "./button.tsx";

/** A sentence about the failure, read out as soon as it is there; nothing for null. */
export function Problem({ id, text }: { readonly id?: string; readonly text: string | null }) {
  if (!text) return null;
  return (
    <p id={id} className="problem" role="alert">
      {text}
    </p>
  );
}

/** A dialog's form, with its problem and its two buttons at the end. */
export function DialogForm({
  verb,
  problem = null,
  disabled = false,
  first = false,
  onSubmit,
  onCancel,
  children,
}: {
  /** The label of the button that sends it. */
  readonly verb: string;
  readonly problem?: string | null;
  readonly disabled?: boolean;
  /** Whether the focus begins at that button. */
  readonly first?: boolean;
  readonly onSubmit: () => void;
  readonly onCancel: () => void;
  readonly children: ReactNode;
}) {
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
      <Problem text={problem} />
      <footer>
        <TextButton onPress={onCancel}>Cancel</TextButton>
        <TextButton type="submit" look="accent" first={first} disabled={disabled}>
          {verb}
        </TextButton>
      </footer>
    </form>
  );
}
