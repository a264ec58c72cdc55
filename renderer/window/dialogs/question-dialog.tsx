import type { Question } from "../../studio/shell.ts";
import { TextButton } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";

/** A question that waits for an answer, on top of any open dialog. */
export function QuestionDialog({ question }: { readonly question: Question }) {
  const { title, text, choices, answer } = question;
  return (
    <Dialog title={title} text={text} size="small" onClose={() => answer(null)}>
      <footer>
        <TextButton onPress={() => answer(null)}>Cancel</TextButton>
        {choices.map(({ id, label, look }) => (
          <TextButton key={id} look={look} first={look === "accent"} onPress={() => answer(id)}>
            {label}
          </TextButton>
        ))}
      </footer>
    </Dialog>
  );
}
