import { useEffect, useMemo, useRef, useState } from "react";
import { describeError } from "../../engine/core/errors.ts";
import { grouped } from "../../engine/core/integers.ts";
import type { ExportProgress } from "../../engine/export/frame-source.ts";
import { countFrames } from "../../engine/export/frame-source.ts";
import type { ExportWish, OfferedFormat } from "../../engine/worker/protocol/export.ts";
import type { DocumentPage } from "../studio/dialog-pages.ts";
import { useCellTheme, useStudio } from "../studio/hooks.ts";
import { TextButton } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Problem } from "../ui/form.tsx";
import { FormatFields, LookFields, RegionFields, TimeFields } from "./export-fields.tsx";
import type { ExportForm, ExportScene } from "./export-form.ts";
import { formFor, keepForm, sceneOf, wishOf } from "./export-form.ts";
import type { ChosenPlace } from "./place.ts";
import { chooseFile, chooseFolder } from "./place.ts";
import { PreviewPane } from "./preview.tsx";
import { useForeseen, useSession } from "./use-preview.ts";
import type { Going } from "./words.ts";
import { outcomeText, progressText, stopText } from "./words.ts";
import "./export.css";

declare module "../studio/dialog-pages.ts" {
  interface DialogPages {
    export: DocumentPage;
  }
}

/** A stopped export, with its finished frames in a folder. */
interface Halted {
  readonly wish: ExportWish;
  readonly place: ChosenPlace;
  readonly done: number;
}

export function ExportDialog({ document, onClose }: DocumentPage) {
  const studio = useStudio();
  const { session, problem: broken } = useSession(document);
  const theme = useCellTheme();
  const [form, setForm] = useState(() => formFor(document, theme));
  const [scene, setScene] = useState(() => sceneOf(document));
  const [more, setMore] = useState(false);
  const [index, setIndex] = useState(0);
  const [failure, setFailure] = useState<string | null>(null);
  const [going, setGoing] = useState<Going | null>(null);
  const [halted, setHalted] = useState<Halted | null>(null);
  const abort = useRef<AbortController | null>(null);
  /** From the question for a place on: a second press of the button must not ask again. */
  const started = useRef(false);
  const formats = session?.formats ?? [];
  const format = formatOf(formats, form.format);
  const { wish, complaint } = useWish(form, format, scene);
  const foreseen = useForeseen(session?.client ?? null, wish, index, going !== null);

  useEffect(() => () => abort.current?.abort(), []);
  // A run is told to stop when the dialog opens, and may come further until it has.
  useEffect(() => {
    if (!session || document.universe.present.generation === scene.generation) return;
    setScene(sceneOf(document));
    setForm(formFor(document, theme));
  }, [session, document, scene, theme]);
  const set = (change: Partial<ExportForm>): void => {
    const next = { ...form, ...change };
    setForm(next);
    keepForm(document, next);
    setFailure(null);
  };
  /** `behind`: continues after the existing frames. */
  const run = async (behind: Halted | null): Promise<void> => {
    if (started.current) return;
    setFailure(null);
    if (!session || !format) return;
    if (!wish) return setFailure(complaint);
    started.current = true;
    let release = (): void => {};
    let place = behind?.place ?? null;
    let done = behind?.done ?? 0;
    try {
      place ??= await choosePlace(studio.host, wish, format, scene);
      if (!place) return;
      setHalted(null);
      const letSleep = studio.host.power.hold("export");
      release = () => {
        letSleep();
        studio.shell.setState({ exporting: false });
      };
      studio.shell.setState({ exporting: true });
      const controller = new AbortController();
      abort.current = controller;
      const frames = countFrames(wish.range);
      setGoing({
        progress: { done, frames, generation: wish.range.from },
        since: performance.now(),
        before: done,
      });
      const onProgress = (progress: ExportProgress): void => {
        done = Math.max(done, progress.done);
        setGoing((before) => before && { ...before, progress: { ...progress, done } });
      };
      const { signal } = controller;
      const outcome = await session.client.run(wish, place, { signal, onProgress }, behind?.done);
      studio.status.say(outcomeText(outcome, format, place.name));
      onClose();
    } catch (error) {
      const kept = place?.keeps === true && done > 0 && format.sequence ? place : null;
      setFailure(stopText(error, done, kept?.name ?? null));
      if (kept) setHalted({ wish, place: kept, done });
    } finally {
      release();
      started.current = false;
      abort.current = null;
      setGoing(null);
    }
  };
  // The settings may have changed meanwhile; then the existing frames belong to another export.
  const canGoOn = halted !== null && wish !== null && textOf(halted.wish) === textOf(wish);
  const stop = (): void => abort.current?.abort();
  const fields = { form, set, scene, format };
  const problem = failure ?? broken ?? complaint ?? foreseen.problem;
  return (
    <Dialog title="Export" size="large" onClose={going ? stop : onClose}>
      <form
        className="export"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void run(null);
        }}
      >
        <div className="export-columns">
          {/* During an export its settings are locked. */}
          <fieldset className="plain export-fields" disabled={going !== null}>
            <FormatFields form={form} set={set} formats={formats} more={more} onMore={setMore} />
            <RegionFields {...fields} />
            <TimeFields {...fields} />
            <LookFields {...fields} />
          </fieldset>
          <PreviewPane {...{ foreseen, format, wish, index }} paused={going !== null} onIndex={setIndex} />
        </div>
        <Problem text={problem} />
        <footer>
          {going ? (
            <>
              <progress aria-label="Frames written" value={going.progress.done} max={going.progress.frames} />
              <span className="number grow" role="status">
                {progressText(going, performance.now())}
              </span>
              <TextButton first onPress={stop}>
                Stop
              </TextButton>
            </>
          ) : (
            <>
              <TextButton onPress={onClose}>Cancel</TextButton>
              {canGoOn ? (
                <TextButton onPress={() => void run(halted)}>
                  {`Go on from frame ${grouped(halted.done + 1)}`}
                </TextButton>
              ) : null}
              <TextButton type="submit" look="accent" disabled={!session || !format || !wish}>
                Export
              </TextButton>
            </>
          )}
        </footer>
      </form>
    </Dialog>
  );
}

/** Equal for settings that give the same frames. */
function textOf(wish: ExportWish): string {
  return JSON.stringify(wish, (_, value: unknown) => (typeof value === "bigint" ? `${value}n` : value));
}

/** The chosen format, if it is available here. */
function formatOf(formats: readonly OfferedFormat[], id: string): OfferedFormat | null {
  const found = formats.find((format) => format.id === id);
  return found?.refuses === null ? found : null;
}

function useWish(
  form: ExportForm,
  format: OfferedFormat | null,
  scene: ExportScene,
): { readonly wish: ExportWish | null; readonly complaint: string | null } {
  return useMemo(() => {
    if (!format) return { wish: null, complaint: null };
    try {
      return { wish: wishOf(form, format, scene), complaint: null };
    } catch (error) {
      return { wish: null, complaint: describeError(error) };
    }
  }, [form, format, scene]);
}

function choosePlace(
  host: Parameters<typeof chooseFile>[0] & Parameters<typeof chooseFolder>[0],
  { name, range }: ExportWish,
  { name: label, extensions, sequence }: OfferedFormat,
  { stem }: ExportScene,
): Promise<ChosenPlace | null> {
  if (sequence && countFrames(range) > 1) return chooseFolder(host, `${stem}-frames`);
  return chooseFile(host, name, { label, extensions: extensions.slice(0, 1) });
}
