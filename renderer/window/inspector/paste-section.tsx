/** The floating paste: its mode, its anchor, and the commands on it. */

import {
  CaretsToAxisDashedHorizontal,
  CaretsToAxisDashedVertical,
  Check,
  RotateCcw,
  RotateCw,
  X,
} from "lucide-react";
import type { ReactNode } from "react";
import { memo, useEffect, useRef } from "react";
import type { PasteMode } from "../../../engine/core/paste.ts";
import { PASTE_MODES } from "../../../engine/core/paste.ts";
import type { Pattern } from "../../../engine/core/pattern.ts";
import type { Rect } from "../../../engine/core/rect.ts";
import type { StudioDocument } from "../../document/document.ts";
import { foreignRule, ruleWords } from "../../document/made-for.ts";
import type { PasteAnchor } from "../../editor/paste/pending-paste.ts";
import { PASTE_ANCHORS } from "../../editor/paste/pending-paste.ts";
import { focusStage } from "../../studio/focus.ts";
import { useEditor, useStudio } from "../../studio/hooks.ts";
import { WithArrows } from "../../ui/arrows.tsx";
import { IconButton, TextButton } from "../../ui/button.tsx";
import { Segmented } from "../../ui/fields.tsx";
import { shortCount } from "../../ui/numbers.ts";
import { PointPicker } from "../../ui/point-picker.tsx";
import { countText } from "../words.ts";
import { Row, Section } from "./section.tsx";
import "./paste-section.css";

const MODES: Readonly<Record<PasteMode, string>> = { or: "Or", copy: "Copy", xor: "Xor", and: "And" };
/** What each mode does to the cells that the paste box covers. */
const MEANINGS: Readonly<Record<PasteMode, string>> = {
  or: "Adds its live cells.",
  copy: "Replaces everything in its box.",
  xor: "Turns what its live cells meet.",
  and: "Keeps only what both have.",
};
const PLACES: Readonly<Record<PasteAnchor, readonly [column: number, row: number]>> = {
  "top left": [1, 1],
  "top right": [3, 1],
  "bottom right": [3, 3],
  "bottom left": [1, 3],
  middle: [2, 2],
};
const POINTS = PASTE_ANCHORS.map((id) => ({
  id,
  label: `${id[0]?.toUpperCase()}${id.slice(1)}`,
  column: PLACES[id][0],
  row: PLACES[id][1],
}));

export function PasteSection({ document }: { readonly document: StudioDocument }) {
  const { pending } = useEditor(document, "pending");
  if (!pending) return null;
  const { w, h } = pending.region.box;
  return (
    <Section
      title={pending.lifted ? "Move" : "Paste"}
      aside={`${countText(w)} × ${countText(h)}`}
      folds={false}
    >
      <MadeFor document={document} source={pending.source} />
      <Place box={pending.region.box} />
      <PasteControls document={document} mode={pending.mode} anchor={pending.anchor} />
    </Section>
  );
}

/** A pattern for another rule says so, with the ways to bring the two together. */
const MadeFor = memo(function MadeFor({
  document,
  source,
}: {
  readonly document: StudioDocument;
  readonly source: Pattern | null;
}) {
  const { files, status } = useStudio();
  const { rule } = useEditor(document, "rule");
  const foreign = foreignRule(source, rule);
  if (!source || !foreign) return null;
  const { editor } = document;
  const use = async (): Promise<void> => {
    await document.inTurn(() => editor.setRule(foreign));
  };
  const open = async (): Promise<void> => {
    editor.cancelPaste();
    await files.openPattern(source, source.name || "Pasted pattern", { unsaved: true });
  };
  const press = (act: () => Promise<void>) => (): void => {
    act().catch(status.report);
    giveBackKeys();
  };
  return (
    <div className="made-for padded" role="status">
      <p>
        Made for <b>{ruleWords(foreign)}</b>
      </p>
      <div>
        <TextButton onPress={press(use)}>Use its rule</TextButton>
        <TextButton onPress={press(open)}>Open in a tab</TextButton>
      </div>
    </div>
  );
});

function Place({ box }: { readonly box: Rect }) {
  return (
    <dl>
      <Row name="Top left">{`${shortCount(box.x)}, ${shortCount(box.y)}`}</Row>
    </dl>
  );
}

/** A paste that only moves, as at every pointer event, changes none of these. */
const PasteControls = memo(function PasteControls({
  document,
  mode,
  anchor,
}: {
  readonly document: StudioDocument;
  readonly mode: PasteMode;
  readonly anchor: PasteAnchor;
}) {
  const { editor } = document;
  const shortcut = useStudio().commands.keymap;
  const verbs = useRef<HTMLDivElement>(null);
  // In a long inspector the section scrolls into view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each document's paste comes into view.
  useEffect(() => {
    verbs.current?.scrollIntoView({ block: "nearest" });
  }, [document]);
  return (
    <div className="paste padded">
      <Segmented
        label="Paste mode"
        options={PASTE_MODES.map((id) => ({ id, label: MODES[id] }))}
        value={mode}
        onChange={(id) => {
          editor.setPasteMode(id as PasteMode);
          giveBackKeys();
        }}
      />
      <p className="why">
        {MEANINGS[mode]} <KeyHint text={shortcut.shown("edit.paste-mode")} />
      </p>
      <div className="held">
        <PointPicker
          label="Held by"
          points={POINTS}
          value={anchor}
          onChange={(id) => {
            editor.setPasteAnchor(id as PasteAnchor);
            giveBackKeys();
          }}
        />
        <p className="why">
          Held by its {anchor}. <KeyHint text={shortcut.shown("edit.paste-location")} />
        </p>
      </div>
      <div className="paste-verbs" ref={verbs}>
        <Verb id="edit.place-paste" label="Place" look="go">
          <Check size={18} aria-hidden />
        </Verb>
        <Verb id="edit.flip-across" label="Flip left to right">
          <CaretsToAxisDashedVertical size={16} aria-hidden />
        </Verb>
        <Verb id="edit.flip-down" label="Flip top to bottom">
          <CaretsToAxisDashedHorizontal size={16} aria-hidden />
        </Verb>
        <Verb id="edit.rotate-anticlockwise" label="Rotate anticlockwise">
          <RotateCcw size={16} aria-hidden />
        </Verb>
        <Verb id="edit.rotate-clockwise" label="Rotate clockwise">
          <RotateCw size={16} aria-hidden />
        </Verb>
        <Verb id="edit.drop-paste" label="Cancel" keys="edit.cancel">
          <X size={16} aria-hidden />
        </Verb>
      </div>
    </div>
  );
});

function KeyHint({ text }: { readonly text: string | null }) {
  return text === null ? null : (
    <kbd>
      <WithArrows text={text} />
    </kbd>
  );
}

function Verb({
  id,
  label,
  keys = id,
  look = "round",
  children,
}: {
  readonly id: string;
  readonly label: string;
  /** The command with the same effect, for its key. */
  readonly keys?: string;
  readonly look?: "round" | "go";
  readonly children: ReactNode;
}) {
  const studio = useStudio();
  return (
    <IconButton
      label={label}
      look={look}
      keys={studio.commands.keymap.shown(keys)}
      onPress={() => {
        void studio.commands.run(id);
        giveBackKeys();
      }}
    >
      {children}
    </IconButton>
  );
}

/** After a click with the pointer, the cells have the keys again. */
function giveBackKeys(): void {
  if (!globalThis.document.activeElement?.matches(":focus-visible")) focusStage();
}
