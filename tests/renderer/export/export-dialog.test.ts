// The export dialog: what it shows of an export, where that is written, and how it ends.

import "../../support/played-page/early.ts";
import { describe, expect, it, vi } from "vitest";
import { THEMES } from "../../../engine/picture/themes.ts";
import { ExportDialog } from "../../../renderer/export/export-dialog.tsx";
import { formFor, keepForm } from "../../../renderer/export/export-form.ts";
import { GLIDER } from "../../support/local-editor.ts";
import type { MemoryHost } from "../../support/memory-host.ts";
import { act, all, click, coloursIn, isOff, names, one, textOn } from "../../support/played-page/hands.ts";
import { until } from "../../support/until.ts";
import { inStudio } from "../in-studio.ts";

describe("the export dialog", () => {
  async function exporting(change: Partial<ReturnType<typeof formFor>> = {}) {
    const rig = inStudio();
    const document = await rig.open({ title: "Gun", cells: GLIDER });
    keepForm(document, { ...formFor(document, "dark"), to: 3, format: "gif", ...change });
    const onClose = vi.fn();
    await rig.show(ExportDialog, { document, onClose });
    const { document: whole } = rig.page;
    const button = (name: string) => one(whole, "button", name);
    const isReady = () => whole.querySelector("button[type=submit]:not(:disabled)") !== null;
    const facts = () => {
      const terms = all(whole.querySelector(".export-facts") as HTMLElement, "term");
      return Object.fromEntries(terms.map((term) => [textOn(term), textOn(term.nextSibling as HTMLElement)]));
    };
    const problem = () => whole.querySelector(".problem")?.textContent ?? "";
    const submit = () => act(whole.querySelector("form.export") as HTMLElement, "submit");
    return { ...rig, document, onClose, whole, button, isReady, facts, problem, submit };
  }

  /** Holds the folder's so-manieth file back until it is released. */
  function heldAt(host: MemoryHost, file: number) {
    const targetOf = host.folders.target;
    let release = (): void => {};
    let begun = 0;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    vi.spyOn(host.folders, "target").mockImplementation((folder) => {
      const target = targetOf(folder);
      const begin: typeof target.begin = async (name) => {
        if (++begun === file) await held;
        return target.begin(name);
      };
      return { ...target, begin };
    });
    return { release: () => release(), begun: () => begun };
  }

  it("waits for its worker, then shows the first frame and what the export takes", async () => {
    const { page, button, facts, whole, document, isReady } = await exporting();
    expect(isOff(button("Export"))).toBe(true);
    await until(isReady);
    await until(() => facts().Takes !== undefined && facts().Takes !== "…");
    expect(facts()).toMatchObject({ Frames: "4, 0.2 s" });
    expect(textOn(whole.querySelector("[data-testid=export-frame]") as HTMLElement)).toBe("1 / 4 · gen 0");
    expect(document.editor.state.running).toBe(false);
    // In the very colours of the file.
    const seen = page.pictureOn(whole.querySelector(".export-picture canvas") as HTMLElement);
    const [red, green, blue] = (seen as ImageData).data as unknown as [number, number, number];
    expect((red << 16) | (green << 8) | blue).toBe(THEMES.get("dark").ground);
    expect(coloursIn(seen)).toBeGreaterThan(1);
  });

  it("begins where the run has come to a stand, which may be further than where the dialog opened", async () => {
    const rig = inStudio();
    const document = await rig.open({ title: "Gun", cells: GLIDER });
    const { editor } = document;
    const stop = editor.stop.bind(editor);
    vi.spyOn(editor, "stop").mockImplementation(async () => {
      await editor.step(3n);
      return stop();
    });
    await rig.show(ExportDialog, { document, onClose: vi.fn() });
    const { document: whole } = rig.page;
    const frame = () => whole.querySelector("[data-testid=export-frame]")?.textContent;
    await until(() => frame() === "1 / 100 · gen 3");
    expect(whole.querySelector(".problem")).toBeNull();
  });

  it("writes where the person wants it, says so and closes", async () => {
    const { host, studio, onClose, submit, isReady } = await exporting();
    await until(isReady);
    const pick = vi.spyOn(host.files, "pickSave");
    host.saveAnswers.push("out.gif");
    submit();
    // A second press does not ask again.
    submit();
    await until(() => onClose.mock.calls.length === 1);
    expect(pick).toHaveBeenCalledTimes(1);
    expect(new TextDecoder().decode(host.disk.files.get("out.gif")?.slice(0, 6))).toBe("GIF89a");
    expect(studio.shell.getState().message?.text).toMatch(/^Exported out\.gif: 4 frames, \d+ bytes\.$/);
    expect(studio.shell.getState().exporting).toBe(false);
    expect(host.heldFor).toEqual([]);
  });

  it("stays open where the person declines, and asks again the next time", async () => {
    const { host, studio, onClose, submit, isReady } = await exporting();
    await until(isReady);
    const pick = vi.spyOn(host.files, "pickSave");
    submit();
    await until(() => pick.mock.calls.length === 1);
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(studio.shell.getState().exporting).toBe(false);
    host.saveAnswers.push("out.gif");
    submit();
    await until(() => onClose.mock.calls.length === 1);
    expect(pick).toHaveBeenCalledTimes(2);
  });

  it("says what went wrong, and keeps the machine awake no longer", async () => {
    const { host, onClose, problem, submit, isReady } = await exporting();
    await until(isReady);
    host.saveAnswers.push("out.gif");
    host.disk.failures.push({ when: "write", error: new Error("The disk is full.") as never });
    submit();
    await until(() => problem().includes("The disk is full."));
    expect(onClose).not.toHaveBeenCalled();
    expect(host.heldFor).toEqual([]);
    expect(host.disk.files.has("out.gif")).toBe(false);
  });

  it("shows how far it is, with its settings locked, and stops", async () => {
    const { host, studio, onClose, button, whole, problem, submit, isReady } = await exporting({
      to: 50_000,
    });
    await until(isReady);
    host.saveAnswers.push("out.gif");
    submit();
    await until(() => names(whole, "button").includes("Stop"));
    const progress = whole.querySelector("progress") as HTMLElement;
    expect(progress.getAttribute("aria-label")).toBe("Frames written");
    expect(progress.getAttribute("max")).toBe("50001");
    expect(isOff(whole.querySelector("fieldset") as HTMLElement)).toBe(true);
    expect(host.heldFor).toEqual(["export"]);
    expect(studio.shell.getState().exporting).toBe(true);
    click(button("Stop"));
    await until(() => problem() === "Stopped. Nothing was written.");
    expect(onClose).not.toHaveBeenCalled();
    expect(isOff(whole.querySelector("fieldset") as HTMLElement)).toBe(false);
    expect(names(whole, "button").filter((name) => name.startsWith("Go on"))).toEqual([]);
    click(button("Cancel"));
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it("keeps the frames that a folder has after a stop, and goes on behind them", async () => {
    const { host, onClose, button, problem, submit, isReady } = await exporting({ format: "pbm", to: 9 });
    await until(isReady);
    const folder = heldAt(host, 5);
    host.folderAnswers.push("frames");
    submit();
    await until(() => folder.begun() === 5);
    click(button("Stop"));
    folder.release();
    await until(() => problem().startsWith("Stopped. The "));
    const done = Number(/The (\d+) finished frames are in "frames"/.exec(problem())?.[1]);
    expect(done).toBe(host.disk.files.size);
    click(button(`Go on from frame ${done + 1}`));
    await until(() => onClose.mock.calls.length === 1);
    expect(host.disk.files.size).toBe(10);
  });

  it("has written none while the first one is on its way", async () => {
    const { host, button, whole, submit, problem, isReady } = await exporting({ format: "pbm", to: 9 });
    await until(isReady);
    const folder = heldAt(host, 1);
    host.folderAnswers.push("frames");
    submit();
    await until(() => folder.begun() === 1);
    expect(whole.querySelector("progress")?.getAttribute("value")).toBe("0");
    click(button("Stop"));
    folder.release();
    await until(() => problem().startsWith("Stopped."));
  });

  it("says why there is no preview", async () => {
    const box = { x: 0, y: 0, w: 100_000, h: 100_000 };
    const { whole, problem } = await exporting({ where: "region", box, scale: "32" });
    await until(() => problem() !== "");
    expect(problem()).toMatch(
      /^Pictures of 3,200,000 x 3,200,000 pixels cannot be made\. Choose a smaller region/,
    );
    expect(whole.querySelector(".export-picture canvas")).toBeNull();
  });

  it("says what is missing in its fields", async () => {
    const { button, problem } = await exporting({ from: 5, to: 3 });
    await until(() => problem() !== "");
    expect(isOff(button("Export"))).toBe(true);
  });
});
