// Dialogs and questions: one dialog at a time, about the document in front; each question is answered once.

import { beforeEach, describe, expect, it } from "vitest";
import { DialogOpener } from "../../../renderer/studio/dialog-opener.ts";
import { createShell } from "../../../renderer/studio/shell.ts";
import type { Tab } from "../../../renderer/studio/tab.ts";

let shell: ReturnType<typeof createShell>;
let dialogs: DialogOpener;
beforeEach(() => {
  shell = createShell();
  dialogs = new DialogOpener(shell);
});

const tab = (kind: "document" | "lab", id: string) => ({ kind, id, title: id }) as unknown as Tab;

describe("a dialog", () => {
  it("is about the document that was in front when it opened, until it is closed", () => {
    const [one, two] = [tab("document", "1"), tab("document", "2")];
    shell.setState({ tabs: [one, two], active: "2" });
    dialogs.show("new");
    expect(shell.getState().dialog).toEqual({ id: "new", props: {}, about: two });
    shell.setState({ active: "1" });
    expect(shell.getState().dialog?.about).toBe(two);
    dialogs.show("recover", { found: [] });
    expect(shell.getState().dialog).toEqual({ id: "recover", props: { found: [] }, about: one });
    dialogs.close();
    expect(shell.getState().dialog).toBeNull();
  });

  it("is about none while a lab is in front", () => {
    shell.setState({ tabs: [tab("document", "1"), tab("lab", "2")], active: "2" });
    dialogs.show("new");
    expect(shell.getState().dialog?.about).toBeNull();
  });
});

describe("a question", () => {
  const choices = [{ id: "stop", label: "Stop and close" }];

  it("has the choice for an answer, and is gone then", async () => {
    const answer = dialogs.ask("Stop?", "Frames are being written.", choices);
    expect(shell.getState().question).toMatchObject({
      title: "Stop?",
      text: "Frames are being written.",
      choices,
    });
    shell.getState().question?.answer("stop");
    expect(await answer).toBe("stop");
    expect(shell.getState().question).toBeNull();
  });

  it("is dismissed by the next one, which stays", async () => {
    const first = dialogs.ask("Save?", "", choices);
    const second = dialogs.ask("Stop?", "", choices);
    expect(await first).toBeNull();
    expect(shell.getState().question?.title).toBe("Stop?");
    shell.getState().question?.answer(null);
    expect(await second).toBeNull();
  });
});
