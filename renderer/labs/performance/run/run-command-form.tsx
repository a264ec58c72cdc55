import { Fragment, useState } from "react";
import { useStudio } from "../../../studio/hooks.ts";
import { TextButton } from "../../../ui/button.tsx";
import { CheckField, NumberField, Segmented, TextField } from "../../../ui/fields.tsx";
import { Problem } from "../../../ui/form.tsx";
import type { RunWish } from "./run-command.ts";
import {
  ALGORITHMS,
  FIRST_RUN,
  GPU_SHARES,
  haloProblem,
  runCommand,
  TRANSPORTS,
  wishProblem,
} from "./run-command.ts";

const MOST_SIDE = 2 ** 24;
const MOST_RANKS = 2 ** 16;
const MOST_GENERATIONS = 1e12;

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
  const [wish, setWish] = useState(FIRST_RUN);
  const set = (change: Partial<RunWish>): void => setWish((before) => ({ ...before, ...change }));
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
