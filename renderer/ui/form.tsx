import type { ReactNode } from "react";
import { useRef } from "react";
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

/** What a field says to those who hear it: that it has this problem, which the element of that id tells; nothing for null. */
export function faultOf(
  problem: string | null,
  id: string,
): { readonly "aria-invalid"?: true; readonly "aria-describedby"?: string } {
  return problem === null ? {} : { "aria-invalid": true, "aria-describedby": id };
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
  /** Sent once more only when the promise has settled: impatient hands do not do it twice. */
  readonly onSubmit: () => void | Promise<void>;
  readonly onCancel: () => void;
  readonly children: ReactNode;
}) {
  const sending = useRef(false);
  const send = async (): Promise<void> => {
    if (sending.current) return;
    sending.current = true;
    try {
      await onSubmit();
    } finally {
      sending.current = false;
    }
  };
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
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
