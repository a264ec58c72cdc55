/** The guide: a table of contents or search results on the left, a page with living examples on the right. */

import { ArrowLeft } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import type { StudioPage } from "../studio/dialog-pages.ts";
import { IconButton } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { CpuEngine } from "../universe/cpu-engine.ts";
import { anchorOf, ChapterPage, LexiconPage, Marked } from "./article.tsx";
import type { Place } from "./book.ts";
import { hasPlace, LEXICON, placeOf } from "./book.ts";
import { BOOK_SEARCH } from "./book-search.ts";
import type { GuideContextValue } from "./guide-context.ts";
import { GuideContext } from "./guide-context.ts";
import type { Hit } from "./search.ts";
import { termsOf } from "./search.ts";
import { BOOK } from "./texts.ts";
import "./guide.css";

declare module "../studio/dialog-pages.ts" {
  interface DialogPages {
    guide: GuidePage;
  }
}

interface GuidePage extends StudioPage {
  /** `time/scrubbing`; without it, the guide opens at the place of its last use. */
  readonly place?: string | undefined;
}

const FIRST = (BOOK.chapters[0]?.id ?? LEXICON) as string;

/** The place of its last use; it opens there again. */
let left: Place = { chapter: FIRST, section: "" };

interface Visit {
  readonly place: Place;
  /** Whether the reader followed a link, rather than returned to an earlier place. */
  readonly jumped: boolean;
}

export function GuideDialog({ place: wanted, onClose }: GuidePage) {
  const [visits, setVisits] = useState<readonly Visit[]>(() => [firstVisit(wanted)]);
  const [query, setQuery] = useState("");
  const [engine] = useState(() => new CpuEngine());
  useEffect(() => () => engine.restart(), [engine]);
  const visit = visits.at(-1) as Visit;
  const { chapter, section } = visit.place;
  useEffect(() => {
    left = visit.place;
  }, [visit]);
  const hits = useMemo(() => BOOK_SEARCH.find(query), [query]);
  const context = useMemo<GuideContextValue>(
    () => ({
      engine,
      terms: termsOf(query),
      close: onClose,
      goTo: (address) => setVisits((before) => [...before, { place: placeOf(address), jumped: true }]),
    }),
    [engine, query, onClose],
  );
  return (
    <GuideContext value={context}>
      <Dialog title="Guide" size="page" onClose={onClose}>
        <div className="guide">
          <div className="guide-side">
            <div className="guide-search">
              <IconButton
                label="Back"
                side="bottom"
                disabled={visits.length < 2}
                onPress={() => setVisits((before) => (before.length > 1 ? before.slice(0, -1) : before))}
              >
                <ArrowLeft size={16} aria-hidden />
              </IconButton>
              <input
                type="search"
                data-first
                aria-label="Search the guide"
                placeholder="Search the guide…"
                value={query}
                onChange={(event) => setQuery(event.target.value)}
                onKeyDown={({ key }) => {
                  const [first] = hits;
                  if (key === "Enter" && first) context.goTo(first.place);
                }}
              />
            </div>
            {query.trim() === "" ? (
              <Contents chapter={chapter} section={section} onGo={context.goTo} />
            ) : (
              <Hits hits={hits} at={visit.place} onGo={context.goTo} />
            )}
          </div>
          <Page visit={visit} />
        </div>
      </Dialog>
    </GuideContext>
  );
}

function firstVisit(wanted: string | undefined): Visit {
  const place = wanted === undefined ? left : placeOf(wanted);
  return {
    place: hasPlace(BOOK, place) ? place : { chapter: FIRST, section: "" },
    jumped: wanted !== undefined,
  };
}

/** A part of its own, because the dialog's content comes into the page after the dialog itself: the first place is shown then, too. */
function Page({ visit }: { readonly visit: Visit }) {
  const page = useRef<HTMLElement>(null);
  const { chapter } = visit.place;
  useEffect(() => {
    show(page.current, visit);
  }, [visit]);
  const shown = BOOK.chapters.find(({ id }) => id === chapter);
  return (
    <article ref={page} className="guide-page" aria-label={shown?.title ?? "Lexicon"}>
      {shown ? <ChapterPage key={chapter} chapter={shown} /> : <LexiconPage words={BOOK.lexicon} />}
    </article>
  );
}

/** Scrolls to a place. After a link, the keyboard continues from there too. */
function show(page: HTMLElement | null, { place: { chapter, section }, jumped }: Visit): void {
  const heading = document.getElementById(anchorOf(chapter, section));
  if (!page || !heading) return;
  if (section === "") page.scrollTop = 0;
  else page.scrollTop += heading.getBoundingClientRect().top - page.getBoundingClientRect().top - 12;
  if (jumped) heading.focus({ preventScroll: true });
}

function Contents({ chapter, section, onGo }: Place & { readonly onGo: (place: string) => void }) {
  return (
    <nav className="guide-contents" aria-label="Contents">
      <ul>
        {BOOK.chapters.map(({ id, title, sections }) => (
          <li key={id}>
            <button
              type="button"
              aria-current={id === chapter && section === "" ? "page" : undefined}
              className={id === chapter ? "on" : undefined}
              onClick={() => onGo(id)}
            >
              {title}
            </button>
            {id === chapter ? (
              <ul>
                {sections.slice(1).map((one) => (
                  <li key={one.id}>
                    <button
                      type="button"
                      aria-current={one.id === section ? "page" : undefined}
                      onClick={() => onGo(`${id}/${one.id}`)}
                    >
                      {one.title}
                    </button>
                  </li>
                ))}
              </ul>
            ) : null}
          </li>
        ))}
        <li className="apart">
          <button
            type="button"
            aria-current={chapter === LEXICON ? "page" : undefined}
            className={chapter === LEXICON ? "on" : undefined}
            onClick={() => onGo(LEXICON)}
          >
            Lexicon
          </button>
        </li>
      </ul>
    </nav>
  );
}

function Hits({
  hits,
  at,
  onGo,
}: {
  readonly hits: readonly Hit[];
  readonly at: Place;
  readonly onGo: (place: string) => void;
}) {
  const here = at.section === "" ? at.chapter : `${at.chapter}/${at.section}`;
  return (
    <nav className="guide-hits" aria-label="Found">
      <p role="status">{hits.length === 0 ? "Nothing in the guide says that." : countOf(hits.length)}</p>
      <ul>
        {hits.map(({ place, title, under, snippet }) => (
          <li key={place}>
            <button
              type="button"
              aria-current={place === here ? "page" : undefined}
              onClick={() => onGo(place)}
            >
              <b>
                <Marked text={title} />
              </b>
              <small>{under}</small>
              <span>
                <Marked text={snippet} />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function countOf(hits: number): string {
  return hits === 1 ? "One place" : `${hits} places`;
}
