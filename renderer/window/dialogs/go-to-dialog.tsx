/** Asks for a generation: to go there, or to give the present one that number. */

import { useState } from "react";
import { describeProblem } from "../../../engine/core/errors.ts";
import type { DocumentPage } from "../../studio/dialog-pages.ts";
import { useEditor, useStudio } from "../../studio/hooks.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/fields.tsx";
import { DialogForm } from "../../ui/form.tsx";
import { shortCount } from "../../ui/numbers.ts";
import { readGeneration } from "../generation.ts";

declare module "../../studio/dialog-pages.ts" {
  interface DialogPages {
    "go-to": DocumentPage;
    "set-generation": DocumentPage;
  }
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
      relative
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

const LARGE = "10^12, 1e12 and 2^40 work.";

/** There is always one line under the field, so that nothing moves while somebody types. */
function GenerationDialog({
  title,
  text,
  now,
  relative = false,
  verb,
  onClose,
  onChoose,
}: {
  readonly title: string;
  readonly text: string;
  readonly now: bigint;
  /** Whether +100 and -100 count from the present generation. */
  readonly relative?: boolean;
  readonly verb: string;
  readonly onClose: () => void;
  /** Shows the reason of a refusal; the person can mend the text. */
  readonly onChoose: (generation: bigint) => Promise<void>;
}) {
  const [typed, setTyped] = useState(String(now));
  const [problem, setProblem] = useState<string | null>(null);
  const read = readGeneration(typed, relative ? now : null);
  const target = read.value;
  const hint = read.problem ?? (relative ? hintOn(typed, read.value) : LARGE);
  return (
    <Dialog title={title} text={text} size="small" onClose={onClose}>
      <DialogForm
        verb={verb}
        problem={problem}
        disabled={target === null}
        onCancel={onClose}
        onSubmit={async () => {
          if (target === null) return;
          await onChoose(target).catch((error: unknown) => setProblem(describeProblem(error)));
        }}
      >
        <Field label="Generation" hint={hint}>
          {(id) => (
            <input
              id={id}
              className="number"
              inputMode="numeric"
              autoComplete="off"
              value={typed}
              aria-invalid={target === null || undefined}
              aria-describedby={`${id}-hint`}
              onFocus={(event) => event.target.select()}
              onChange={(event) => {
                setTyped(event.target.value);
                setProblem(null);
              }}
            />
          )}
        </Field>
      </DialogForm>
    </Dialog>
  );
}

/** The result of a relative number, and otherwise that there are such numbers. */
function hintOn(typed: string, target: bigint): string {
  if (/^\s*[+-]/.test(typed)) return `Generation ${shortCount(target)}.`;
  return `+100 goes on by a hundred. ${LARGE}`;
}
