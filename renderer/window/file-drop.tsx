import { useEffect, useState } from "react";
import "./file-drop.css";

/** Milliseconds without news of a drag after which it is over: a drag that is cancelled elsewhere ends without an event. */
const SILENCE = 400;

/** The frame that says what a drop will do, while files are dragged over the window. */
export function FileDropFrame() {
  const [files, setFiles] = useState(0);
  useEffect(() => {
    const over = new AbortController();
    const { signal } = over;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = (): void => {
      clearTimeout(timer);
      setFiles(0);
    };
    const see = ({ dataTransfer }: DragEvent): void => {
      if (!dataTransfer?.types.includes("Files")) return;
      setFiles(Math.max(1, [...dataTransfer.items].filter(({ kind }) => kind === "file").length));
      clearTimeout(timer);
      timer = setTimeout(end, SILENCE);
    };
    window.addEventListener("dragover", see, { signal, capture: true });
    window.addEventListener("drop", end, { signal, capture: true });
    return () => {
      over.abort();
      end();
    };
  }, []);
  if (files === 0) return null;
  return (
    <div className="file-drop" aria-hidden>
      <p>{files > 1 ? `Open ${files} files in new tabs` : "Open in a new tab"}</p>
    </div>
  );
}
