import { useEffect, useMemo, useState } from "react";
import { useStore } from "zustand";
import type { GpuBench } from "../../../../engine/bench/gpu-bench.ts";
import { YARDSTICK } from "../../../../engine/bench/gpu-bench.ts";
import { formatGpuBench, gpuBenchCsv } from "../../../../engine/bench/gpu-report.ts";
import { describeError } from "../../../../engine/core/errors.ts";
import { grouped } from "../../../../engine/core/integers.ts";
import type { Rule } from "../../../../engine/rules/rule.ts";
import { LIFE, parseRule } from "../../../../engine/rules/universe-rule.ts";
import type { AlgorithmInfo } from "../../../../engine/worker/protocol/universe.ts";
import { useShell, useStudio } from "../../../studio/hooks.ts";
import { documentsIn } from "../../../studio/tab.ts";
import { TextButton } from "../../../ui/button.tsx";
import { ChecksField, NumberField, TextField } from "../../../ui/fields.tsx";
import { Problem } from "../../../ui/form.tsx";
import type { Benchmarks, BenchmarksWish } from "./benchmarks.ts";
import { USUAL_GRID } from "./benchmarks.ts";
import "./benchmarks.css";
import { BenchmarksResult } from "./benchmarks-result.tsx";

const SIDES = [256, 512, 1024, 2048, 4096, 8192, 16_384] as const;
const USUAL_SIDES = ["256", "1024", "4096"];
/** A size that a CPU that emulates a GPU can run in reasonable time. */
const SOFTWARE_SIDES = ["256", "512"];

export function BenchmarksPage({
  benchmarks,
  first,
}: {
  readonly benchmarks: Benchmarks;
  /** The initial rule. */
  readonly first: Rule;
}) {
  const studio = useStudio();
  const { running, done, all, what, bench, problem } = useStore(benchmarks.store);
  const memoryMegabytes = useShell((state) => state.preferences.memoryMegabytes);
  const threads = useShell((state) => state.preferences.threads);
  const [typed, setTyped] = useState(() => first.text);
  const [sides, setSides] = useState<readonly string[]>([]);
  const [repeats, setRepeats] = useState(5);
  const rule = useMemo(() => read(typed), [typed]);
  const { algorithms, chosen, setChosen } = useContestants();

  useEffect(() => {
    let wanted = true;
    studio.engines.view.engine.gpu().then(
      (gpu) =>
        wanted ? setSides(gpu.adapter !== null && !gpu.software ? USUAL_SIDES : SOFTWARE_SIDES) : undefined,
      () => setSides(SOFTWARE_SIDES),
    );
    return () => {
      wanted = false;
    };
  }, [studio]);

  const wish = (): BenchmarksWish | null => {
    const counted = Number.isSafeInteger(repeats) && repeats >= 1 && repeats <= 100;
    if ("problem" in rule || sides.length === 0 || chosen.length === 0 || !counted) return null;
    return {
      rule: rule.rule,
      sizes: SIDES.filter((side) => sides.includes(String(side))).map((side) => ({
        width: side,
        height: side,
      })),
      algorithms: algorithms.filter(({ id }) => chosen.includes(id)),
      repeats,
      memoryMegabytes,
      threads: threads || undefined,
    };
  };
  const ready = wish();
  const [copied, setCopied] = useState("");
  const copy = (text: string, kind: string): void => {
    studio.host.clipboard.writeText(text).then(
      () => setCopied(`Copied as ${kind}.`),
      (error) => setCopied(describeError(error)),
    );
  };
  const run = (): void => {
    setCopied("");
    if (ready) void benchmarks.run(ready);
  };
  return (
    <>
      <form
        className="form benchmarks"
        onSubmit={(event) => {
          event.preventDefault();
          run();
        }}
      >
        {/* Enter in a field presses it: the visible button lies outside the scrolling part. */}
        <button type="submit" hidden />
        <fieldset className="plain" disabled={running}>
          <div className="pair">
            <TextField
              label="Rule"
              value={typed}
              problem={"problem" in rule ? rule.problem : null}
              onChange={setTyped}
            />
            <NumberField
              label="Stretches of each, 1 to 100"
              value={repeats}
              min={1}
              max={100}
              onChange={setRepeats}
            />
          </div>
          <ChecksField
            label="Sides of the grids"
            options={SIDES.map((side) => ({
              id: String(side),
              label: grouped(side),
            }))}
            chosen={sides}
            onChange={setSides}
          />
          <ChecksField
            label="Algorithms"
            options={algorithms.map(({ id }) => ({ id, label: id }))}
            chosen={chosen}
            onChange={setChosen}
          />
        </fieldset>
        <Hint />
        <Problem text={problem} />
        {bench ? <BenchmarksResult bench={bench} /> : null}
      </form>
      <footer className="progress-feet">
        {running ? (
          <>
            <progress aria-label="Runs done" value={all > 0 ? done : undefined} max={all || 1} />
            <span className="number grow" role="status">
              {what}
            </span>
            <TextButton onPress={() => benchmarks.stop()}>Stop</TextButton>
          </>
        ) : (
          <>
            <span className="grow" role="status">
              {copied}
            </span>
            <CopyButtons bench={bench} onCopy={copy} />
            <TextButton look="accent" disabled={!ready} onPress={run}>
              Run
            </TextButton>
          </>
        )}
      </footer>
    </>
  );
}

function CopyButtons({
  bench,
  onCopy,
}: {
  readonly bench: GpuBench | null;
  readonly onCopy: (text: string, kind: string) => void;
}) {
  if (!bench || bench.rows.length === 0) return null;
  return (
    <>
      <TextButton onPress={() => onCopy(`${formatGpuBench(bench)}\n`, "text")}>Copy as text</TextButton>
      <TextButton onPress={() => onCopy(gpuBenchCsv(bench), "CSV")}>Copy as CSV</TextButton>
    </>
  );
}

/** Conditions that falsify the figures. */
function Hint() {
  const busy = useShell((state) => documentsIn(state).some(({ editor }) => editor.state.running));
  if (!busy) return null;
  return (
    <p className="field-hint">A universe is running and takes its share: stop it for figures that count.</p>
  );
}

/**
 * Every algorithm that runs soups on tori. Those on the GPU and the CPU's fastest are preselected, but not the kernels
 * of older programs: on a CPU that emulates a GPU some of them take minutes.
 */
function useContestants() {
  const studio = useStudio();
  const [algorithms, setAlgorithms] = useState<readonly AlgorithmInfo[]>([]);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  useEffect(() => {
    let wanted = true;
    studio.engines.view.engine.algorithms(LIFE, USUAL_GRID).then((all) => {
      if (!wanted) return;
      // A leap through a soup is no leap.
      const able = all.filter(({ leaps, needsGpu, refuses }) => !leaps && (!needsGpu || refuses === null));
      setAlgorithms(able);
      const usual = able.filter((one) => (one.needsGpu && !one.forComparison) || one.id === YARDSTICK);
      setChosen(usual.map(({ id }) => id));
    }, studio.status.report);
    return () => {
      wanted = false;
    };
  }, [studio]);
  return { algorithms, chosen, setChosen };
}

type ReadRule = { readonly rule: Rule } | { readonly problem: string };

function read(text: string): ReadRule {
  if (text.includes(":")) return { problem: "A rule without a grid: the grids are tori." };
  try {
    return { rule: parseRule(text) };
  } catch (error) {
    return { problem: describeError(error) };
  }
}
