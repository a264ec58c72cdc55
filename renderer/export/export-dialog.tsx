import { useEffect, useRef, useState } from "react";
import type { Block } from "../../engine/core/block.ts";
import { blockCell } from "../../engine/core/block.ts";
import { describeError, TessellaError } from "../../engine/core/errors.ts";
import type { Rect } from "../../engine/core/rect.ts";
import { gridRect } from "../../engine/core/topology.ts";
import { exportSize } from "../../engine/formats/pbm-size.ts";
import type { StudioDocument } from "../app/document.ts";
import { useStudio } from "../app/hooks.ts";
import { visibleCells } from "../canvas/camera.ts";
import { groupDigits } from "../editor/labels.ts";
import { TextButton } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { NumberField, Segmented } from "../ui/fields.tsx";
import type { FrameExport } from "./export-frames.ts";
import { checkExport, exportFrames } from "./export-frames.ts";

type Where = "view" | "selection" | "pattern" | "grid";

export function ExportDialog({
  document,
  onClose,
}: {
  readonly document: StudioDocument;
  readonly onClose: () => void;
}) {
  const studio = useStudio();
  const { selection, topology } = document.editor.state;
  const [start] = useState(() => Number(document.universe.generation));
  const [where, setWhere] = useState<Where>(selection ? "selection" : gridRect(topology) ? "grid" : "view");
  const [region, setRegion] = useState<Rect | null>(null);
  const [from, setFrom] = useState(start);
  const [to, setTo] = useState(start + 99);
  const [every, setEvery] = useState(1);
  const [variant, setVariant] = useState<"P1" | "P4">("P4");
  const [problem, setProblem] = useState<string | null>(null);
  const [progress, setProgress] = useState<{ readonly done: number; readonly frames: number } | null>(null);
  const abort = useRef<AbortController | null>(null);

  useEffect(() => {
    let wanted = true;
    void regionOf(document, where).then(
      (box) => (wanted ? setRegion(box) : undefined),
      (error) => setProblem(describeError(error)),
    );
    return () => {
      wanted = false;
    };
  }, [document, where]);
  useEffect(() => {
    // Frames begin at a generation that stands still.
    document.editor.stop().catch(studio.report);
    return () => abort.current?.abort();
  }, [document, studio]);

  const wish = (): FrameExport | null => {
    if (!region || ![from, to, every].every(Number.isSafeInteger)) return null;
    const stem = document.title.replace(/\.[\w.]+$/, "").replace(/[^\w-]+/g, "-") || "frames";
    return { region, from: BigInt(from), to: BigInt(to), every: BigInt(every), variant, stem };
  };
  const size = (): string | null => {
    const wanted = wish();
    if (!wanted) return null;
    try {
      return exportSize(checkExport(wanted, document.universe.generation), wanted.region, variant);
    } catch {
      // What is wrong is said when it is asked for.
      return null;
    }
  };
  const run = async (): Promise<void> => {
    setProblem(null);
    const wanted = wish();
    const { folders, power } = studio.host;
    if (!wanted) return setProblem("Generations are whole numbers.");
    let release = (): void => {};
    try {
      const frames = checkExport(wanted, document.universe.generation);
      const folder = await folders.pick("write", `${wanted.stem}-frames`);
      if (!folder) return;
      release = power.hold("export");
      abort.current = new AbortController();
      setProgress({ done: 0, frames });
      await exportFrames(document.universe, wanted, folders.target(folder), studio.encoder, {
        signal: abort.current.signal,
        onProgress: (done, all) => setProgress({ done, frames: all }),
      });
      studio.say(`Exported ${groupDigits(frames)} frames.`);
      onClose();
    } catch (error) {
      if (!(error instanceof TessellaError && error.code === "aborted")) setProblem(describeError(error));
    } finally {
      release();
      abort.current = null;
      setProgress(null);
    }
  };
  const places: readonly { readonly id: Where; readonly label: string }[] = [
    { id: "view", label: "View" },
    ...(selection ? [{ id: "selection" as const, label: "Selection" }] : []),
    { id: "pattern", label: "Live cells" },
    ...(gridRect(topology) ? [{ id: "grid" as const, label: "Grid" }] : []),
  ];
  return (
    <Dialog
      title="Export frames"
      text="One portable bitmap (PBM) a frame, one pixel a cell; live cells are black."
      onClose={onClose}
    >
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          void run();
        }}
      >
        {/* While it writes nothing about it can be changed. */}
        <fieldset className="plain" disabled={progress !== null}>
          <Segmented
            label="Region"
            titled
            value={where}
            options={places}
            onChange={(id) => setWhere(id as Where)}
          />
          <Preview document={document} region={region} />
          <div className="pair three">
            <NumberField
              label="From generation"
              value={from}
              min={start}
              max={2 ** 53 - 1}
              onChange={setFrom}
            />
            <NumberField label="To" value={to} min={start} max={2 ** 53 - 1} onChange={setTo} />
            <NumberField label="Every" value={every} min={1} max={2 ** 53 - 1} onChange={setEvery} />
          </div>
          <Segmented
            label="Spelling"
            titled
            value={variant}
            options={[
              { id: "P4", label: "P4, packed bits" },
              { id: "P1", label: "P1, text" },
            ]}
            onChange={(id) => setVariant(id as "P1" | "P4")}
          />
        </fieldset>
        <p className="field-hint" data-testid="export-size">
          {size() ?? "\u00a0"}
        </p>
        {problem ? (
          <p className="problem" role="alert">
            {problem}
          </p>
        ) : null}
        {progress ? (
          <progress aria-label="Frames written" value={progress.done} max={progress.frames} />
        ) : null}
        <footer>
          {progress ? (
            <>
              <span className="number grow" role="status">
                {groupDigits(progress.done)} of {groupDigits(progress.frames)}
              </span>
              <TextButton onPress={() => abort.current?.abort()}>Stop</TextButton>
            </>
          ) : (
            <>
              <span className="number grow dim">{countOfFrames(from, to, every)}</span>
              <TextButton onPress={onClose}>Cancel</TextButton>
              <TextButton type="submit" look="accent" disabled={!region}>
                Export
              </TextButton>
            </>
          )}
        </footer>
      </form>
    </Dialog>
  );
}

function countOfFrames(from: number, to: number, every: number): string {
  const frames = Math.floor((to - from) / every) + 1;
  if (!Number.isSafeInteger(frames) || frames < 1) return "";
  return frames === 1 ? "1 frame" : `${groupDigits(frames)} frames`;
}

async function regionOf(document: StudioDocument, where: Where): Promise<Rect | null> {
  const { selection, topology } = document.editor.state;
  const { camera, size, kind } = document.view;
  if (where === "selection" && selection) return selection.box;
  if (where === "grid") return gridRect(topology);
  if (where === "pattern") return document.universe.bounds();
  return visibleCells(camera, size, kind);
}

const PREVIEW = 160;

/** The first frame, at most a pixel a cell. */
function Preview({ document, region }: { readonly document: StudioDocument; readonly region: Rect | null }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [block, setBlock] = useState<Block | null>(null);
  const small = region !== null && region.w * region.h <= 2n ** 22n;
  useEffect(() => {
    setBlock(null);
    if (!region || !small) return;
    let wanted = true;
    document.universe.readBlock(region).then(
      (read) => (wanted ? setBlock(read) : undefined),
      () => {},
    );
    return () => {
      wanted = false;
    };
  }, [document, region, small]);
  useEffect(() => {
    const context = canvas.current?.getContext("2d");
    if (!context || !block) return;
    const image = context.createImageData(block.w, block.h);
    for (let y = 0; y < block.h; y++) {
      for (let x = 0; x < block.w; x++) {
        const at = (y * block.w + x) * 4;
        image.data.fill(blockCell(block, x, y) ? 0 : 255, at, at + 3);
        image.data[at + 3] = 255;
      }
    }
    context.putImageData(image, 0, 0);
  }, [block]);
  const size = region ? `${groupDigits(region.w)} × ${groupDigits(region.h)} px` : "No live cells";
  return (
    <figure className="preview">
      {block ? (
        <canvas ref={canvas} width={block.w} height={block.h} style={{ maxHeight: PREVIEW }} aria-hidden />
      ) : null}
      <figcaption className="number">{size}</figcaption>
    </figure>
  );
}
