import { useEffect } from "react";
import type { StudioDocument } from "../document/document.ts";
import { MemoryWatch } from "../document/memory-watch.ts";
import { useStateOf } from "../ui/state-of.ts";

/** Bytes that the universe takes, about a second old at the most; null until known. */
export function useMemory(document: StudioDocument): number | null {
  const [bytes, setBytes] = useStateOf<number | null>(document, null);
  useEffect(() => {
    const watch = new MemoryWatch(document, setBytes);
    return () => watch.end();
  }, [document, setBytes]);
  return bytes;
}
