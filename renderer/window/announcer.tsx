/**
 * Tells screen readers what happens to a universe. During a run the numbers change too fast to be read out, so the
 * announcer stays silent; when the universe comes to rest (a run stops, a step ends, a jump arrives, an edit is undone)
 * it says generation and population once. A held key comes to rest when it is released.
 */

import { useEffect, useState } from "react";
import { grouped } from "../../engine/core/integers.ts";
import type { StudioDocument } from "../document/document.ts";
import { useEditor, useReadings, useTitle } from "../studio/hooks.ts";

/** Rest before an announcement, in milliseconds. */
const REST = 700;

export function Announcer({ document }: { readonly document: StudioDocument }) {
  const { running } = useEditor(document, "running");
  const { generation, population } = useReadings(document);
  const title = useTitle(document);
  const [said, setSaid] = useState("");
  const [began] = useState(() => `${generation} ${running}`);
  // For a newly opened universe the name is enough.
  const news = running ? "Running" : restingText(generation, population);
  const moved = began !== `${generation} ${running}`;
  useEffect(() => {
    if (!moved || news === null) return;
    const timer = setTimeout(() => setSaid(news), running ? 0 : REST);
    return () => clearTimeout(timer);
  }, [moved, news, running]);
  return (
    <p className="visually-hidden" role="status" data-testid="announcer">
      {said || title}
    </p>
  );
}

function restingText(generation: bigint, population: bigint | null): string | null {
  if (population === null) return null;
  return `Generation ${grouped(generation)}, population ${grouped(population)}`;
}
