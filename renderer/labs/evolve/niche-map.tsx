/** What MAP-Elites has found: the best rule of each kind, as a map whose niches show their rules. */

import { useEffect, useMemo, useRef } from "react";
import { useStore } from "zustand";
import { grouped } from "../../../engine/core/integers.ts";
import type { HallEntry } from "../../../engine/evolve/hall.ts";
import type { Niches } from "../../../engine/worker/protocol/evolve.ts";
import { useCellTheme } from "../../studio/hooks.ts";
import { FiguresTable } from "../../ui/figures-table.tsx";
import { filledInOrder, nicheAt, nichePicture, nicheSide } from "./niche-picture.ts";
import { fitnessText } from "./run-figures.ts";
import type { SearchSession } from "./search-session.ts";
import "./niche-map.css";

interface Show {
  readonly onShow: (entry: HallEntry) => void;
}

/** Rows of the table. */
const MOST_ROWS = 64;

export function NicheMap({ search, onShow }: Show & { readonly search: SearchSession }) {
  const niches = useStore(search.store, (state) => state.niches);
  return niches ? <RuleMap niches={niches} onShow={onShow} /> : null;
}

function RuleMap({ niches, onShow }: Show & { readonly niches: Niches }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const theme = useCellTheme();
  const filled = useMemo(() => filledInOrder(niches), [niches]);
  const picture = useMemo(() => nichePicture(niches, theme), [niches, theme]);
  const side = nicheSide(niches);
  useEffect(() => {
    const { width, height, pixels } = picture;
    const bytes = new Uint8ClampedArray(pixels.buffer as ArrayBuffer);
    canvas.current?.getContext("2d")?.putImageData(new ImageData(bytes, width, height), 0, 0);
  }, [picture]);
  const under = ({
    nativeEvent: { offsetX, offsetY },
    currentTarget: { clientWidth, clientHeight },
  }: React.MouseEvent<HTMLCanvasElement>): number | undefined => {
    const [x, y] = [(offsetX * side) / clientWidth, (offsetY * side) / clientHeight].map(Math.floor);
    const niche = nicheAt(x as number, y as number, side);
    return niche !== undefined && filled.includes(niche) ? niche : undefined;
  };
  const words = `${grouped(filled.length)} of ${grouped(niches.fitness.length)} niches hold a rule`;
  return (
    <figure className="niche-map">
      {/* For keys, the table below has a button for each of the best. */}
      <canvas
        ref={canvas}
        role="img"
        aria-label={`The fitness of the best rule of each kind: ${words}`}
        width={side}
        height={side}
        onPointerMove={(event) => {
          const niche = under(event);
          event.currentTarget.title = niche === undefined ? "" : nicheText(niches, niche);
          event.currentTarget.style.cursor = niche === undefined ? "" : "pointer";
        }}
        onClick={(event) => {
          const niche = under(event);
          if (niche !== undefined) onShow(entryOf(niches, niche));
        }}
      />
      <figcaption className="dim">
        {`${words}. To the right the share of ones in the table, upwards the time until rest. The stronger a niche’s colour, the fitter its rule; a click shows it at work.`}
      </figcaption>
      <details>
        <summary>Niches</summary>
        <FiguresTable
          className="run-table"
          label="The fittest of the niches"
          columns={["Fitness", "Share of ones", "Time until rest"]}
        >
          {filled.slice(0, MOST_ROWS).map((niche) => (
            <tr key={niche}>
              <th scope="row">
                <button type="button" className="link" onClick={() => onShow(entryOf(niches, niche))}>
                  {fitnessText(shareAt(niches, niche), true)}
                </button>
              </th>
              <td>{rangeText(niche % side, side)}</td>
              <td>{rangeText(Math.floor(niche / side), side)}</td>
            </tr>
          ))}
        </FiguresTable>
      </details>
    </figure>
  );
}

function entryOf({ fitness, genomes, generation }: Niches, niche: number): HallEntry {
  const words = genomes.length / fitness.length;
  const genome = Uint32Array.from(genomes.subarray(niche * words, (niche + 1) * words));
  return { generation, fitness: fitness[niche] as number, genome };
}

function shareAt({ fitness, most }: Niches, niche: number): number {
  return (fitness[niche] as number) / most;
}

/** "0.25 to 0.31". */
function rangeText(part: number, side: number): string {
  return `${(part / side).toFixed(2)} to ${((part + 1) / side).toFixed(2)}`;
}

function nicheText(niches: Niches, niche: number): string {
  const side = nicheSide(niches);
  return `Fitness ${fitnessText(shareAt(niches, niche), true)}, share of ones ${rangeText(niche % side, side)}, time until rest ${rangeText(Math.floor(niche / side), side)}`;
}
