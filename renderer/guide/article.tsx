/** A page of the guide: a chapter, or the lexicon. */

import type { ReactNode } from "react";
import { Fragment, use } from "react";
import { useStudio } from "../studio/hooks.ts";
import { WithArrows } from "../ui/arrows.tsx";
import { FiguresTable } from "../ui/figures-table.tsx";
import type { Chapter, Word } from "./book.ts";
import { LEXICON, letterOf } from "./book.ts";
import { Drawn } from "./drawn.tsx";
import { exampleOfPattern } from "./example.ts";
import { GuideContext } from "./guide-context.ts";
import { LivingExample } from "./living-example.tsx";
import type { Inline, MarkupBlock } from "./markup.ts";
import { matches } from "./search.ts";
import { SpaceTime } from "./space-time.tsx";
import { openPattern, patternName } from "./texts.ts";

/** The width of figures, in CSS pixels. */
const FIGURE = 440;

/** The id of a place's heading in the page. */
export function anchorOf(chapter: string, section: string): string {
  return `guide-${chapter}-${section}`;
}

export function ChapterPage({ chapter }: { readonly chapter: Chapter }) {
  return chapter.sections.map(({ id, title, blocks }) => (
    <section key={id}>
      {id === "" ? (
        <h3 id={anchorOf(chapter.id, "")} tabIndex={-1}>
          <Marked text={title} />
        </h3>
      ) : (
        <h4 id={anchorOf(chapter.id, id)} tabIndex={-1}>
          <Marked text={title} />
        </h4>
      )}
      <Blocks blocks={blocks} name={title} />
    </section>
  ));
}

export function LexiconPage({ words }: { readonly words: readonly Word[] }) {
  const guide = use(GuideContext);
  const letters = [...new Set(words.map(letterOf))];
  return (
    <>
      <h3 id={anchorOf(LEXICON, "")} tabIndex={-1}>
        Lexicon
      </h3>
      <p>The words of the field, {words.length} of them, each in a few sentences.</p>
      <nav className="letters" aria-label="Letters">
        {letters.map((letter) => (
          <button
            key={letter}
            type="button"
            onClick={() => {
              const first = words.find((word) => letterOf(word) === letter);
              if (first) guide?.goTo(`${LEXICON}/${first.id}`);
            }}
          >
            {letter}
          </button>
        ))}
      </nav>
      {words.map((word) => (
        <WordEntry key={word.id} word={word} />
      ))}
    </>
  );
}

function WordEntry({ word: { id, word, also, pattern, blocks } }: { readonly word: Word }) {
  return (
    <section className={pattern ? "word with-example" : "word"}>
      <div>
        <h4 id={anchorOf(LEXICON, id)} tabIndex={-1}>
          <Marked text={word} />
          {also.length > 0 ? (
            <small>
              {" "}
              also <Marked text={also.join(", ")} />
            </small>
          ) : null}
        </h4>
        <Blocks blocks={blocks} name={word} />
      </div>
      {pattern ? <WordExample pattern={pattern} /> : null}
    </section>
  );
}

/** One for each pattern, shared by all renders of the page. */
const EXAMPLES = new Map<string, ReturnType<typeof exampleOfPattern>>();

function WordExample({ pattern }: { readonly pattern: string }) {
  const name = patternName(pattern);
  const example = EXAMPLES.get(pattern) ?? exampleOfPattern(pattern, name);
  EXAMPLES.set(pattern, example);
  return <LivingExample example={example} width={190} most={112} name={name} small />;
}

function Blocks({ blocks, name }: { readonly blocks: readonly MarkupBlock[]; readonly name: string }) {
  return blocks.map((block, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a text never changes.
    <Fragment key={at}>{blockNode(block, name)}</Fragment>
  ));
}

function blockNode(block: MarkupBlock, name: string): ReactNode {
  switch (block.kind) {
    case "paragraph":
      return (
        <p>
          <Inlines inlines={block.inlines} />
        </p>
      );
    case "heading":
      return (
        <h5 id={block.id}>
          <Marked text={block.text} />
        </h5>
      );
    case "list": {
      const items = block.items.map((item, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a text never changes.
        <li key={at}>
          <Inlines inlines={item} />
        </li>
      ));
      return block.ordered ? <ol>{items}</ol> : <ul>{items}</ul>;
    }
    case "table":
      return <Table head={block.head} rows={block.rows} name={name} />;
    case "code":
      return (
        <pre>
          <code>{block.text}</code>
        </pre>
      );
    case "example":
      return <LivingExample example={block.example} width={FIGURE} most={300} name={name} />;
    case "ring":
      return <SpaceTime figure={block.figure} most={FIGURE} />;
    case "drawing":
      return <Drawn drawing={block.drawing} />;
  }
}

function Table({
  head,
  rows,
  name,
}: Omit<Extract<MarkupBlock, { kind: "table" }>, "kind"> & { readonly name: string }) {
  return (
    <FiguresTable
      label={`Table: ${name}`}
      columns={head.map((cell, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a text never changes.
        <Inlines key={at} inlines={cell} />
      ))}
    >
      {rows.map((row, r) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a text never changes.
        <tr key={r}>
          {row.map((cell, c) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a text never changes.
            <td key={c}>
              <Inlines inlines={cell} />
            </td>
          ))}
        </tr>
      ))}
    </FiguresTable>
  );
}

function Inlines({ inlines }: { readonly inlines: readonly Inline[] }) {
  return inlines.map((inline, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a text never changes.
    <Fragment key={at}>{inlineNode(inline)}</Fragment>
  ));
}

function inlineNode(inline: Inline): ReactNode {
  switch (inline.kind) {
    case "text":
      return <Marked text={inline.text} />;
    case "code":
      return <code>{inline.text}</code>;
    case "key":
      return <Key command={inline.command} />;
    case "strong":
      return (
        <strong>
          <Inlines inlines={inline.inlines} />
        </strong>
      );
    case "em":
      return (
        <em>
          <Inlines inlines={inline.inlines} />
        </em>
      );
    case "link":
      return <Link link={inline} />;
  }
}

/** The key of a command as it is bound; its name if it has none. */
function Key({ command }: { readonly command: string }) {
  const { keymap } = useStudio().commands;
  const shown = keymap.shown(command);
  const name = keymap.commands.find(({ id }) => id === command)?.name ?? command;
  return shown ? (
    <kbd>
      <WithArrows text={shown} />
    </kbd>
  ) : (
    <em>{name}</em>
  );
}

function Link({ link: { to, target, inlines } }: { readonly link: Extract<Inline, { kind: "link" }> }) {
  const studio = useStudio();
  const guide = use(GuideContext);
  const follow = (): void => {
    if (to === "guide") guide?.goTo(target);
    else if (to === "word") guide?.goTo(`${LEXICON}/${target}`);
    else {
      guide?.close();
      if (to === "command") setTimeout(() => void studio.commands.run(target), 30);
      else openPattern(studio, target).catch(studio.status.report);
    }
  };
  return (
    <button type="button" className={to === "word" ? "link word-link" : "link"} onClick={follow}>
      <Inlines inlines={inlines} />
    </button>
  );
}

/** Text with the search's words marked. */
export function Marked({ text }: { readonly text: string }) {
  const terms = use(GuideContext)?.terms ?? [];
  const found = matches(text, terms);
  if (found.length === 0) return text;
  const parts: ReactNode[] = [];
  let at = 0;
  for (const match of found) {
    parts.push(
      text.slice(at, match.at),
      <mark key={match.at}>{text.slice(match.at, match.at + match.length)}</mark>,
    );
    at = match.at + match.length;
  }
  return (
    <>
      {parts}
      {text.slice(at)}
    </>
  );
}
