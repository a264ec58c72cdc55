import { useStore } from "zustand";
import { Diagram } from "./diagram.tsx";
import "./evolve.css";
import { RingBar, RingReading } from "./ring-bar.tsx";
import { RingFields } from "./ring-fields.tsx";
import type { RingViewer } from "./ring-viewer.ts";
import { aboutDiagram } from "./ring-words.ts";

export function EvolvePage({ viewer }: { readonly viewer: RingViewer }) {
  const shown = useStore(viewer.store, (state) => state.shown);
  const particles = useStore(viewer.store, (state) => state.particles);
  return (
    <div className="evolve">
      <section className="evolve-ring" aria-label="Ring">
        <RingFields viewer={viewer} />
        <Diagram viewer={viewer} name={`Space-time diagram: ${aboutDiagram(shown, particles)}`} />
        <RingReading viewer={viewer} />
        <RingBar viewer={viewer} />
      </section>
    </div>
  );
}
