import { ChevronsRight, Minus, Pause, Play, Plus, SkipBack, StepForward } from "lucide-react";
import type { ReactNode } from "react";
import { useEffect } from "react";
import { formatUniverseRule } from "../../engine/rules/universe-rule.ts";
import type { StudioDocument } from "../app/document.ts";
import { useEditor, useReadings, useShell, useStudio, useUniverse, useView } from "../app/hooks.ts";
import { focusStage } from "../app/studio.ts";
import { useAlgorithms } from "../app/use-algorithms.ts";
import { useCellState } from "../app/use-cell-state.ts";
import { groupDigits } from "../editor/labels.ts";
import type { Pace } from "../editor/pace.ts";
import { runOptions, stepOf } from "../editor/pace.ts";
import { IconButton } from "../ui/button.tsx";
import { nextHint } from "./hints.ts";
import { countText, rateText, zoomText } from "./words.ts";

export function Dock({ document }: { readonly document: StudioDocument }) {
  return (
    <section className="dock" id="dock" aria-label="Time">
      <Transport document={document} />
      <Trace document={document} />
      <Numbers document={document} />
      <Status document={document} />
    </section>
  );
}

function Transport({ document }: { readonly document: StudioDocument }) {
  const studio = useStudio();
  const { running, canReset } = useEditor(document);
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
      keys={studio.keymap.shown(id)}
      disabled={more.disabled}
      onPress={({ detail }) => {
        void studio.run(id);
        if (detail > 0) focusStage();
      }}
    >
      {children}
    </IconButton>
  );
  const setPace = (next: Pace): void => {
    studio.shell.setState({ pace: next });
    if (document.editor.state.running) document.editor.run(runOptions(next)).catch(studio.report);
  };
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
      {command("time.next", "One generation", <StepForward size={17} aria-hidden />)}
      {command(
        "time.step",
        `One step: ${groupDigits(stepOf(pace))} generations`,
        <ChevronsRight size={18} aria-hidden />,
      )}
      <Stepper
        label="Step"
        less="Smaller step"
        more="Larger step"
        onLess={pace.exponent > 0 ? () => setPace({ ...pace, exponent: pace.exponent - 1 }) : null}
        onMore={() => setPace({ ...pace, exponent: Math.min(100, pace.exponent + 1) })}
      >
        {pace.base}
        <sup>{pace.exponent}</sup>
      </Stepper>
      <Stepper
        label="Speed"
        less="Slower"
        more="Faster"
        onLess={() => void studio.run("time.slower")}
        onMore={() => void studio.run("time.faster")}
      >
        {pace.rate === null ? "max" : `${pace.rate}/s`}
      </Stepper>
    </div>
  );
}

function Stepper({
  label,
  less,
  more,
  onLess,
  onMore,
  children,
}: {
  readonly label: string;
  readonly less: string;
  readonly more: string;
  readonly onLess: (() => void) | null;
  readonly onMore: () => void;
  readonly children: ReactNode;
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be styled against its nature.
    <div className="stepper" role="group" aria-label={label}>
      <span className="stepper-label" aria-hidden>
        {label}
      </span>
      <button type="button" aria-label={less} disabled={onLess === null} onClick={onLess ?? undefined}>
        <Minus size={13} aria-hidden />
      </button>
      <output className="number">{children}</output>
      <button type="button" aria-label={more} onClick={onMore}>
        <Plus size={13} aria-hidden />
      </button>
    </div>
  );
}

/** The population as it was read, as a line; it says nothing that the numbers do not. */
function Trace({ document }: { readonly document: StudioDocument }) {
  const { trace } = useReadings(document);
  const most = Math.max(1, ...trace);
  const least = Math.min(...trace, most);
  const height = most - least || 1;
  const points = trace.map((population, at) => {
    const x = trace.length > 1 ? (at / (trace.length - 1)) * 100 : 0;
    return `${x.toFixed(2)},${(27 - ((population - least) / height) * 22).toFixed(2)}`;
  });
  return (
    <div className="trace" aria-hidden>
      <svg viewBox="0 0 100 30" preserveAspectRatio="none" role="presentation">
        {points.length > 1 ? <polyline points={points.join(" ")} vectorEffect="non-scaling-stroke" /> : null}
      </svg>
      <span>population</span>
    </div>
  );
}

function Numbers({ document }: { readonly document: StudioDocument }) {
  const { generation, population } = useReadings(document);
  return (
    <dl className="numbers">
      <div>
        <dt>Generation</dt>
        <dd className="number" data-testid="generation">
          {countText(generation)}
        </dd>
      </div>
      <div>
        <dt>Population</dt>
        <dd className="number" data-testid="population">
          {countText(population)}
        </dd>
      </div>
    </dl>
  );
}

function Status({ document }: { readonly document: StudioDocument }) {
  const studio = useStudio();
  const { rule, topology, running, selection, pending, undoLabel } = useEditor(document);
  const { camera, pointerCell } = useView(document);
  const { perSecond, population } = useReadings(document);
  const universe = useUniverse(document);
  const alive = useCellState(document);
  const hint = useShell((state) => state.hint);
  const busy = useShell((state) => state.busy);
  const flashLimited = useShell((state) => state.flashLimited);
  const algorithms = useAlgorithms(document);
  const name = algorithms.find(({ id }) => id === universe.algorithm)?.name ?? "–";
  const floats = pending !== null;
  useEffect(() => {
    // What was said of a paste is over when it is put down or dropped.
    return floats ? () => studio.hint(null) : undefined;
  }, [floats, studio]);
  const standing = { running, population, selection: selection !== null, pending: floats };
  const next = nextHint({ ...standing, untouched: undoLabel === null });
  const cell = pointerCell ? `${groupDigits(pointerCell.x)}, ${groupDigits(pointerCell.y)}` : "–";
  return (
    <div className="status">
      {/* Only what is said to somebody is read out; what stands there anyway is not. */}
      <p className="hint">
        <span role="status">{busy ? `${busy.text}…` : hint}</span>
        {hint || busy ? null : <span className="next">{next}</span>}
      </p>
      <dl>
        {flashLimited ? <Reading name="Flashing" value="limited" /> : null}
        <Reading name="Rule" value={formatUniverseRule({ rule, topology })} />
        <Reading name="Zoom" value={zoomText(camera.zoom)} wide={8} />
        <Reading
          name="Cell"
          value={pointerCell && alive !== null ? `${cell} ${alive ? "live" : "dead"}` : cell}
          wide={17}
        />
        <Reading name="Gen/s" value={perSecond === null ? "–" : rateText(perSecond)} wide={8} />
        <Reading name="Algorithm" value={universe.adapter ? `${name}, ${universe.adapter}` : name} />
      </dl>
    </div>
  );
}

function Reading({
  name,
  value,
  wide,
}: {
  readonly name: string;
  readonly value: string;
  readonly wide?: number;
}) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="number" style={wide ? { minWidth: `${wide}ch` } : undefined}>
        {value}
      </dd>
    </div>
  );
}
