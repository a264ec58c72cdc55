/**
 * What happens to a universe, for who listens instead of looking. While it runs its numbers change too fast to be said, so
 * they keep silent; when it comes to rest (a run stops, a step is done, a jump has arrived, an edit is undone) generation
 * and population are said once. A held key comes to rest when it is let go.
 */

import { useEffect, useState } from "react";
import type { StudioDocument } from "../document/document.ts";
import { useEditor, useReadings, useTitle } from "../studio/hooks.ts";
import { groupDigits } from "../ui/numbers.ts";

/** Rest before something is said, in milliseconds. */
const REST = 700;

export function Announcer({ document }: { readonly document: StudioDocument }) {
  const { running } = useEditor(document, "running");
  const { generation, population } = useReadings(document);
  const title = useTitle(document);
  const [said, setSaid] = useState("");
  const [began] = useState(() => `${generation} ${running}`);
  // What a universe that was just opened shows is said by its name alone.
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
  return `Generation ${groupDigits(generation)}, population ${groupDigits(population)}`;
}
