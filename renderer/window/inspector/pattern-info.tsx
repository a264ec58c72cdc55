import { useEffect, useState } from "react";
import type { StudioDocument } from "../../document/document.ts";
import { useEditor, useStudio } from "../../studio/hooks.ts";
import { Field } from "../../ui/fields.tsx";
import { Section } from "./section.tsx";

/** The pattern's comments. */
export function PatternInfoSection({ document }: { readonly document: StudioDocument }) {
  return (
    <Section title="Pattern">
      <PatternFields key={document.id} document={document} />
    </Section>
  );
}

/** A change counts when the field loses the focus. */
function PatternFields({ document }: { readonly document: StudioDocument }) {
  const studio = useStudio();
  const { info } = useEditor(document, "info");
  const [name, setName] = useState(info.name ?? "");
  const [author, setAuthor] = useState(info.author ?? "");
  const [comments, setComments] = useState(info.comments.join("\n"));
  useEffect(() => {
    setName(info.name ?? "");
    setAuthor(info.author ?? "");
    setComments(info.comments.join("\n"));
  }, [info]);
  const commit = (): void => {
    const lines = comments.trim() === "" ? [] : comments.split("\n");
    const next = { name: name.trim() || null, author: author.trim() || null, comments: lines };
    document.inTurn(() => document.editor.setInfo(next)).catch(studio.status.report);
  };
  return (
    <div className="padded">
      <Field label="Name" id="pattern-name">
        {(id) => <input id={id} value={name} onChange={(e) => setName(e.target.value)} onBlur={commit} />}
      </Field>
      <Field label="Author">
        {(id) => <input id={id} value={author} onChange={(e) => setAuthor(e.target.value)} onBlur={commit} />}
      </Field>
      <Field label="Comments">
        {(id) => (
          <textarea
            id={id}
            rows={4}
            value={comments}
            onChange={(e) => setComments(e.target.value)}
            onBlur={commit}
          />
        )}
      </Field>
    </div>
  );
}
