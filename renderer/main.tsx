import "./window/theme.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { describeError } from "../engine/core/errors.ts";
import { App } from "./window/app.tsx";
import { startStudio } from "./window/start.ts";

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
