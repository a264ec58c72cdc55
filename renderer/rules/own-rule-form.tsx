import { useLayoutEffect, useRef, useState } from "react";
import { describeProblem } from "../../engine/core/errors.ts";
import { TextButton } from "../ui/button.tsx";
import { Field } from "../ui/fields.tsx";
import { Problem } from "../ui/form.tsx";
import type { OwnRule, RuleShelf } from "./rule-shelf.ts";
import { LONGEST_NAME, LONGEST_NOTE } from "./rule-shelf.ts";

/** A name and a sentence for a rule to keep. */
export function OwnRuleForm({
  shelf,
  rule,
  known,
  onDone,
}: {
  readonly shelf: RuleShelf;
  readonly rule: string;
  readonly known: OwnRule | null;
  readonly onDone: () => void;
}) {
  const [name, setName] = useState(known?.name ?? "");
  const [note, setNote] = useState(known?.note ?? "");
  const [problem, setProblem] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  // Its last button too, which in a low window lies below what the card shows.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a problem takes room of its own.
  useLayoutEffect(() => {
    form.current?.scrollIntoView({ block: "nearest" });
  }, [problem]);
  return (
    <form
      ref={form}
      className="rule-own"
      onSubmit={(event) => {
        event.preventDefault();
        shelf.keep({ rule, name, note }).then(onDone, (error: unknown) => setProblem(describeProblem(error)));
      }}
    >
      <Field label={`Your name for ${rule}`}>
        {(id) => (
          <input
            id={id}
            // biome-ignore lint/a11y/noAutofocus: the form was asked for to be filled in.
            autoFocus
            maxLength={LONGEST_NAME}
            value={name}
            onChange={(event) => {
              setName(event.target.value);
              setProblem(null);
            }}
          />
        )}
      </Field>
      <Field label="What is interesting about it">
        {(id) => (
          <input
            id={id}
            maxLength={LONGEST_NOTE}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        )}
      </Field>
      <Problem text={problem} />
      <div className="rule-own-feet">
        <TextButton onPress={onDone}>Cancel</TextButton>
        <TextButton type="submit">Keep</TextButton>
      </div>
    </form>
  );
}
