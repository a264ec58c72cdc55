import type { ReactNode } from "react";
import { useEffect, useState } from "react";
import { gridKindOf } from "../../engine/grids/registry.ts";
import type { AlgorithmInfo } from "../../engine/worker/protocol.ts";
import type { StudioDocument } from "../app/document.ts";
import { useEditor, useReadings, useShell, useStudio, useUniverse } from "../app/hooks.ts";
import { describeItem, groupDigits } from "../editor/labels.ts";
import { selectionArea } from "../editor/selection.ts";
import { SelectField } from "../ui/fields.tsx";
import { PatternInfoSection } from "./pattern-info.tsx";
import { RuleSection } from "./rule-section.tsx";
import { countText, topologyText } from "./words.ts";

export function Inspector({ document }: { readonly document: StudioDocument }) {
  return (
    // Scrolls, so it must be reachable by keyboard even when nothing in it can be.
    <aside className="inspector" aria-label="Inspector">
      <UniverseSection document={document} />
      <RuleSection document={document} />
      <SelectionSection document={document} />
      <HistorySection document={document} />
      <PatternInfoSection document={document} />
    </aside>
  );
}

export function Section({
  title,
  aside,
  children,
}: {
  readonly title: string;
  readonly aside?: string | null;
  readonly children: ReactNode;
}) {
  return (
    <section aria-label={title}>
      <h2>
        {title} {aside ? <span>{aside}</span> : null}
      </h2>
      {children}
    </section>
  );
}

export function Row({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="row">
      <dt>{name}</dt>
      <dd className="number">{children}</dd>
    </div>
  );
}

function UniverseSection({ document }: { readonly document: StudioDocument }) {
  const studio = useStudio();
  const { rule, topology } = useEditor(document);
  const universe = useUniverse(document);
  const adapter = useShell((state) => state.preferences.adapter);
  const [noGpu, setNoGpu] = useState<string | null>(null);
  const [algorithms, setAlgorithms] = useState<readonly AlgorithmInfo[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what there is depends on the rule, the grid and the choice of GPU.
  useEffect(() => {
    let wanted = true;
    document.algorithms().then(
      (list) => (wanted ? setAlgorithms(list) : undefined),
      () => {},
    );
    document.gpu().then(
      (gpu) => (wanted ? setNoGpu(gpu.adapter === null ? gpu.reason : null) : undefined),
      () => {},
    );
    return () => {
      wanted = false;
    };
  }, [document, rule, topology, adapter]);
  const usable = algorithms.filter(({ id, refuses }) => refuses === null || id === universe.algorithm);
  return (
    <Section title="Universe" aside={gridKindOf(rule).name}>
      <dl>
        <Row name="Topology">{topologyText(topology)}</Row>
      </dl>
      <div className="padded">
        <SelectField
          label="Algorithm"
          value={universe.algorithm}
          options={usable.map(({ id, name }) => ({ id, label: name }))}
          onChange={(id) => void document.changeAlgorithm(id).catch(studio.report)}
        />
        <p className="why">{document.reason}</p>
        {noGpu ? (
          <p className="why" title={noGpu}>
            No GPU: running on the CPU.
          </p>
        ) : null}
      </div>
    </Section>
  );
}

function SelectionSection({ document }: { readonly document: StudioDocument }) {
  const { selection, draft, pending } = useEditor(document);
  const { generation, population } = useReadings(document);
  const shown = draft ?? selection;
  const [live, setLive] = useState<bigint | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: generation and population stand for the cells.
  useEffect(() => {
    setLive(null);
    // A count of more is work that nobody asked for.
    if (!selection || selection.box.w * selection.box.h > 2n ** 24n) return;
    let wanted = true;
    const timer = setTimeout(() => {
      document.universe.readRuns(selection.box).then(
        ({ spans }) => {
          let cells = 0;
          for (let i = 1; i < spans.length; i += 2) cells += spans[i];
          if (wanted) setLive(BigInt(cells));
        },
        () => {},
      );
    }, 80);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [document, selection, generation, population]);
  if (pending) {
    const { w, h } = pending.region.box;
    return (
      <Section title="Paste" aside={`${w} × ${h}`}>
        <dl>
          <Row name="Mode">{pending.mode}</Row>
          <Row name="Held by">{pending.anchor}</Row>
        </dl>
      </Section>
    );
  }
  return (
    <Section title="Selection" aside={shown ? `${countText(shown.box.w)} × ${countText(shown.box.h)}` : null}>
      {shown ? (
        <dl>
          <Row name="Top left">{`${groupDigits(shown.box.x)}, ${groupDigits(shown.box.y)}`}</Row>
          <Row name="Live cells">
            {shown.mask || live === null
              ? `– of ${countText(selectionArea(shown))}`
              : `${countText(live)} of ${countText(selectionArea(shown))}`}
          </Row>
        </dl>
      ) : (
        <p className="empty">Nothing is selected. Drag a box with Select.</p>
      )}
    </Section>
  );
}

function HistorySection({ document }: { readonly document: StudioDocument }) {
  const studio = useStudio();
  const { position, length, running } = useEditor(document);
  const items = document.editor.history;
  const last = Math.max(0, length - 60);
  const go = (to: number): void => void document.editor.goTo(to).catch(studio.report);
  return (
    <Section title="History" aside={running ? "running" : null}>
      <ol className="history">
        {last === 0 ? (
          <li>
            <button type="button" aria-current={position === 0 || undefined} onClick={() => go(0)}>
              Beginning
            </button>
          </li>
        ) : null}
        {items.slice(last).map((item, at) => {
          const number = last + at + 1;
          return (
            <li key={item.id}>
              <button
                type="button"
                className={number > position ? "ahead" : undefined}
                aria-current={number === position || undefined}
                onClick={() => go(number)}
              >
                {describeItem(item)}
              </button>
            </li>
          );
        })}
      </ol>
    </Section>
  );
}
