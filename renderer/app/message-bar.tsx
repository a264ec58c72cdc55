import { X } from "lucide-react";
import { useEffect, useState } from "react";
import { TextButton } from "../ui/button.tsx";
import { useShell, useStudio } from "./hooks.ts";

/** Long enough to read; an error stays until it is closed or followed by another message. */
const NOTE_MILLISECONDS = 6000;

/** What is over sooner than this is not worth a row that comes and goes. */
const PATIENCE_MILLISECONDS = 250;

export function MessageBar() {
  const studio = useStudio();
  const message = useShell((state) => state.message);
  useEffect(() => {
    if (message?.kind !== "note") return;
    const timer = setTimeout(() => studio.shell.setState({ message: null }), NOTE_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [message, studio]);
  return (
    <div className="messages">
      <Busy />
      <div role={message?.kind === "error" ? "alert" : "status"}>
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
    </div>
  );
}

/** What takes a while, how far it is, and a way out of it. */
function Busy() {
  const busy = useShell((state) => state.busy);
  const progress = useShell((state) => state.progress);
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (busy === null) return setShown(false);
    const timer = setTimeout(() => setShown(true), PATIENCE_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [busy]);
  const cancel = progress?.cancel;
  return (
    <div role="status">
      {busy !== null && shown ? (
        <div className="message busy">
          <p>{busy}…</p>
          <progress aria-label={busy} {...(progress?.done == null ? {} : { value: progress.done })} />
          {cancel ? <TextButton onPress={cancel}>Cancel</TextButton> : null}
        </div>
      ) : null}
    </div>
  );
}
