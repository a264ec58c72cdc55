import { X } from "lucide-react";
import { useEffect, useState } from "react";
import { useShell, useStudio } from "../studio/hooks.ts";
import { TextButton } from "../ui/button.tsx";
import "./message-bar.css";

/**
 * Long enough to read, and begun anew when the pointer or the focus has left it; an error stays until it is closed or followed by
 * another message.
 */
const NOTE_MILLISECONDS = 6000;
/** What is over sooner shows in the status line only. */
const LATE_MILLISECONDS = 200;

export function MessageBar() {
  const studio = useStudio();
  const message = useShell((state) => state.message);
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (message?.kind !== "note" || held) return;
    const timer = setTimeout(() => studio.shell.setState({ message: null }), NOTE_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [message, held, studio]);
  // One that is taken away under the pointer tells nobody that the pointer has left it.
  useEffect(() => {
    if (!message) setHeld(false);
  }, [message]);
  return (
    <div className="messages">
      <BusyBar />
      <div role={message?.kind === "error" ? "alert" : "status"}>
        {message ? (
          // biome-ignore lint/a11y/noStaticElementInteractions: it is only kept there for who looks at it.
          <div
            className={`message ${message.kind}`}
            onPointerEnter={() => setHeld(true)}
            onPointerLeave={() => setHeld(false)}
            onFocus={() => setHeld(true)}
            onBlur={() => setHeld(false)}
          >
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
function BusyBar() {
  const busy = useShell((state) => state.busy);
  const [late, setLate] = useState(false);
  const going = busy !== null;
  useEffect(() => {
    setLate(false);
    if (!going) return;
    const timer = setTimeout(() => setLate(true), LATE_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [going]);
  return (
    <div role="status">
      {busy && late ? (
        <div className="message busy">
          <p>{busy.text}…</p>
          <progress aria-label={busy.text} {...(busy.done === undefined ? {} : { value: busy.done })} />
          {busy.cancel ? <TextButton onPress={busy.cancel}>Cancel</TextButton> : null}
        </div>
      ) : null}
    </div>
  );
}
