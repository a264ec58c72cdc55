/** The fields of a rule that looks further than to the next cells: range, shape, counts, states, and whether a cell counts itself. */

import { Plus, X } from "lucide-react";
import { mostRange, SHAPE_LETTERS, SHAPE_NAMES } from "../../../engine/rules/counted-shapes.ts";
import type { LargerParts } from "../../../engine/rules/families/larger-than-life.ts";
import { mostCount, ruleOfParts, scaledParts } from "../../../engine/rules/families/larger-than-life.ts";
import type { CountRange, Rule } from "../../../engine/rules/rule.ts";
import { MOST_STATES } from "../../../engine/rules/rule.ts";
import { IconButton } from "../../ui/button.tsx";
import { SelectField } from "../../ui/fields.tsx";
import { SwitchField } from "../../ui/switch-field.tsx";
import { ShapePicture } from "./neighbourhood-picture.tsx";
import { RuleNumber, RuleSlider } from "./rule-number.tsx";
import "./rule-reach.css";

/** Where the sliders end; the fields beside them go on. */
const SLIDER_RANGE = 15;
const SLIDER_STATES = 32;
/** Shapes whose digits hold for one range. */
const OWN_DIGITS = /^[W@]/;

export function RuleReach({
  parts,
  onChange,
}: {
  readonly parts: LargerParts;
  /** Gets what may throw: parts that do not go together have a sentence. */
  readonly onChange: (make: () => Rule) => void;
}) {
  const { range, states, shape, middle } = parts;
  const hasOwn = OWN_DIGITS.test(shape);
  const letters = SHAPE_LETTERS.filter((letter) => !OWN_DIGITS.test(letter));
  const take = (next: LargerParts): void => onChange(() => ruleOfParts(next));
  return (
    <div className="rule-reach padded">
      <div className="rule-shape">
        <SelectField
          label="Shape"
          value={shape}
          options={[
            ...letters.map((letter) => ({ id: letter, label: `${letter}  ${SHAPE_NAMES[letter]}` })),
            ...(letters.includes(shape) ? [] : [{ id: shape, label: ownLabel(shape) }]),
          ]}
          onChange={(letter) =>
            take(scaledParts(parts, { shape: letter, range: Math.min(range, mostRange(letter)) }))
          }
        />
        <ShapePicture shape={shape} range={range} />
      </div>
      {hasOwn ? null : (
        <RuleSlider
          label="Range"
          value={range}
          min={1}
          max={mostRange(shape)}
          reach={SLIDER_RANGE}
          onChange={(next) => take(scaledParts(parts, { range: next }))}
        />
      )}
      <Counts parts={parts} part="birth" onChange={take} />
      <Counts parts={parts} part="survival" onChange={take} />
      <RuleSlider
        label="States"
        value={states}
        min={2}
        max={MOST_STATES}
        reach={SLIDER_STATES}
        onChange={(next) => take({ ...parts, states: next })}
      />
      <SwitchField
        label="A cell counts itself"
        checked={middle === true}
        disabled={!isSpelledLarger(parts)}
        onChange={(isOn) => take(fitting({ ...parts, middle: isOn }))}
      />
    </div>
  );
}

/** Of a shape with digits of its own, which are few behind F. */
function ownLabel(shape: string): string {
  const name = SHAPE_NAMES[shape[0] as string] as string;
  return OWN_DIGITS.test(shape) ? name : `${shape}  ${name}`;
}

/** Only the spelling of Larger than Life, with one range of counts a part, can say that a cell counts itself. */
function isSpelledLarger({ birth, survival }: LargerParts): boolean {
  return birth.length === 1 && survival.length === 1;
}

/** Counts that a change has put out of reach become the largest one that there is. */
function fitting(parts: LargerParts): LargerParts {
  const most = mostCount(parts, "survival");
  const survival = parts.survival.map(
    ([first, last]): CountRange => [Math.min(first, most), Math.min(last, most)],
  );
  return { ...parts, survival };
}

const PART_NAMES = { birth: "Birth", survival: "Survival" } as const;

/** The ranges of counts of one part, and where they lie among all counts. */
function Counts({
  parts,
  part,
  onChange,
}: {
  readonly parts: LargerParts;
  readonly part: "birth" | "survival";
  readonly onChange: (parts: LargerParts) => void;
}) {
  const ranges = parts[part];
  const most = mostCount(parts, part);
  const name = PART_NAMES[part];
  const put = (next: readonly CountRange[]): void => {
    // Beside others a cell cannot count itself: it then stays what it was, without itself.
    const inward = parts.middle === true && next.length !== 1;
    const less = ([first, last]: CountRange): CountRange => [Math.max(0, first - 1), Math.max(0, last - 1)];
    const now = { ...parts, [part]: next };
    onChange(inward ? { ...now, middle: null, survival: now.survival.map(less) } : now);
  };
  const change = (at: number, range: CountRange): void =>
    put(ranges.map((each, i) => (i === at ? range : each)));
  const last = ranges.at(-1)?.[1] ?? -2;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be styled against its nature.
    <div className="rule-ranges" role="group" aria-label={name}>
      <span className="field-label" aria-hidden>
        {name}
      </span>
      <div>
        {ranges.map(([first, to], i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the ranges stand in order and have no other name.
          <div className="rule-range" key={i}>
            <RuleNumber
              label={`${name} from`}
              value={first}
              min={0}
              max={most}
              onChange={(next) => change(i, [next, Math.max(next, to)])}
            />
            <span aria-hidden>to</span>
            <RuleNumber
              label={`${name} to`}
              value={to}
              min={0}
              max={most}
              onChange={(next) => change(i, [Math.min(first, next), next])}
            />
            <IconButton
              label={`Leave out ${name.toLowerCase()} from ${first} to ${to}`}
              onPress={() => put(ranges.filter((_, other) => other !== i))}
            >
              <X size={13} aria-hidden />
            </IconButton>
          </div>
        ))}
        <div className="rule-range-foot">
          <svg className="rule-track" viewBox={`0 0 ${most + 1} 1`} preserveAspectRatio="none" aria-hidden>
            {ranges.map(([first, to]) => (
              <rect key={`${first}-${to}`} x={first} y={0} width={to - first + 1} height={1} />
            ))}
          </svg>
          <IconButton
            label={`Another range of counts for ${name.toLowerCase()}`}
            disabled={last + 2 > most}
            onPress={() => put([...ranges, [last + 2, last + 2]])}
          >
            <Plus size={13} aria-hidden />
          </IconButton>
        </div>
      </div>
    </div>
  );
}
