import { useState } from "react";
import type { StudioDocument } from "../app/document.ts";
import { useStudio } from "../app/hooks.ts";
import { shortCount } from "../editor/labels.ts";
import { TextButton } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Field } from "../ui/fields.tsx";

/** A generation as people type it: blanks and commas group digits. null for what is none. */
function parseGeneration(text: string): bigint | null {
  const digits = text.replace(/[\s,_]/g, "");
  return /^\d{1,1000}$/.test(digits) ? BigInt(digits) : null;
}

export function GoToDialog({
  document,
  onClose,
}: {
  readonly document: StudioDocument;
  readonly onClose: () => void;
}) {
  const studio = useStudio();
  const [now] = useState(() => document.universe.generation);
  const [typed, setTyped] = useState(String(now));
  const target = parseGeneration(typed);
  return (
    <Dialog
      title="Go to generation"
      text={`The universe is at generation ${shortCount(now)}. It runs onward, or anew from its start.`}
      size="small"
      onClose={onClose}
    >
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (target === null) return;
          onClose();
          document.editor.stepTo(target).catch(studio.report);
        }}
      >
        <Field label="Generation" hint={target === null ? "A whole number of at most 1000 digits." : null}>
          {(id) => (
            <input
              id={id}
              className="number"
              inputMode="numeric"
              autoComplete="off"
              value={typed}
              aria-invalid={target === null || undefined}
              onFocus={(event) => event.target.select()}
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
        </Field>
        <footer>
          <TextButton onPress={onClose}>Cancel</TextButton>
          <TextButton type="submit" look="accent" disabled={target === null}>
            Go
          </TextButton>
        </footer>
      </form>
    </Dialog>
  );
}
