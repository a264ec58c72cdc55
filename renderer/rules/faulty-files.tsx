/** A person's rule files that cannot be read: what is wrong with each, and how to mend it or be rid of it. */

import { useStore } from "zustand";
import { describeProblem } from "../../engine/core/errors.ts";
import { useStudio } from "../studio/hooks.ts";
import { TextButton } from "../ui/button.tsx";
import { placeText } from "./fault-lines.ts";
import "./faulty-files.css";

/** Nothing where every file that is kept can be read. */
export function FaultyFiles() {
  const { ruleFiles, dialogs, status } = useStudio();
  const { own } = useStore(ruleFiles.folder.store);
  const faulty = own.flatMap(({ file, problem }) => (problem ? [{ file, problem }] : []));
  if (faulty.length === 0) return null;
  return (
    <section className="faulty-files" aria-label="Your rule files that cannot be read">
      <p className="dim">
        Your rule files that cannot be read <span className="number">{faulty.length}</span>
      </p>
      <ul>
        {faulty.map(({ file, problem }) => (
          <li key={file.name}>
            <span>
              <b>{file.name}</b>
              <small className="problem" title={describeProblem(problem)}>
                {`${placeText(problem)}${problem.message}`}
              </small>
            </span>
            <TextButton
              label={`Mend ${file.name}`}
              onPress={() => dialogs.show("rule-fault", { file, fault: problem, isKept: true })}
            >
              Mend…
            </TextButton>
            <TextButton
              label={`Remove ${file.name}`}
              onPress={() => void ruleFiles.remove(file).catch(status.report)}
            >
              Remove…
            </TextButton>
          </li>
        ))}
      </ul>
    </section>
  );
}
