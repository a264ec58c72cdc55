/** A folder of pattern files, browsed in place: a file is read only when it is opened. */

import { ChevronRight } from "lucide-react";
import type { KeyboardEvent } from "react";
import { useEffect, useMemo, useState } from "react";
import { useStore } from "zustand";
import { useStudio } from "../studio/hooks.ts";
import { TextButton } from "../ui/button.tsx";
import { cardDragOf } from "./card-drag.ts";
import { onListKey, SEARCH_FIELD } from "./card-keys.ts";
import type { ShelfProps } from "./cards.tsx";
import type { TreeFile, TreeFolder, TreeRow } from "./folder-tree.ts";
import { findFiles, MOST_FOUND, treeRows } from "./folder-tree.ts";
import type { OpenFolder } from "./studio-library.ts";
import { counted, libraryOf } from "./studio-library.ts";
import "../ui/chips.css";

type FolderProps = Omit<ShelfProps, "wordFor">;

export function FolderShelf({ query, onClear, onCount }: FolderProps) {
  const studio = useStudio();
  const folder = useStore(libraryOf(studio).store, (state) => state.folder);
  const last = useStore(libraryOf(studio).store, (state) => state.last);
  useEffect(() => {
    if (!folder) onCount(null);
  }, [onCount, folder]);
  useEffect(() => {
    libraryOf(studio).recallFolder().catch(studio.status.report);
  }, [studio]);
  if (!folder) {
    return (
      <div className="empty">
        <p>
          {last
            ? `${last.name} was open here last. It is looked through again when you say so.`
            : "A folder of pattern files, such as Golly's Patterns, can be looked through here. It stays where it is."}
        </p>
        {last ? <OpenAgain name={last.name} /> : null}
        <TextButton
          look={last ? "plain" : "accent"}
          onPress={() => void studio.commands.run("library.open-folder")}
        >
          {last ? "Open another folder" : "Open folder of patterns"}
        </TextButton>
      </div>
    );
  }
  return <Tree key={folder.name} folder={folder} query={query} onClear={onClear} onCount={onCount} />;
}

function OpenAgain({ name }: { readonly name: string }) {
  const studio = useStudio();
  const open = (): void => {
    libraryOf(studio)
      .reopenFolder()
      // The button disappears, and the focus would go with it.
      .then(() => document.getElementById(SEARCH_FIELD)?.focus())
      .catch(studio.status.report);
  };
  return (
    <TextButton look="accent" onPress={open}>
      Open again<span className="visually-hidden"> {name}</span>
    </TextButton>
  );
}

function Tree({ folder, query, onClear, onCount }: FolderProps & { readonly folder: OpenFolder }) {
  const studio = useStudio();
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [current, setCurrent] = useState<string | null>(null);
  const searched = query.trim() !== "";
  const found = useMemo(
    () => (searched ? findFiles(folder.files, query) : treeRows(folder.files, open)),
    [folder, query, searched, open],
  );
  const count = searched ? found.length : folder.files.length;
  useEffect(() => {
    onCount(count);
  }, [onCount, count]);
  const rows = found.slice(0, searched ? MOST_FOUND : undefined);
  const reached = rows.some(({ path }) => path === current) ? current : (rows[0]?.path ?? null);
  const toggle = (path: string, wanted = !open.has(path)): void => {
    const next = new Set(open);
    if (wanted) next.add(path);
    else next.delete(path);
    setOpen(next);
  };
  const rowOf = (element: Element | null): TreeRow | undefined =>
    rows.find(({ path }) => path === (element as HTMLElement | null)?.dataset.card);
  const onKey = (event: KeyboardEvent<HTMLElement>): void => {
    const row = rowOf(document.activeElement);
    if (row && (event.key === "ArrowRight" || event.key === "ArrowLeft")) {
      event.preventDefault();
      if (row.kind === "folder" && open.has(row.path) !== (event.key === "ArrowRight")) toggle(row.path);
      else if (event.key === "ArrowLeft") focusRow(event.currentTarget, parentOf(row.path));
      else focusRow(event.currentTarget, rows[rows.indexOf(row) + 1]?.path);
      return;
    }
    const tree = event.currentTarget;
    onListKey(
      event,
      rows.map(({ path }) => path),
      (path) => focusRow(tree, path),
    );
  };
  return (
    <>
      <p className="folder-name" title={folder.place || undefined}>
        <b>{folder.name}</b>
        <button
          type="button"
          className="chip"
          onClick={() => {
            libraryOf(studio).closeFolder().catch(studio.status.report);
            document.getElementById(SEARCH_FIELD)?.focus();
          }}
        >
          Close
        </button>
      </p>
      {rows.length === 0 ? (
        <div className="empty">
          <p>{searched ? "No file or folder is called so." : "There is no pattern file in this folder."}</p>
          {searched ? <TextButton onPress={onClear}>Show everything</TextButton> : null}
        </div>
      ) : null}
      {rows.length === 0 ? null : (
        <div className="cards tree" role="tree" aria-label={`Files of ${folder.name}`} onKeyDown={onKey}>
          {rows.map((row) => {
            const shared = {
              tabIndex: row.path === reached ? 0 : -1,
              onFocus: () => setCurrent(row.path),
            };
            return row.kind === "folder" ? (
              <FolderRow key={row.path} row={row} open={open.has(row.path)} onToggle={toggle} {...shared} />
            ) : (
              <FileRow key={row.path} row={row} searched={searched} {...shared} />
            );
          })}
        </div>
      )}
      {found.length > rows.length ? (
        <p className="empty">{counted(found.length - rows.length, "more file")}; another word finds fewer.</p>
      ) : null}
    </>
  );
}

interface RowProps {
  readonly tabIndex: number;
  readonly onFocus: () => void;
}

function FolderRow({
  row: { path, name, depth, count },
  open,
  onToggle,
  ...rest
}: RowProps & {
  readonly row: TreeFolder;
  readonly open: boolean;
  readonly onToggle: (path: string) => void;
}) {
  return (
    <button
      type="button"
      role="treeitem"
      className="tree-row"
      data-card={path}
      aria-expanded={open}
      aria-level={depth + 1}
      style={{ paddingInlineStart: indent(depth) }}
      onClick={() => onToggle(path)}
      {...rest}
    >
      <ChevronRight size={14} className={open ? "open" : undefined} aria-hidden />
      <span>{name}</span>
      <small className="number">{count}</small>
    </button>
  );
}

function FileRow({
  row: { path, entry, depth },
  searched,
  ...rest
}: RowProps & { readonly row: TreeFile; readonly searched: boolean }) {
  const studio = useStudio();
  const { file } = entry;
  return (
    <button
      type="button"
      role="treeitem"
      className={searched ? "tree-row found" : "tree-row"}
      data-card={path}
      aria-level={depth + 1}
      style={{ paddingInlineStart: indent(depth) }}
      draggable
      onDragStart={(event) => cardDragOf(studio).begin(event, () => libraryOf(studio).readFile(file))}
      onClick={() => libraryOf(studio).openRow(file, true)}
      onDoubleClick={() => libraryOf(studio).openRow(file, false)}
      {...rest}
    >
      <span>{file.name}</span>
      {searched && entry.path.length > 0 ? <small>{entry.path.join(" / ")}</small> : null}
    </button>
  );
}

function indent(depth: number): string {
  return `calc(var(--s4) + ${depth * 14}px)`;
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

function focusRow(tree: HTMLElement, path: string | undefined): void {
  if (!path) return;
  tree.querySelector<HTMLElement>(`[data-card="${CSS.escape(path)}"]`)?.focus();
}
