/** What moves the diagram, what became of its start, and what can be taken from it. */

import { Copy, Pause, Play, SearchX, SkipForward, StepForward } from "lucide-react";
import { useEffect } from "react";
import { useStore } from "zustand";
import { grouped } from "../../../engine/core/integers.ts";
import { diagramPattern } from "../../../engine/rings/diagram-pattern.ts";
import { diagramPicture } from "../../../engine/rings/diagram-picture.ts";
import { formatRingRule } from "../../../engine/rings/ring-rule.ts";
import { focusNow } from "../../studio/focus.ts";
import { useCellTheme, useStudio } from "../../studio/hooks.ts";
import { saveFile } from "../../studio/save-file.ts";
import { IconButton, TextButton } from "../../ui/button.tsx";
import { CheckField, Segmented } from "../../ui/fields.tsx";
import { ChoiceMenu } from "../../ui/menu.tsx";
import { isSurfaceOpen } from "../../ui/surfaces.ts";
import { diagramPng } from "./diagram-layout.ts";
import type { RingViewer } from "./ring-viewer.ts";
import { judgedSteps } from "./ring-viewer.ts";
import type { RuleText } from "./ring-words.ts";
import { aboutDiagram, RULE_TEXTS, verdict } from "./ring-words.ts";

const PACES = [
  { id: "15", label: "Slow" },
  { id: "60", label: "Normal" },
  { id: "240", label: "Fast" },
] as const;
/** Pixels a cell in a PNG. */
const PNG_SIDE = 4;

export function RingBar({ viewer }: { readonly viewer: RingViewer }) {
  const playing = useStore(viewer.store, (state) => state.playing);
  const pace = useStore(viewer.store, (state) => state.pace);
  const particles = useStore(viewer.store, (state) => state.particles);
  const searched = useStore(viewer.store, (state) => state.searched);
  const toggle = (): void => (playing ? viewer.pause() : viewer.play());
  useRingKeys(viewer);
  return (
    <div className="ring-bar">
      <IconButton
        look="round"
        label={playing ? "Pause the diagram" : "Play the diagram"}
        keys="Space"
        onPress={toggle}
      >
        {playing ? <Pause size={16} aria-hidden /> : <Play size={16} aria-hidden />}
      </IconButton>
      <IconButton label="One step" keys="S" disabled={playing} onPress={() => viewer.step()}>
        <StepForward size={16} aria-hidden />
      </IconButton>
      <IconButton label="Next vector" keys="N" onPress={() => viewer.nextVector()}>
        <SkipForward size={16} aria-hidden />
      </IconButton>
      <IconButton
        label="Next vector that fails"
        tip="The next vector that does not end as most of its cells began"
        keys="F"
        disabled={searched !== null}
        onPress={() => void viewer.nextFailing()}
      >
        <SearchX size={16} aria-hidden />
      </IconButton>
      <Segmented
        label="Pace"
        value={String(pace)}
        options={PACES}
        onChange={(id) => viewer.setPace(Number(id))}
      />
      <CheckField
        label="Hide regular domains"
        checked={particles}
        onChange={(only) => viewer.showParticles(only)}
      />
      <span className="grow" />
      <TakeAway viewer={viewer} />
    </div>
  );
}

/** Where the run is, and what becomes of it. */
export function RingReading({ viewer }: { readonly viewer: RingViewer }) {
  const step = useStore(viewer.store, (state) => state.step);
  const outcome = useStore(viewer.store, (state) => state.outcome);
  const { cells, rules } = useStore(viewer.store, ({ shown }) => shown.ring);
  // With a rule a cell nobody asks for the majority.
  const judged = rules.length === 1 ? outcome : null;
  const searched = useStore(viewer.store, (state) => state.searched);
  const message = useStore(viewer.store, (state) => state.message);
  return (
    <div className="ring-reading">
      <span className="number" data-testid="ring-step">
        Step {grouped(step)}
      </span>
      {searched === null ? (
        <span className="grow" data-testid="ring-verdict">
          {judged ? verdict(cells, judged, judgedSteps(cells)) : ""}
        </span>
      ) : (
        <>
          <span className="grow">Looking for a vector that fails: {grouped(searched)} tried</span>
          <TextButton onPress={() => viewer.stop()}>Stop</TextButton>
        </>
      )}
      <span role="status">{message}</span>
    </div>
  );
}

function TakeAway({ viewer }: { readonly viewer: RingViewer }) {
  const studio = useStudio();
  const theme = useCellTheme();
  const { report } = studio.status;
  const shown = useStore(viewer.store, (state) => state.shown);
  const nameOf = (): string => (shown.ring.rules.length === 1 ? formatRingRule(shown.ring.rules[0]) : "ring");
  const copy = async (kind: RuleText): Promise<void> => {
    await studio.host.clipboard.writeText(RULE_TEXTS[kind].text(shown));
    studio.status.say("Copied.");
  };
  const savePng = async (): Promise<void> => {
    const { block } = viewer.picture.getState();
    if (!block) return;
    const bytes = await diagramPng(diagramPicture(block, block.h, theme), PNG_SIDE);
    await saveFile(studio, { label: "PNG", extension: ".png", stem: nameOf() }, bytes);
  };
  const openUniverse = async (): Promise<void> => {
    const { block } = viewer.picture.getState();
    const { particles } = viewer.store.getState();
    if (!block) return;
    const pattern = diagramPattern(block, [aboutDiagram(shown, particles)]);
    await studio.files.openPattern(pattern, nameOf(), { unsaved: true });
  };
  const entries = {
    ...Object.fromEntries(
      Object.entries(RULE_TEXTS).map(([id, { title }]) => [id, { title, act: () => copy(id as RuleText) }]),
    ),
    png: { title: "Save picture…", act: savePng },
    universe: { title: "Open as a universe", act: openUniverse },
  };
  const groups = [Object.keys(RULE_TEXTS), ["png", "universe"]].map((ids) =>
    ids.map((id) => ({ id, title: entries[id as keyof typeof entries].title })),
  );
  return (
    <ChoiceMenu
      className="text-button ring-take"
      label="Copy or save"
      tip="Copy the rule, save the diagram or open it"
      groups={groups}
      onChoose={(id) => void entries[id as keyof typeof entries].act().catch(report)}
    >
      <Copy size={14} aria-hidden />
      <span>Copy or save</span>
    </ChoiceMenu>
  );
}

/** Keys of the lab while it is in front: those of a button that has the focus stay its own. */
function useRingKeys(viewer: RingViewer): void {
  useEffect(() => {
    const acts: Readonly<Record<string, () => unknown>> = {
      " ": () => (viewer.store.getState().playing ? viewer.pause() : viewer.play()),
      s: () => (viewer.store.getState().playing ? undefined : viewer.step()),
      n: () => viewer.nextVector(),
      f: () => viewer.nextFailing(),
    };
    const onKey = (event: KeyboardEvent): void => {
      const { key, ctrlKey, altKey, metaKey, target } = event;
      if (event.defaultPrevented || ctrlKey || altKey || metaKey || isSurfaceOpen()) return;
      if (
        focusNow() === "text" ||
        (key === " " && (target as HTMLElement).closest("button, input, a, [role]"))
      )
        return;
      const act = acts[key.toLowerCase()];
      if (!act) return;
      event.preventDefault();
      act();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [viewer]);
}
