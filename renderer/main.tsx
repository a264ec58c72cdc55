import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { describeError } from "../engine/core/errors.ts";
import { App } from "./app/app.tsx";
import { startStudio } from "./app/start.ts";
import "./app/tokens.css";
import "./app/studio.css";
import "./app/panels.css";
import "./app/tools.css";
import "./app/selection.css";
import "./app/instruments.css";
import "./app/time.css";
import "./app/dialogs.css";
import "./app/export.css";
import "./app/analysis.css";
import "./app/look.css";
import "./app/tight.css";
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
