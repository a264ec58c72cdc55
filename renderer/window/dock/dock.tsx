import { ChevronsRight, Pause, Play, SkipBack, StepBack, StepForward } from "lucide-react";
import type { ReactNode } from "react";
import { stateText } from "../../../engine/rules/rule.ts";
import { formatUniverseRule } from "../../../engine/rules/universe-rule.ts";
import type { StudioDocument } from "../../document/document.ts";
import { stepOf } from "../../editor/time/pace.ts";
import { focusStage } from "../../studio/focus.ts";
import { useEditor, useReadings, useRunner, useShell, useStudio, useView } from "../../studio/hooks.ts";
import { useCellState } from "../../studio/use-cell-state.ts";
import { useComputing } from "../../studio/use-computing.ts";
import { WithArrows } from "../../ui/arrows.tsx";
import { IconButton } from "../../ui/button.tsx";
import { shortCount } from "../../ui/numbers.ts";
import { allDigits, computingText, countText, generationsText, rateText } from "../words.ts";
import { nextHint } from "./hints.ts";
import { Scrubber } from "./scrubber.tsx";
import { SpeedControl } from "./speed-control.tsx";
import { StepControl } from "./step-control.tsx";
import "./dock.css";

export function Dock({ document }: { readonly document: StudioDocument }) {
  return (
    <section className="dock" id="dock" aria-label="Time">
      <Transport document={document} />
      {/* A drag along it is of one universe. */}
      <Scrubber key={document.id} document={document} />
      <Numbers document={document} />
      <Status document={document} />
    </section>
  );
}

function Transport({ document }: { readonly document: StudioDocument }) {
  const studio = useStudio();
  const { running, canReset } = useEditor(document, "running", "canReset");
  const pace = useShell((state) => state.pace);
  const command = (
    id: string,
    label: string,
    children: ReactNode,
    more: { disabled?: boolean; go?: boolean } = {},
  ) => (
    <IconButton
      look={more.go ? "go" : "round"}
      label={label}
      keys={studio.commands.keymap.shown(id)}
      disabled={more.disabled}
      onPress={({ detail }) => {
        void studio.commands.run(id);
        if (detail > 0) focusStage();
      }}
    >
      {children}
    </IconButton>
  );
  return (
    <div className="transport">
      {command("time.reset", "Reset to the start", <SkipBack size={17} aria-hidden />, {
        disabled: !canReset,
      })}
      {command(
        "time.run",
        running ? "Stop" : "Run",
        running ? (
          <Pause size={20} fill="currentColor" aria-hidden />
        ) : (
          <Play size={20} fill="currentColor" aria-hidden />
        ),
        { go: true },
      )}
      {command("time.back", "One generation back", <StepBack size={17} aria-hidden />)}
      {command("time.next", "One generation", <StepForward size={17} aria-hidden />)}
      {stepOf(pace) > 1n
        ? command(
            "time.step",
            `One step: ${generationsText(stepOf(pace))}`,
            <ChevronsRight size={18} aria-hidden />,
          )
        : null}
      <StepControl document={document} />
      <SpeedControl />
    </div>
  );
}

function Numbers({ document }: { readonly document: StudioDocument }) {
  const studio = useStudio();
  const { generation, population } = useReadings(document);
  const key = studio.commands.keymap.shown("time.go-to");
  return (
    <dl className="numbers">
      <BigNumber
        name="Generation"
        id="generation"
        value={generation}
        press={{
          tip: key ? `Go to generation (${key})` : "Go to generation",
          onPress: () => void studio.commands.run("time.go-to"),
        }}
      />
      <BigNumber name="Population" id="population" value={population} />
    </dl>
  );
}

/** The text is right-aligned at its first width, so it stays in place as the number gets digits. */
const LEFT_TO_RIGHT = "\u200e";

/** The tip and the accessible name have the text that is shortened on the screen in full. */
function BigNumber({
  name,
  id,
  value,
  press,
}: {
  readonly name: string;
  readonly id: string;
  readonly value: bigint | null;
  /** What a click on the number does. */
  readonly press?: { readonly tip: string; readonly onPress: () => void };
}) {
  const all = allDigits(value);
  const shown = (
    <>
      <span aria-hidden={all !== null || undefined} className="grows">
        {LEFT_TO_RIGHT + countText(value)}
      </span>
      {all === null ? null : <span className="visually-hidden">{all}</span>}
    </>
  );
  return (
    <div>
      <dt>{name}</dt>
      <dd className="number" data-testid={id} title={all ?? undefined}>
        {press ? (
          <button type="button" title={all === null ? press.tip : undefined} onClick={press.onPress}>
            {shown}
          </button>
        ) : (
          shown
        )}
      </dd>
    </div>
  );
}

const FLASHING =
  "Pictures are held back that would flash too often; the universe runs on. Preferences have the switch.";

function Status({ document }: { readonly document: StudioDocument }) {
  const studio = useStudio();
  const { rule, topology, running, selection, floats, undoLabel } = useEditor(
    document,
    "rule",
    "topology",
    "running",
    "selection",
    "floats",
    "undoLabel",
  );
  const { pointerCell } = useView(document);
  const { perSecond, population } = useReadings(document);
  const { name } = useRunner(document);
  const { adapter } = document.universe.present;
  const state = useCellState(document);
  const hint = useShell((state) => state.hint);
  const busy = useShell((state) => state.busy);
  // It shows rule and algorithm, too.
  const inspector = useShell(({ preferences, zen }) => preferences.inspector && !zen);
  const flashLimited = useShell((state) => state.flashLimited);
  const computing = useComputing(document);
  const base = useShell((state) => state.pace.base);
  const step = computing ? computingText(computing, base) : null;
  const standing = { running, population, selection: selection !== null, pending: floats };
  const next = nextHint({ ...standing, untouched: undoLabel === null }, studio.commands.keyNames);
  const cell = pointerCell ? `${shortCount(pointerCell.x)}, ${shortCount(pointerCell.y)}` : "–";
  return (
    <div className="status">
      {/* Only messages are read out, not the permanent text. */}
      <p className="hint">
        <span role="status" title={hint ?? undefined}>
          {busy ? `${busy.text}…` : computing?.once ? step : hint && <WithArrows text={hint} />}
        </span>
        {computing && !computing.once && !busy && !hint ? <span>{step}</span> : null}
        {hint || busy || computing ? null : (
          <span className="next" title={next}>
            <WithArrows text={next} />
          </span>
        )}
      </p>
      <dl>
        {flashLimited ? <Reading name="Flashing" value="limited" title={FLASHING} /> : null}
        {inspector ? null : <Reading name="Rule" value={formatUniverseRule({ rule, topology })} />}
        <Reading
          name="Cell"
          value={
            pointerCell && state !== null
              ? `${cell}${rule.states > 2 ? ":" : ""} ${stateText(rule, state)}`
              : cell
          }
          wide={17}
        />
        <Reading name="Gen/s" value={perSecond === null ? "–" : rateText(perSecond)} wide={8} />
        {inspector ? null : <Reading name="Algorithm" value={name} />}
        {adapter ? <Reading name="GPU" value={adapter} /> : null}
      </dl>
    </div>
  );
}

function Reading({
  name,
  value,
  title,
  wide,
}: {
  readonly name: string;
  readonly value: string;
  readonly title?: string | null;
  readonly wide?: number;
}) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="number" title={title ?? undefined} style={wide ? { minWidth: `${wide}ch` } : undefined}>
        {value}
      </dd>
    </div>
  );
}
