import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { describeError } from "../engine/core/errors.ts";
import { App } from "./window/app.tsx";
import { startStudio } from "./window/start.ts";
import "./window/tokens.css";
import "./window/studio.css";
import "./window/panels.css";
import "./window/tools.css";
import "./window/selection.css";
import "./window/instruments.css";
import "./window/time.css";
import "./window/dialogs.css";
import "./window/export.css";
import "./window/analysis.css";
import "./window/look.css";
import "./window/tight.css";
import "./library/library.css";

const root = document.getElementById("root") as HTMLElement;

startStudio(window).then(
  (studio) =>
    createRoot(root).render(
      <StrictMode>
        <App studio={studio} />
      </StrictMode>,
    ),
  (error: unknown) => {
    root.textContent = `The studio could not start: ${describeError(error)}`;
  },
);
