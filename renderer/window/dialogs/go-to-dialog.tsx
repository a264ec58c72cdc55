/** Asks for a generation: to go there, or to give the present one that number. */

import { useState } from "react";
import { describeProblem } from "../../../engine/core/errors.ts";
import type { DocumentPage } from "../../studio/dialog-pages.ts";
import { useEditor, useStudio } from "../../studio/hooks.ts";
import { TextButton } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/fields.tsx";
import { shortCount } from "../../ui/numbers.ts";

declare module "../../studio/dialog-pages.ts" {
  interface DialogPages {
    "go-to": DocumentPage;
    "set-generation": DocumentPage;
  }
}

/** A generation as people type it: spaces and commas group digits. null for invalid text. */
function parseGeneration(text: string): bigint | null {
  const digits = text.replace(/[\s,_]/g, "");
  return /^\d{1,1000}$/.test(digits) ? BigInt(digits) : null;
}

export function GoToDialog({ document, onClose }: DocumentPage) {
  const studio = useStudio();
  const { timeline } = useEditor(document, "timeline");
  const [now] = useState(() => document.universe.present.generation);
  return (
    <GenerationDialog
      title="Go to generation"
      text={
        timeline.to > timeline.from
          ? `The universe is at generation ${shortCount(now)}. What it was from ${shortCount(timeline.from)} to ${shortCount(timeline.to)} is known; it runs onward from there.`
          : `The universe is at generation ${shortCount(now)}, where it begins. It runs onward.`
      }
      now={now}
      verb="Go"
      onClose={onClose}
      onChoose={async (target) => {
        onClose();
        // The dialog closes, so that the journey is visible.
        document.editor.stepTo(target).catch(studio.status.report);
      }}
    />
  );
}

export function SetGenerationDialog({ document, onClose }: DocumentPage) {
  const [now] = useState(() => document.universe.present.generation);
  return (
    <GenerationDialog
      title="Set the generation number"
      text="The cells stay as they are, and counting goes on from the new number. Undo brings the old one back."
      now={now}
      verb="Set"
      onClose={onClose}
      onChoose={async (number) => {
        await document.editor.setGeneration(number);
        onClose();
      }}
    />
  );
}

function GenerationDialog({
  title,
  text,
  now,
  verb,
  onClose,
  onChoose,
}: {
  readonly title: string;
  readonly text: string;
  readonly now: bigint;
  readonly verb: string;
  readonly onClose: () => void;
  /** Shows the reason of a refusal; the person can mend the text. */
  readonly onChoose: (generation: bigint) => Promise<void>;
}) {
  const [typed, setTyped] = useState(String(now));
  const [problem, setProblem] = useState<string | null>(null);
  const target = parseGeneration(typed);
  return (
    <Dialog title={title} text={text} size="small" onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (target !== null) onChoose(target).catch((error: unknown) => setProblem(describeProblem(error)));
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
              onChange={(event) => {
                setTyped(event.target.value);
                setProblem(null);
              }}
            />
          )}
        </Field>
        {problem ? (
          <p className="problem" role="alert">
            {problem}
          </p>
        ) : null}
        <footer>
          <TextButton onPress={onClose}>Cancel</TextButton>
          <TextButton type="submit" look="accent" disabled={target === null}>
            {verb}
          </TextButton>
        </footer>
      </form>
    </Dialog>
  );
}
