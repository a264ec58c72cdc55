import type { ComponentProps } from "react";
import { useEffect, useState } from "react";
import { MOST_THREADS } from "../../../engine/algorithms/wasm/helpers.ts";
import { grouped } from "../../../engine/core/integers.ts";
import { UNBOUNDED } from "../../../engine/core/topology.ts";
import { THEMES } from "../../../engine/picture/themes.ts";
import { LIFE } from "../../../engine/rules/universe-rule.ts";
import type { AlgorithmInfo } from "../../../engine/worker/protocol/universe.ts";
import { COLOURS, coloursName } from "../../commands/look-state.ts";
import type { AgeLook } from "../../document/document.ts";
import { chooseAgeLook } from "../../studio/age-look.ts";
import type { StudioPage } from "../../studio/dialog-pages.ts";
import { useActive, useAgeLook, useShell, useStudio } from "../../studio/hooks.ts";
import type { Adapter, CellColours, TextSize, ThemeChoice } from "../../studio/preferences.ts";
import { TEXT_SIZES } from "../../studio/preferences.ts";
import type { Studio } from "../../studio/studio.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { CheckField, NumberField, Segmented, SelectField } from "../../ui/fields.tsx";

declare module "../../studio/dialog-pages.ts" {
  interface DialogPages {
    preferences: StudioPage;
  }
}

const THEME_NAMES: readonly { readonly id: ThemeChoice; readonly label: string }[] = [
  { id: "system", label: "As the system" },
  { id: "dark", label: "Dark" },
  { id: "light", label: "Light" },
];

const COLOUR_NAMES = COLOURS.map((id) => ({
  id,
  label: THEMES.find(id)?.safe ? `${coloursName(id)} (safe)` : coloursName(id),
}));

const ADAPTER_NAMES: readonly { readonly id: Adapter; readonly label: string }[] = [
  { id: "automatic", label: "Automatic" },
  { id: "high-performance", label: "High performance" },
  { id: "low-power", label: "Low power" },
  { id: "software", label: "Software, on the CPU" },
  { id: "never", label: "Never use the GPU" },
];

/** The choices, each with the adapter that it selects on this machine, once that is known. */
function useAdapterChoices(): typeof ADAPTER_NAMES {
  const studio = useStudio();
  const [names, setNames] = useState<ReadonlyMap<Adapter, string>>(new Map());
  useEffect(() => {
    let wanted = true;
    for (const { id } of ADAPTER_NAMES) {
      if (id === "never") continue;
      studio.engines.view.engine.gpu(id).then(
        ({ adapter }) => {
          if (wanted) setNames((known) => new Map(known).set(id, adapter ?? "none here"));
        },
        // Without a worker the choices have no adapter names.
        () => {},
      );
    }
    return () => {
      wanted = false;
    };
  }, [studio]);
  return ADAPTER_NAMES.map(({ id, label }) => {
    const name = names.get(id);
    return { id, label: name === undefined ? label : `${label}: ${name}` };
  });
}

/** Every change takes effect at once and is saved. */
export function PreferencesDialog({ onClose }: StudioPage) {
  const studio = useStudio();
  const bounds = useBounds(studio);
  const preferences = useShell((state) => state.preferences);
  const ageLook = useAgeLook(useActive());
  const adapters = useAdapterChoices();
  const prefer = (change: Partial<typeof preferences>): void =>
    void studio.settings.change(change).catch(studio.status.report);
  const chooseAges = (choice: Partial<AgeLook>): void =>
    void chooseAgeLook(studio, choice).catch(studio.status.report);
  return (
    <Dialog title="Preferences" text="Changes take effect at once and are kept." onClose={onClose}>
      <div className="form">
        <Segmented
          label="Theme"
          titled
          value={preferences.theme}
          options={THEME_NAMES}
          onChange={(theme) => prefer({ theme: theme as ThemeChoice })}
        />
        <div className="pair">
          <SelectField
            label="Cell colours"
            value={preferences.cells}
            options={COLOUR_NAMES}
            onChange={(cells) => prefer({ cells: cells as CellColours })}
          />
          <SelectField
            label="Text size"
            value={String(preferences.textSize)}
            options={TEXT_SIZES.map((size) => ({ id: String(size), label: `${size} %` }))}
            onChange={(size) => prefer({ textSize: Number(size) as TextSize })}
          />
        </div>
        <CheckField
          label="Colour cells by age"
          hint="By how many shown steps each has lived, from a pixel a cell on. Colours named safe differ in brightness too."
          checked={ageLook.ages}
          onChange={(ages) => chooseAges({ ages })}
        />
        {ageLook.ages ? (
          <CheckField
            label="Trail of cells that died"
            checked={ageLook.trail}
            onChange={(trail) => chooseAges({ trail })}
          />
        ) : null}
        <CheckField
          label="Grid lines"
          hint="Shown from 5 pixels a cell on."
          checked={preferences.gridLines}
          onChange={(gridLines) => prefer({ gridLines })}
        />
        {preferences.gridLines ? (
          <KeptNumber
            label="A bold line every"
            unit="cells"
            hint="0 for none."
            value={preferences.boldEvery}
            min={0}
            max={1000}
            onChange={(boldEvery) => prefer({ boldEvery })}
          />
        ) : null}
        <CheckField
          label="Minimap"
          hint="In a corner, whenever a part of the pattern is out of view."
          checked={preferences.minimap}
          onChange={(minimap) => prefer({ minimap })}
        />
        <CheckField
          label="Limit flashing"
          hint="For people whom flashing light makes ill: pictures that would make much of the view flash more than three times a second wait until they would not. The universe runs on, and the status line says so."
          checked={preferences.flashLimit}
          onChange={(flashLimit) => prefer({ flashLimit })}
        />
        <SelectField
          label="GPU, for universes opened from now on"
          hint="One that is open stays where it runs. It moves when its algorithm is changed, and changed back."
          value={preferences.adapter}
          options={adapters}
          onChange={(adapter) => prefer({ adapter: adapter as Adapter })}
        />
        <KeptNumber
          label="Memory of one universe"
          unit="MB"
          hint={`64 to 16 384. Universes that are opened from now on may take so much.${bounds}`}
          value={preferences.memoryMegabytes}
          min={64}
          max={16_384}
          step={64}
          onChange={(memoryMegabytes) => prefer({ memoryMegabytes })}
        />
        <KeptNumber
          label="Threads of one universe"
          hint={`For Bitwise, HashLife and Running sums; the cells are the same. 0 is one a core, as far as they gain; ${MOST_THREADS} at most. For universes that are opened from now on.`}
          value={preferences.threads}
          min={0}
          max={MOST_THREADS}
          onChange={(threads) => prefer({ threads })}
        />
        <KeptNumber
          label="Copy of unsaved work every"
          unit="seconds"
          hint="1 to 600. After a crash the last copy is offered for recovery."
          value={preferences.autosaveSeconds}
          min={1}
          max={600}
          onChange={(autosaveSeconds) => prefer({ autosaveSeconds })}
        />
        <CheckField
          label="Open the last tabs at start"
          hint="Files come back where they were looked at; work that no file holds comes back from its copy."
          checked={preferences.reopenTabs}
          onChange={(reopenTabs) => prefer({ reopenTabs })}
        />
      </div>
    </Dialog>
  );
}

/** "HashLife uses 4 096 at most.", for algorithms that cannot use the whole limit; "" until that is known. */
function useBounds(studio: Studio): string {
  const [known, setKnown] = useState<readonly AlgorithmInfo[]>([]);
  useEffect(() => {
    let wanted = true;
    studio.engines.view.engine.algorithms(LIFE, UNBOUNDED).then(
      (algorithms) => (wanted ? setKnown(algorithms) : undefined),
      () => {},
    );
    return () => {
      wanted = false;
    };
  }, [studio]);
  return known
    .flatMap(({ name, mostMegabytes: most }) =>
      most === undefined ? [] : ` ${name} uses ${grouped(most)} at most.`,
    )
    .join("");
}

/** The field shows the typed text; only a value in range is saved. */
function KeptNumber(props: ComponentProps<typeof NumberField>) {
  const { value, min, max, onChange } = props;
  const [typed, setTyped] = useState(value);
  return (
    <NumberField
      {...props}
      value={typed}
      onChange={(next) => {
        setTyped(next);
        if (next >= min && next <= max) onChange(next);
      }}
    />
  );
}
