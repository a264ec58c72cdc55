/** A drawing of the guide in the page: one picture, which its caption tells. */

import type { CSSProperties } from "react";
import type { DrawnRow, GuideDrawing } from "./drawing.ts";
import { TONES } from "./drawing.ts";

/** Of a square and of the space between two, in rem. */
const SIDE = 1.5;
const SPACE = 0.125;

export function Drawn({ drawing: { frames, caption } }: { readonly drawing: GuideDrawing }) {
  return (
    <figure className="example drawn">
      <div className="drawn-frames" role="img" aria-label={caption}>
        {frames.map((rows, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a text never changes.
          <div key={at} className="drawn-frame">
            {rows.map((row, r) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a text never changes.
              <Row key={r} row={row} />
            ))}
          </div>
        ))}
      </div>
      <figcaption>
        <span className="caption">{caption}</span>
      </figcaption>
    </figure>
  );
}

function Row({ row: { squares, label } }: { readonly row: DrawnRow }) {
  return (
    <div className="drawn-row">
      {squares.map(({ text, wide, tone }, at) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: a text never changes.
          key={at}
          className={text === "" ? "drawn-gap" : "drawn-square"}
          style={squareStyle(wide, tone)}
        >
          {text === "." ? "" : text}
        </span>
      ))}
      {label === "" ? null : <span className="drawn-label">{label}</span>}
    </div>
  );
}

function squareStyle(wide: number, tone: number | null): CSSProperties {
  const width = `${wide * SIDE + (wide - 1) * SPACE}rem`;
  // Neighbouring numbers get hues that are far apart.
  const hue = tone === null ? undefined : `${(360 / TONES) * ((3 * tone) % TONES)}deg`;
  return { width, "--hue": hue } as CSSProperties;
}
