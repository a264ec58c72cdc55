import type { ComponentProps } from "react";
import { useState } from "react";
import { useShell, useStudio } from "../app/hooks.ts";
import type { Adapter, Theme } from "../stores/preferences.ts";
import { Dialog } from "../ui/dialog.tsx";
import { CheckField, NumberField, Segmented, SelectField } from "../ui/fields.tsx";

const THEME_NAMES: readonly { readonly id: Theme; readonly label: string }[] = [
  { id: "system", label: "As the system" },
  { id: "dark", label: "Dark" },
  { id: "light", label: "Light" },
];

const ADAPTER_NAMES: readonly { readonly id: Adapter; readonly label: string }[] = [
  { id: "automatic", label: "Automatic" },
  { id: "high-performance", label: "High performance" },
  { id: "low-power", label: "Low power" },
  { id: "never", label: "Never use the GPU" },
];

/** Everything takes effect at once and is kept. */
export function PreferencesDialog({ onClose }: { readonly onClose: () => void }) {
  const studio = useStudio();
  const preferences = useShell((state) => state.preferences);
  const prefer = (change: Partial<typeof preferences>): void =>
    void studio.prefer(change).catch(studio.report);
  return (
    <Dialog title="Preferences" onClose={onClose}>
      <div className="form">
        <h3>Theme</h3>
        <Segmented
          label="Theme"
          value={preferences.theme}
          options={THEME_NAMES}
          onChange={(theme) => prefer({ theme: theme as Theme })}
        />
        <SelectField
          label="GPU, for universes opened from now on"
          value={preferences.adapter}
          options={ADAPTER_NAMES}
          onChange={(adapter) => prefer({ adapter: adapter as Adapter })}
        />
        <KeptNumber
          label="Memory of one universe"
          unit="MB, for those opened from now on"
          value={preferences.memoryMegabytes}
          min={64}
          max={16_384}
          step={64}
          onChange={(memoryMegabytes) => prefer({ memoryMegabytes })}
        />
        <KeptNumber
          label="Keep a copy of unsaved work every"
          unit="seconds"
          value={preferences.autosaveSeconds}
          min={1}
          max={600}
          onChange={(autosaveSeconds) => prefer({ autosaveSeconds })}
        />
        <CheckField
          label="Grid lines"
          checked={preferences.gridLines}
          onChange={(gridLines) => prefer({ gridLines })}
        />
      </div>
    </Dialog>
  );
}

/** What is typed stands in the field; only what is in range is kept. */
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
