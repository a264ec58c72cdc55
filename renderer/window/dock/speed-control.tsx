import { useState } from "react";
import { faster, LEAST_RATE, MOST_RATE, slower } from "../../editor/time/pace.ts";
import { useShell, useStudio } from "../../studio/hooks.ts";
import { CheckField, NumberField } from "../../ui/fields.tsx";
import { Popover } from "../../ui/popover.tsx";
import { paceText, paceWords } from "../words.ts";
import { Stepper } from "./step-control.tsx";
import "./speed-control.css";

/** The limit offered if there was none before. */
const USUAL_LIMIT = 60;

/** The limit of steps a second: slower, faster, a number, or none. */
export function SpeedControl() {
  const studio = useStudio();
  const pace = useShell((state) => state.pace);
  const { rate } = pace;
  return (
    <Stepper
      label="Speed"
      less="Slower"
      more="Faster"
      onLess={slower(pace) === pace ? null : () => void studio.commands.run("time.slower")}
      onMore={faster(pace) === pace ? null : () => void studio.commands.run("time.faster")}
    >
      <span className="stepper-value">
        <output className="number">{paceText(rate)}</output>
        <Popover className="over" label={`Speed: ${paceWords(rate)}`} tip={capital(paceWords(rate))}>
          <SpeedFields />
        </Popover>
      </span>
    </Stepper>
  );
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function SpeedFields() {
  const studio = useStudio();
  const pace = useShell((state) => state.pace);
  const [typed, setTyped] = useState<number | null>(null);
  return (
    <div className="speed-fields">
      <NumberField
        label="Steps a second"
        value={typed ?? pace.rate ?? USUAL_LIMIT}
        min={LEAST_RATE}
        max={MOST_RATE}
        step={0.1}
        onChange={(rate) => {
          const fits = rate >= LEAST_RATE && rate <= MOST_RATE;
          setTyped(fits ? null : rate);
          if (fits) studio.pacing.set({ ...pace, rate });
        }}
      />
      <CheckField
        label="As fast as possible"
        checked={pace.rate === null}
        onChange={(free) => {
          setTyped(null);
          studio.pacing.set({ ...pace, rate: free ? null : USUAL_LIMIT });
        }}
      />
    </div>
  );
}
