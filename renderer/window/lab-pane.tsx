/** A lab's page under its heading. Behind another tab it is hidden and keeps its state. */

import { Activity, useEffect, useId, useRef } from "react";
import { useStore } from "zustand";
import type { LabPage, LabSession, OpenLab } from "../studio/lab.ts";
import { Segmented } from "../ui/fields.tsx";
import "./lab-pane.css";

export function LabPane({ tab, front }: { readonly tab: OpenLab; readonly front: boolean }) {
  return (
    <Activity mode={front ? "visible" : "hidden"}>
      <LabContent tab={tab} />
    </Activity>
  );
}

function LabContent({ tab: { lab, session } }: { readonly tab: OpenLab }) {
  const heading = useId();
  const page = useRef<HTMLElement>(null);
  // The page gets the keys if nothing else holds them, as after the stage has gone.
  useEffect(() => {
    if (document.activeElement === document.body) page.current?.focus({ preventScroll: true });
  }, []);
  return (
    <section ref={page} className="lab" aria-labelledby={heading} tabIndex={-1}>
      <header>
        <h2 id={heading}>{lab.name}</h2>
        {lab.pages && session.pages ? (
          <PageChoice all={lab.pages} pages={session.pages} />
        ) : (
          <p>{lab.summary}</p>
        )}
      </header>
      <session.Page />
    </section>
  );
}

function PageChoice({
  all,
  pages,
}: {
  readonly all: readonly LabPage[];
  readonly pages: NonNullable<LabSession["pages"]>;
}) {
  const front = useStore(pages.store, ({ page }) => page);
  const options = all.map(({ id, name }) => ({ id, label: name }));
  return (
    <>
      <Segmented label="Page" options={options} value={front} onChange={pages.show} />
      <p>{all.find(({ id }) => id === front)?.summary}</p>
    </>
  );
}
