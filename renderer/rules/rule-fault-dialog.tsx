/** A rule file with a fault: what is wrong, and the lines around, with the place marked. */

import type { TessellaError } from "../../engine/core/errors.ts";
import type { RuleFile } from "../../engine/core/rule-file.ts";
import { ownText } from "../../engine/rules/files/rule-file.ts";
import type { StudioPage } from "../studio/dialog-pages.ts";
import { useStudio } from "../studio/hooks.ts";
import { TextButton } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { linesAround, placeText } from "./fault-lines.ts";
import "./rule-fault.css";

declare module "../studio/dialog-pages.ts" {
  interface DialogPages {
    "rule-fault": RuleFaultPage;
  }
}

interface RuleFaultPage extends StudioPage {
  readonly file: RuleFile;
  readonly fault: TessellaError;
  /** Whether the file is among those that the person keeps. */
  readonly isKept?: boolean;
}

export function RuleFaultDialog({ file, fault, isKept = false, onClose }: RuleFaultPage) {
  const studio = useStudio();
  const { line, column, message, hint } = fault;
  const lines = linesAround(ownText(file), line ?? 1, column ?? 1);
  const again = (): void => {
    onClose();
    studio.ruleFiles.choose().catch(studio.status.report);
  };
  const remove = async (): Promise<void> => {
    if (await studio.ruleFiles.remove(file)) onClose();
  };
  return (
    <Dialog title={`${file.name}: the rule cannot be read`} onClose={onClose}>
      <div className="rule-fault">
        <p className="problem" role="alert">
          <b>{placeText(fault)}</b>
          {message}
          {hint ? ` ${hint}` : null}
        </p>
        <ol
          className="rule-lines"
          aria-label={`Lines ${lines[0]?.number ?? 1} to ${lines.at(-1)?.number ?? 1} of ${file.name}`}
          // Scrolls, so it must be reachable by keyboard.
          // biome-ignore lint/a11y/noNoninteractiveTabindex: as said.
          tabIndex={0}
        >
          {lines.map(({ number, before, fault: word, after }) => (
            <li
              key={number}
              ref={number === line ? intoView : undefined}
              className={number === line ? "faulty" : undefined}
              aria-current={number === line ? "location" : undefined}
            >
              <span className="line-number" aria-hidden>
                {number}
              </span>
              <code>
                {before}
                {word === "" ? null : <mark>{word}</mark>}
                {after}
              </code>
            </li>
          ))}
        </ol>
        {isKept ? (
          <p className="field-hint">
            Save the file, mend it in an editor and choose it again: it takes the place of the one that is
            kept.
          </p>
        ) : null}
      </div>
      <footer>
        {isKept ? (
          <>
            <TextButton onPress={() => void remove().catch(studio.status.report)}>Remove…</TextButton>
            <TextButton onPress={() => void studio.ruleFiles.save(file).catch(studio.status.report)}>
              Save as a file…
            </TextButton>
            <span className="grow" />
          </>
        ) : null}
        <TextButton onPress={onClose}>Close</TextButton>
        <TextButton look="accent" first onPress={again}>
          Choose a file…
        </TextButton>
      </footer>
    </Dialog>
  );
}

/** As soon as it is there: the dialog's content comes later than the dialog. */
function intoView(line: HTMLElement | null): void {
  line?.scrollIntoView({ block: "center" });
}
