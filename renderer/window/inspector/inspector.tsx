import { Info } from "lucide-react";
import { gridKindOf } from "../../../engine/grids/registry.ts";
import type { StudioDocument } from "../../document/document.ts";
import { topologyText } from "../../editor/labels.ts";
import { GuideLink } from "../../guide/guide-link.tsx";
import { useEditor, useRunner, useShell, useStudio } from "../../studio/hooks.ts";
import { useAlgorithms, useMissingGpu } from "../../studio/use-algorithms.ts";
import { useMemory } from "../../studio/use-memory.ts";
import { SelectField } from "../../ui/fields.tsx";
import { Popover } from "../../ui/popover.tsx";
import { memoryBound, memoryMeter, memoryText, threadsText } from "../words.ts";
import { HistorySection } from "./history-section.tsx";
import { PatternInfoSection } from "./pattern-info.tsx";
import { RuleSection } from "./rule-section.tsx";
import { Row, Section } from "./section.tsx";
import { SelectionSection } from "./selection-section.tsx";
import { StatesSection } from "./states-section.tsx";
import "./inspector.css";

/**
 * It stays while documents come and go, and so do its sections, as they were opened and scrolled. A field that somebody types in and
 * whatever follows the pointer are made anew for each document, by their key: nothing that is half done reaches another one.
 */
export function Inspector({ document }: { readonly document: StudioDocument }) {
  return (
    <aside className="inspector" aria-label="Inspector">
      <div className="inspector-pinned">
        <SelectionSection document={document} />
      </div>
      <div className="inspector-rest">
        <RuleSection document={document} />
        <StatesSection document={document} />
        <UniverseSection document={document} />
        <HistorySection document={document} />
        <PatternInfoSection document={document} />
      </div>
    </aside>
  );
}

/** This is the person's wish; the field then shows the algorithm that runs, and why. */
const AUTOMATIC = { id: "auto", label: "Automatic" };

function UniverseSection({ document }: { readonly document: StudioDocument }) {
  const studio = useStudio();
  const { rule, topology } = useEditor(document, "rule", "topology");
  const runner = useRunner(document);
  const algorithms = useAlgorithms(document);
  const noGpu = useMissingGpu(document);
  const { name } = runner;
  const usable = algorithms.filter(({ id, refuses }) => refuses === null || id === runner.algorithm);
  // The one that runs is known before the engine has said which others could.
  const shown = usable.length > 0 ? usable : [{ id: runner.algorithm, name }];
  const bound = memoryBound(name, runner.mostMegabytes, document.universe.memoryMegabytes);
  const threads = threadsText(
    name,
    runner.threads,
    useShell((state) => state.preferences.threads),
  );
  return (
    <Section title="Universe" aside={gridKindOf(rule, topology).name}>
      <dl>
        <Row name="Topology">
          <button
            type="button"
            className="row-button"
            title="Resize universe"
            onClick={() => void studio.commands.run("edit.resize")}
          >
            {topologyText(topology)}
          </button>
        </Row>
        <MemoryRow document={document} />
      </dl>
      <div className="padded">
        <SelectField
          label="Algorithm"
          value={runner.algorithm}
          options={[AUTOMATIC, ...shown.map(({ id, name }) => ({ id, label: name }))]}
          onChange={(id) => void document.changeAlgorithm(id).catch(studio.status.report)}
          aside={
            <Popover
              key={document.id}
              label="Why this algorithm"
              tip={runner.reason}
              className="why-algorithm"
              side="left"
              face={<Info size={13} aria-hidden />}
            >
              <p>{runner.reason}</p>
              {threads ? <p className="why">{threads}</p> : null}
              {bound ? <p className="why">{bound}</p> : null}
              <p className="why">
                <GuideLink place="algorithms/auto">What is this?</GuideLink>
              </p>
            </Popover>
          }
        />
        {noGpu ? (
          <p className="why" title={noGpu}>
            No GPU: running on the CPU.
          </p>
        ) : null}
      </div>
    </Section>
  );
}

function MemoryRow({ document }: { readonly document: StudioDocument }) {
  const bytes = useMemory(document);
  const { mostMegabytes = Number.POSITIVE_INFINITY } = useRunner(document);
  const limit = Math.min(document.universe.memoryMegabytes, mostMegabytes);
  if (bytes === null) return null;
  const meter = memoryMeter(bytes, limit);
  if (!meter) return null;
  return (
    <div className={meter.full ? "row memory full" : "row memory"}>
      <dt>Memory</dt>
      <dd className="number">{memoryText(bytes, limit)}</dd>
      <dd className="bar" aria-hidden>
        <span style={{ width: `${(meter.share * 100).toFixed(1)}%` }} />
      </dd>
    </div>
  );
}
