import { useEffect, useLayoutEffect } from "react";
import type { StudioDocument } from "../document/document.ts";
import type { WordFor } from "../library/cards.tsx";
import { LibraryDrawer } from "../library/drawer.tsx";
import { focusStage } from "../studio/focus.ts";
import { StudioContext, useShell, useStudio } from "../studio/hooks.ts";
import type { Studio } from "../studio/studio.ts";
import { frontOf } from "../studio/tab.ts";
import { TextButton, TipProvider } from "../ui/button.tsx";
import { FocusHome } from "../ui/return-focus.ts";
import { Announcer } from "./announcer.tsx";
import { Dialogs } from "./dialogs/dialogs.tsx";
import { Dock } from "./dock/dock.tsx";
import { FileDropFrame } from "./file-drop.tsx";
import { Inspector } from "./inspector/inspector.tsx";
import { listenToKeys } from "./keys.ts";
import { LabPane } from "./lab-pane.tsx";
import { MessageBar } from "./message-bar.tsx";
import { StageArea } from "./stage/stage-area.tsx";
import { ToolRail } from "./tool-rail.tsx";
import { TopBar } from "./top-bar.tsx";
import { WelcomeCard } from "./welcome-card.tsx";
import "./app.css";

export function App({ studio }: { readonly studio: Studio }) {
  useEffect(() => {
    return listenToKeys(studio);
  }, [studio]);
  return (
    <StudioContext.Provider value={studio}>
      <TipProvider>
        <FocusHome value={focusStage}>
          <Window />
          <Dialogs />
          <MessageBar />
          <FileDropFrame />
        </FocusHome>
      </TipProvider>
    </StudioContext.Provider>
  );
}

function Window() {
  const front = useShell(frontOf);
  const tabs = useShell((state) => state.tabs);
  const document = front?.kind === "document" ? front : null;
  const inLab = front?.kind === "lab";
  const zen = useShell((state) => state.zen) && document !== null;
  const preferences = useShell((state) => state.preferences);
  const library = preferences.library && !zen;
  const shown = document !== null && preferences.inspector && !zen;
  useKeysForCells(document);
  const columns = `${library ? "with-library" : ""} ${shown ? "with-inspector" : ""} ${zen ? "zen" : ""} ${inLab ? "in-lab" : ""}`;
  return (
    <div className={`window ${columns}`}>
      {zen ? null : <TopBar />}
      {zen || inLab ? null : <ToolRail />}
      {library ? <LibraryDrawer wordFor={wordFor} /> : null}
      <main className="middle" id="stage">
        <h1 className="visually-hidden">Tessella</h1>
        {document ? <StageArea /> : null}
        {tabs.map((tab) =>
          tab.kind === "lab" ? <LabPane key={tab.id} tab={tab} front={tab === front} /> : null,
        )}
        {front ? null : <Nothing />}
        <WelcomeCard />
        {document ? <Announcer key={`news ${document.id}`} document={document} /> : null}
      </main>
      {shown ? <Inspector document={document} /> : null}
      {document ? <Dock document={document} /> : null}
    </div>
  );
}

/** The inspector and the dock stay for the next document; the keys that a part of them had go to its cells. */
function useKeysForCells(document: StudioDocument | null): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the document's coming is what this is about.
  useLayoutEffect(() => {
    if (globalThis.document.activeElement?.closest(".inspector, .dock")) focusStage();
  }, [document]);
}

/** The lexicon is read when somebody first asks for a word of it. */
const wordFor: WordFor = async (entry) => (await import("../guide/word-for.ts")).wordFor(entry);

function Nothing() {
  const studio = useStudio();
  return (
    <div className="nothing">
      <p>No universe is open. Begin with an empty one, a file, or a pattern of the library.</p>
      <div>
        <TextButton look="accent" onPress={() => void studio.commands.run("file.new")}>
          New universe
        </TextButton>
        <TextButton onPress={() => void studio.commands.run("file.open")}>Open a pattern</TextButton>
      </div>
    </div>
  );
}
