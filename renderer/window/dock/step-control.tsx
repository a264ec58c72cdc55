import { Minus, Plus, Rocket } from "lucide-react";
import type { ReactNode } from "react";
import { useState } from "react";
import type { StudioDocument } from "../../document/document.ts";
import type { Pace } from "../../editor/time/pace.ts";
import {
  LEAST_BASE,
  MOST_BASE,
  mostExponent,
  stepOf,
  withBase,
  withExponent,
} from "../../editor/time/pace.ts";
import { focusStage } from "../../studio/focus.ts";
import { useRunner, useShell, useStudio } from "../../studio/hooks.ts";
import { IconButton } from "../../ui/button.tsx";
import { NumberField } from "../../ui/fields.tsx";
import { Popover } from "../../ui/popover.tsx";
import { allDigits, generationsText } from "../words.ts";
import "./step-control.css";

/** The number of generations a step: less, more, or by base and exponent; and whether it grows by itself. */
export function StepControl({ document }: { readonly document: StudioDocument }) {
  const studio = useStudio();
  const pace = useShell((state) => state.pace);
  const hyperspeed = useShell((state) => state.hyperspeed);
  const { leaps } = useRunner(document);
  return (
    <>
      <Stepper
        label="Step"
        less="Smaller step"
        more="Larger step"
        onLess={pace.exponent > 0 ? () => void studio.commands.run("time.smaller-step") : null}
        onMore={
          pace.exponent < mostExponent(pace.base) ? () => void studio.commands.run("time.larger-step") : null
        }
      >
        <span className="stepper-value">
          <output className="number">
            {pace.base}
            <sup>{pace.exponent}</sup>
          </output>
          <Popover
            className="over"
            label={`Step ${pace.base}^${pace.exponent}: ${generationsText(stepOf(pace))}`}
            tip={
              allDigits(stepOf(pace)) === null
                ? generationsText(stepOf(pace))
                : `${allDigits(stepOf(pace))} generations`
            }
          >
            <StepFields pace={pace} onChange={(next) => studio.pacing.set(next)} />
          </Popover>
        </span>
      </Stepper>
      {leaps ? (
        <IconButton
          look="quiet"
          label="Hyperspeed"
          tip="Hyperspeed: while it runs, the step grows as long as steps stay quick"
          keys={studio.commands.keymap.shown("time.hyperspeed")}
          pressed={hyperspeed}
          onPress={({ detail }) => {
            void studio.commands.run("time.hyperspeed");
            if (detail > 0) focusStage();
          }}
        >
          <Rocket size={16} aria-hidden />
        </IconButton>
      ) : null}
    </>
  );
}

/** Invalid text stays in its field and changes nothing. */
function StepFields({ pace, onChange }: { readonly pace: Pace; readonly onChange: (pace: Pace) => void }) {
  const [typed, setTyped] = useState<{ readonly base?: number; readonly exponent?: number }>({});
  const most = mostExponent(pace.base);
  const within = (n: number, least: number, top: number): boolean =>
    Number.isInteger(n) && n >= least && n <= top;
  return (
    <>
      <div className="step-fields">
        <NumberField
          label="Base"
          value={typed.base ?? pace.base}
          min={LEAST_BASE}
          max={MOST_BASE}
          onChange={(base) => {
            const fits = within(base, LEAST_BASE, MOST_BASE);
            setTyped(fits ? {} : { base });
            if (fits) onChange(withBase(pace, base));
          }}
        />
        <NumberField
          label="Exponent"
          value={typed.exponent ?? pace.exponent}
          min={0}
          max={most}
          onChange={(exponent) => {
            const fits = within(exponent, 0, most);
            setTyped(fits ? {} : { exponent });
            if (fits) onChange(withExponent(pace, exponent));
          }}
        />
      </div>
      <p className="why">{`A step is ${generationsText(stepOf(pace))}.`}</p>
    </>
  );
}

export function Stepper({
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
  /** null: there is no smaller step. */
  readonly onLess: (() => void) | null;
  readonly onMore: (() => void) | null;
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
      {children}
      <button type="button" aria-label={more} disabled={onMore === null} onClick={onMore ?? undefined}>
        <Plus size={13} aria-hidden />
      </button>
    </div>
  );
}
