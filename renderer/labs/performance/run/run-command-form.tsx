import { Fragment, useState } from "react";
import { useShell, useStudio } from "../../../studio/hooks.ts";
import { documentsIn } from "../../../studio/tab.ts";
import { TextButton } from "../../../ui/button.tsx";
import { CheckField, NumberField, Segmented, SelectField, TextField } from "../../../ui/fields.tsx";
import { Problem } from "../../../ui/form.tsx";
import type { RunWish } from "./run-command.ts";
import {
  ALGORITHMS,
  FIRST_RUN,
  GPU_SHARES,
  haloProblem,
  runCommand,
  runOf,
  SOUP_OF_LIFE,
  TRANSPORTS,
  wishProblem,
} from "./run-command.ts";

const MOST_SIDE = 2 ** 24;
const MOST_RANKS = 2 ** 16;
const MOST_GENERATIONS = 1e12;

const SOUP = "soup";

const optionsOf = (ids: readonly string[]) => ids.map((id) => ({ id, label: id }));

/** Breaks between words alone: options begin with hyphens. */
function CommandLine({ command }: { readonly command: string }) {
  return (
    <code className="run-line">
      {command.split(" ").map((word, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a word is its place.
        <Fragment key={at}>
          <span>{word}</span>{" "}
        </Fragment>
      ))}
    </code>
  );
}

/** Composes a command line, as the studio starts no ranks itself. */
export function RunCommandForm() {
  const studio = useStudio();
  const documents = documentsIn({ tabs: useShell(({ tabs }) => tabs) });
  const [asked, setWish] = useState(FIRST_RUN);
  const [taken, setTaken] = useState<{ readonly id: string; readonly remarks: readonly string[] }>();
  const set = (change: Partial<RunWish>): void => setWish((before) => ({ ...before, ...change }));
  /** Of the document as it is now. */
  const take = (id: string): void => {
    const document = documents.find((one) => one.id === id);
    const state = document?.editor.state;
    const file = document?.file?.name ?? null;
    const run = state && runOf({ ...state, file });
    setTaken(run && { id, remarks: run.remarks });
    if (run) set(run.wish);
  };
  const chosen = documents.some(({ id }) => id === taken?.id) ? taken : undefined;
  const remarks = chosen?.remarks.join(" ") ?? "";
  // The universe may have been closed since.
  const wish = chosen ? asked : { ...asked, ...SOUP_OF_LIFE };
  const problem = wishProblem(wish);
  const command = runCommand(wish);
  const copy = (): void => {
    studio.host.clipboard
      .writeText(command)
      .then(() => studio.status.say("Copied the command."), studio.status.report);
  };
  return (
    <form
      className="run-command"
      aria-label="Command"
      onSubmit={(event) => {
        event.preventDefault();
        if (problem === null) copy();
      }}
    >
      <h3>A run over ranks</h3>
      <SelectField
        label="Cells"
        {...(remarks === "" ? {} : { hint: remarks })}
        options={[
          { id: SOUP, label: "A soup of Life" },
          ...documents.map(({ id, title }) => ({ id, label: title })),
        ]}
        value={chosen?.id ?? SOUP}
        onChange={take}
      />
      <div className="pair">
        <NumberField
          label="Width"
          value={wish.width}
          min={1}
          max={MOST_SIDE}
          onChange={(width) => set({ width })}
        />
        <NumberField
          label="Height"
          value={wish.height}
          min={1}
          max={MOST_SIDE}
          onChange={(height) => set({ height })}
        />
      </div>
      <div className="pair">
        <NumberField
          label="Generations"
          value={wish.generations}
          min={1}
          max={MOST_GENERATIONS}
          onChange={(generations) => set({ generations })}
        />
        <NumberField
          label="Ranks"
          value={wish.ranks}
          min={1}
          max={MOST_RANKS}
          onChange={(ranks) => set({ ranks })}
        />
      </div>
      <Segmented
        label="Algorithm"
        titled
        options={optionsOf(ALGORITHMS)}
        value={wish.algorithm}
        onChange={(algorithm) => set({ algorithm })}
      />
      <Segmented
        label="The ranks are"
        titled
        options={TRANSPORTS.map((id) => ({ id, label: id === "mpi" ? "processes (mpi)" : id }))}
        value={wish.transport}
        onChange={(transport) => set({ transport })}
      />
      {wish.transport === "mpi" && wish.algorithm === "gpu" ? (
        <Segmented
          label="A GPU for each rank, or one for all"
          titled
          options={optionsOf(GPU_SHARES)}
          value={wish.gpus}
          onChange={(gpus) => set({ gpus })}
        />
      ) : null}
      <div className="pair">
        <TextField
          label="Halo"
          value={wish.halo}
          problem={haloProblem(wish)}
          onChange={(halo) => set({ halo: halo.trim() })}
        />
        <TextField label="Record" value={wish.record} problem={null} onChange={(record) => set({ record })} />
      </div>
      <CheckField
        label="Rows travel while slabs are stepped"
        checked={wish.overlap}
        onChange={(overlap) => set({ overlap })}
      />
      {problem === null ? <CommandLine command={command} /> : <Problem text={problem} />}
      <TextButton type="submit" disabled={problem !== null}>
        Copy the command
      </TextButton>
    </form>
  );
}
