/** The fields of the export dialog: subject and time, and, folded away, the look. */

import { useId } from "react";
import type { Stand } from "../../engine/export/camera-path.ts";
import { paceForSpeed } from "../../engine/export/film-pace.ts";
import { THEMES } from "../../engine/picture/themes.ts";
import type { OfferedFormat } from "../../engine/worker/protocol/export.ts";
import { TextButton } from "../ui/button.tsx";
import { CheckField, NumberField, Segmented, SelectField } from "../ui/fields.tsx";
import { Select } from "../ui/select.tsx";
import type { CameraStop, ExportForm, ExportScene, Where } from "./export-form.ts";
import { hasFreeSize, placeOf, SCALES, standOf, withStop } from "./export-form.ts";

/** What cells are called that are no squares. */
const SHAPES = { hexagon: "Hexagons", triangle: "Triangles" } as const;

export interface FieldsProps {
  readonly form: ExportForm;
  readonly set: (change: Partial<ExportForm>) => void;
  readonly scene: ExportScene;
  readonly format: OfferedFormat | null;
}

const MORE = "more";
/** The formats for most people; the second of a pair if the first is not available. */
const QUICK = [["gif"], ["mp4", "webm"], ["png"], ["pbm"]] as const;
const QUICK_NAMES: Readonly<Record<string, string>> = {
  gif: "GIF",
  mp4: "MP4",
  webm: "WebM",
  png: "PNG",
  pbm: "PBM",
};

export function FormatFields({
  form,
  set,
  formats,
  more,
  onMore,
}: Pick<FieldsProps, "form" | "set"> & {
  readonly formats: readonly OfferedFormat[];
  readonly more: boolean;
  readonly onMore: (more: boolean) => void;
}) {
  const refused = new Set(formats.filter(({ refuses }) => refuses !== null).map(({ id }) => id));
  const quick = QUICK.flatMap((ids) => ids.find((id) => !refused.has(id)) ?? []);
  const isQuick = quick.some((id) => id === form.format);
  const open = more || (formats.length > 0 && !isQuick);
  return (
    <>
      <Segmented
        label="Format"
        titled
        value={open ? MORE : form.format}
        options={[
          ...quick.map((id) => ({ id, label: QUICK_NAMES[id] as string })),
          { id: MORE, label: "More" },
        ]}
        onChange={(id) => {
          onMore(id === MORE);
          if (id !== MORE) set({ format: id });
        }}
      />
      {open ? (
        <AllFormats formats={formats} value={form.format} onChange={(id) => set({ format: id })} />
      ) : null}
      {/* All in one place: the longest one makes the room, and the fields below stay where they are. */}
      <div className="export-summary">
        {formats.map(({ id, summary }) => (
          <p key={id} className="field-hint" aria-hidden={id === form.format ? undefined : true}>
            {summary}
          </p>
        ))}
      </div>
    </>
  );
}

const KINDS: readonly { readonly label: string; readonly has: (format: OfferedFormat) => boolean }[] = [
  {
    label: "Animations",
    has: ({ takes, sequence, lossless }) => takes === "pictures" && !sequence && lossless,
  },
  { label: "Video", has: ({ takes, sequence, lossless }) => takes === "pictures" && !sequence && !lossless },
  { label: "A file a frame", has: ({ takes, sequence }) => takes !== "patterns" && sequence },
  { label: "Patterns", has: ({ takes }) => takes === "patterns" },
];

function AllFormats({
  formats,
  value,
  onChange,
}: {
  readonly formats: readonly OfferedFormat[];
  readonly value: string;
  readonly onChange: (id: string) => void;
}) {
  const id = useId();
  const refused = formats.filter(({ refuses }) => refuses !== null);
  return (
    <div className="field">
      <Select
        label="Any format"
        describedBy={refused.length > 0 ? `${id}-refused` : undefined}
        value={value}
        options={KINDS.flatMap((kind) =>
          formats.filter(kind.has).map(({ id: format, name, refuses }) => ({
            id: format,
            label: refuses === null ? name : `${name} (not here)`,
            disabled: refuses !== null,
            group: kind.label,
          })),
        )}
        onChange={onChange}
      />
      {refused.length > 0 ? (
        <p className="field-hint" id={`${id}-refused`}>
          {refused.map(({ name, refuses }) => `${name}: ${refuses}`).join(" ")}
        </p>
      ) : null}
    </div>
  );
}

export function RegionFields({ form, set, scene, format }: FieldsProps) {
  const { box } = form;
  const films = format?.takes === "pictures";
  if (format?.takes === "patterns") return null;
  const where = format ? placeOf(form, format) : form.where;
  const places: { readonly id: Where; readonly label: string }[] = [
    ...(scene.selection ? [{ id: "selection" as const, label: "Selection" }] : []),
    ...(scene.grid ? [{ id: "grid" as const, label: "Whole grid" }] : []),
    { id: "all", label: "Pattern, wherever it goes" },
    { id: "first", label: "Pattern, as it begins" },
    { id: "view", label: "View on the screen" },
    { id: "region", label: "Box of cells" },
    ...(films
      ? [
          { id: "growing" as const, label: "Grow with the pattern" },
          { id: "follow" as const, label: "Follow the pattern" },
          { id: "camera" as const, label: "Camera that moves" },
        ]
      : []),
  ];
  const inBox = (change: Partial<ExportForm["box"]>): void => set({ box: { ...box, ...change } });
  return (
    <>
      <SelectField
        label="Region"
        value={where}
        options={places}
        onChange={(id) => set({ where: id as Where })}
      />
      {where === "region" ? (
        <div className="pair four">
          <NumberField label="Left" value={box.x} {...ANY} onChange={(x) => inBox({ x })} />
          <NumberField label="Top" value={box.y} {...ANY} onChange={(y) => inBox({ y })} />
          <NumberField label="Width" value={box.w} min={1} max={MOST} onChange={(w) => inBox({ w })} />
          <NumberField label="Height" value={box.h} min={1} max={MOST} onChange={(h) => inBox({ h })} />
        </div>
      ) : null}
      {where === "camera" && films ? (
        <>
          <StandFields
            name="Camera at the beginning"
            stand={form.start}
            scene={scene}
            onChange={(start) => set({ start })}
          />
          {form.between.map((stop, i) => (
            <StandFields
              // biome-ignore lint/suspicious/noArrayIndexKey: they have no names of their own, and never change places.
              key={i}
              name={`On the way, ${i + 1}`}
              stop={stop}
              scene={scene}
              onChange={(stand) => set({ between: form.between.with(i, { ...stop, stand }) })}
              onTime={(generation) => set({ between: form.between.with(i, { ...stop, generation }) })}
              onRemove={() => set({ between: form.between.filter((_, at) => at !== i) })}
              stand={stop.stand}
            />
          ))}
          <StandFields
            name="Camera at the end"
            stand={form.end}
            scene={scene}
            onChange={(end) => set({ end })}
          />
          <TextButton onPress={() => set({ between: withStop(form, standOf(scene.view)) })}>
            Add a place on the way
          </TextButton>
          <p className="field-hint">Close this, look elsewhere and come back: what is chosen here stays.</p>
        </>
      ) : null}
    </>
  );
}

const MOST = 2 ** 53 - 1;
const ANY = { min: -MOST, max: MOST } as const;

/** A camera position; the person may close the dialog and return to set the other one. */
function StandFields({
  name,
  stand,
  stop,
  scene,
  onChange,
  onTime,
  onRemove,
}: {
  readonly name: string;
  readonly stand: Stand;
  /** A position on the way, with a time of its own and a button to remove it. */
  readonly stop?: CameraStop;
  readonly onTime?: (generation: number) => void;
  readonly onRemove?: () => void;
  readonly scene: ExportScene;
  readonly onChange: (stand: Stand) => void;
}) {
  const place = (value: number): { readonly whole: bigint; readonly part: number } => {
    const whole = Number.isFinite(value) ? Math.floor(value) : 0;
    return { whole: BigInt(whole), part: Number.isFinite(value) ? value - whole : 0 };
  };
  const short = (value: number): number => Number(value.toPrecision(6));
  return (
    <fieldset className="plain stand">
      <legend className="field-label">{name}</legend>
      {stop && onTime ? (
        <div className="stand-time">
          <NumberField label="At generation" value={stop.generation} min={0} max={MOST} onChange={onTime} />
        </div>
      ) : null}
      <NumberField
        label="X"
        value={short(Number(stand.x) + stand.dx)}
        {...ANY}
        step={0.001}
        onChange={(value) => onChange({ ...stand, x: place(value).whole, dx: place(value).part })}
      />
      <NumberField
        label="Y"
        value={short(Number(stand.y) + stand.dy)}
        {...ANY}
        step={0.001}
        onChange={(value) => onChange({ ...stand, y: place(value).whole, dy: place(value).part })}
      />
      <NumberField
        label="Zoom"
        value={short(stand.zoom)}
        min={0}
        max={1024}
        step={0.001}
        onChange={(zoom) => onChange({ ...stand, zoom })}
      />
      <TextButton onPress={() => onChange(standOf(scene.view))}>Use the view</TextButton>
      {onRemove ? <TextButton onPress={onRemove}>Remove this place</TextButton> : null}
    </fieldset>
  );
}

export function TimeFields({ form, set, scene, format }: FieldsProps) {
  const least = Number(scene.generation);
  const moves = format?.takes === "pictures" && !format.sequence;
  return (
    <>
      <div className="pair generations">
        <NumberField
          label="From generation"
          value={form.from}
          min={least}
          max={MOST}
          onChange={(from) => set({ from })}
        />
        <NumberField label="To" value={form.to} min={least} max={MOST} onChange={(to) => set({ to })} />
        <NumberField
          label="Every"
          value={form.every}
          min={1}
          max={MOST}
          onChange={(every) => set({ every })}
        />
      </div>
      {moves ? (
        <>
          <div className="pair">
            <NumberField
              label="Frames a second"
              value={form.fps}
              min={1}
              max={format.mostFps ?? 240}
              step={0.001}
              onChange={(fps) => set({ fps })}
            />
            <NumberField
              label="Generations a second"
              value={Number((form.every * form.fps).toPrecision(6))}
              min={0.001}
              max={MOST}
              step={0.001}
              onChange={(speed) => set(paceForm(speed, form.fps, format.mostFps ?? 240))}
            />
          </div>
          <div className="pair">
            <NumberField
              label="Hold the last one"
              unit="s"
              value={form.hold}
              min={0}
              max={3600}
              step={0.1}
              onChange={(hold) => set({ hold })}
            />
          </div>
          <CheckField
            label="Find a seamless loop in it"
            checked={form.loop}
            onChange={(loop) => set({ loop })}
          />
        </>
      ) : null}
    </>
  );
}

/** The frames and their distance for a speed in generations a second. */
function paceForm(speed: number, fps: number, mostFps: number): Partial<ExportForm> {
  // A field may be empty for a moment while a person types.
  if (!(speed > 0 && speed <= MOST)) return {};
  const pace = paceForSpeed(speed, Math.min(Math.max(fps, 1) || 1, mostFps), mostFps);
  return { every: Number(pace.every), fps: pace.fps };
}

/** Folded away: the defaults of the look suit most people. */
export function LookFields({ form, set, scene, format }: FieldsProps) {
  const drawn = format?.takes === "pictures";
  if (format?.hasPlain) {
    return (
      <Segmented
        label="Spelling"
        titled
        value={form.plain ? "P1" : "P4"}
        options={[
          { id: "P4", label: "P4, packed bits" },
          { id: "P1", label: "P1, text" },
        ]}
        onChange={(id) => set({ plain: id === "P1" })}
      />
    );
  }
  if (!drawn && !format?.drawsCells) return null;
  const moving =
    form.where === "growing" || form.where === "follow" || form.where === "camera" || form.where === "view";
  return (
    <details className="fold">
      <summary>Size and look</summary>
      <div className="fold-inside">
        {drawn && !moving ? (
          <SelectField
            label="Scale"
            value={form.scale}
            options={SCALES.map(({ id, label }) => ({ id, label }))}
            onChange={(scale) => set({ scale })}
          />
        ) : null}
        {drawn && hasFreeSize(form) ? (
          <div className="pair">
            <NumberField
              label="Picture width"
              unit="px"
              value={form.width}
              min={1}
              max={32768}
              onChange={(width) => set({ width })}
            />
            <NumberField
              label="Picture height"
              unit="px"
              value={form.height}
              min={1}
              max={32768}
              onChange={(height) => set({ height })}
            />
          </div>
        ) : null}
        {scene.shape === "square" ? null : (
          <Segmented
            label="Cells as"
            titled
            value={form.squares ? "squares" : "shapes"}
            options={[
              { id: "shapes", label: SHAPES[scene.shape] },
              { id: "squares", label: "Squares" },
            ]}
            onChange={(id) => set({ squares: id === "squares" })}
          />
        )}
        <div className="pair">
          <SelectField
            label="Theme"
            value={form.theme}
            options={THEMES.list().map(({ id, name }) => ({ id, label: name }))}
            onChange={(theme) => set({ theme })}
          />
          {drawn ? (
            <NumberField
              label="Gap"
              unit="px"
              value={form.gap}
              min={0}
              max={64}
              onChange={(gap) => set({ gap })}
            />
          ) : null}
        </div>
        <CheckField
          label="Grid lines"
          checked={form.gridLines}
          onChange={(gridLines) => set({ gridLines })}
        />
        {drawn ? (
          <>
            {scene.hasIcons ? (
              <CheckField
                label="Icons of the states"
                checked={form.icons}
                onChange={(icons) => set({ icons })}
              />
            ) : null}
            <CheckField label="Colour cells by age" checked={form.ages} onChange={(ages) => set({ ages })} />
            <CheckField
              label="Caption with generation and population"
              checked={form.caption}
              onChange={(caption) => set({ caption })}
            />
          </>
        ) : null}
      </div>
    </details>
  );
}
