import { useEffect, useState } from "react";
import { describeProblem } from "../../../engine/core/errors.ts";
import { intersectRects } from "../../../engine/core/rect.ts";
import { runsPopulation } from "../../../engine/core/runs.ts";
import type { Topology } from "../../../engine/core/topology.ts";
import { gridRect } from "../../../engine/core/topology.ts";
import type { StudioDocument } from "../../document/document.ts";
import { countCells, topologyText } from "../../editor/labels.ts";
import type { DocumentPage } from "../../studio/dialog-pages.ts";
import { useEditor, useStudio } from "../../studio/hooks.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { DialogForm } from "../../ui/form.tsx";
import type { GridForm } from "./topology-fields.tsx";
import { gridFormOf, TopologyFields, topologyOf } from "./topology-fields.tsx";

declare module "../../studio/dialog-pages.ts" {
  interface DialogPages {
    resize: DocumentPage;
  }
}

/** The dialog counts no more live cells than this: it would take longer than the question is worth. */
const MOST_COUNTED = 2n ** 20n;

export function ResizeDialog({ document, onClose }: DocumentPage) {
  const studio = useStudio();
  const { topology } = useEditor(document, "topology");
  const [form, setForm] = useState<GridForm>(() => gridFormOf(topology));
  const [problem, setProblem] = useState<string | null>(null);
  const lost = useLost(document, form);
  const resize = async (): Promise<void> => {
    let next: Topology;
    try {
      next = topologyOf(form);
    } catch (error) {
      setProblem(describeProblem(error));
      return;
    }
    onClose();
    try {
      const gone = await document.resize(next);
      studio.status.hint(
        gone > 0n
          ? `${countCells("Lost", gone)} that lay off the new grid. Undo brings them back.`
          : `The universe is now: ${topologyText(next)}.`,
      );
    } catch (error) {
      studio.status.report(error);
    }
  };
  return (
    <Dialog
      title="Resize universe"
      text={`It is now: ${topologyText(topology)}. Cells keep their places.`}
      size="small"
      onClose={onClose}
    >
      <DialogForm verb="Resize" problem={problem} onCancel={onClose} onSubmit={resize}>
        <TopologyFields
          form={form}
          onChange={(change) => {
            setProblem(null);
            setForm({ ...form, ...change });
          }}
        />
        <p className="field-hint" role="status">
          {lost === null
            ? "What lies outside the new grid is lost; Undo brings it back."
            : lost === 0n
              ? "All live cells lie on the new grid."
              : `${countCells("Loses", lost)} that lie outside; Undo brings them back.`}
        </p>
      </DialogForm>
    </Dialog>
  );
}

/** Number of live cells outside the new grid; null if it is unknown. */
function useLost(document: StudioDocument, form: GridForm): bigint | null {
  const [lost, setLost] = useState<bigint | null>(null);
  useEffect(() => {
    let wanted = true;
    const count = async (): Promise<bigint | null> => {
      const grid = gridRect(topologyOf(form));
      if (form.topology === "unbounded") return 0n;
      const { present: universe } = document.universe;
      const [box, population] = await Promise.all([universe.bounds(), universe.population()]);
      if (!grid || population > MOST_COUNTED) return null;
      const inside = box && intersectRects(box, grid);
      return population - (inside ? runsPopulation(await universe.readRuns(inside)) : 0n);
    };
    count().then(
      (counted) => wanted && setLost(counted),
      () => wanted && setLost(null),
    );
    return () => {
      wanted = false;
    };
  }, [document, form]);
  return lost;
}
