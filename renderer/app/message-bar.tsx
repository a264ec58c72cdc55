import { X } from "lucide-react";
import { useEffect } from "react";
import { useShell, useStudio } from "./hooks.ts";

/** Long enough to read; an error stays until it is closed or followed by another message. */
const NOTE_MILLISECONDS = 6000;

export function MessageBar() {
  const studio = useStudio();
  const message = useShell((state) => state.message);
  useEffect(() => {
    if (message?.kind !== "note") return;
    const timer = setTimeout(() => studio.shell.setState({ message: null }), NOTE_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [message, studio]);
  return (
    <div className="messages" role={message?.kind === "error" ? "alert" : "status"}>
      {message ? (
        <div className={`message ${message.kind}`}>
          <p>{message.text}</p>
          <button
            type="button"
            className="icon-button quiet"
            aria-label="Close the message"
            onClick={() => studio.shell.setState({ message: null })}
          >
            <X size={15} aria-hidden />
          </button>
        </div>
      ) : null}
    </div>
  );
}
