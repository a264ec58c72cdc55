import { X } from "lucide-react";
import type { CSSProperties } from "react";
import { useEffect, useState } from "react";
import { useShell, useStudio } from "../studio/hooks.ts";
import { TextButton } from "../ui/button.tsx";
import "./message-bar.css";

/**
 * Long enough to read; the time restarts when the pointer or the focus leaves the message. An error stays until a
 * person closes it or another message follows.
 */
const NOTE_MILLISECONDS = 6000;
/** Pixels at least between a message and the sides of the cells. */
const STAGE_MARGIN = 16;
/** Shorter work shows in the status line only. */
const LATE_MILLISECONDS = 200;

export function MessageBar() {
  const studio = useStudio();
  const message = useShell((state) => state.message);
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (message?.kind !== "note" || message.action || held) return;
    const timer = setTimeout(() => studio.shell.setState({ message: null }), NOTE_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [message, held, studio]);
  // A message removed under the pointer sends no leave event.
  useEffect(() => {
    if (!message) setHeld(false);
  }, [message]);
  const style = useStagePlace();
  return (
    <div className="messages" style={style}>
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
            {message.action ? (
              <TextButton
                onPress={() => {
                  studio.shell.setState({ message: null });
                  message.action?.run();
                }}
              >
                {message.action.label}
              </TextButton>
            ) : null}
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

/** The middle of the cells and their width: the window's own middle lies elsewhere beside a drawer. */
function useStagePlace(): CSSProperties {
  const [place, setPlace] = useState<CSSProperties>({});
  useEffect(() => {
    const stage = document.getElementById("stage");
    if (!stage) return;
    const watch = new ResizeObserver(() => {
      const { left, width } = stage.getBoundingClientRect();
      setPlace({ left: left + width / 2, maxWidth: width - 2 * STAGE_MARGIN });
    });
    watch.observe(stage);
    return () => watch.disconnect();
  }, []);
  return place;
}

/** Long work: its progress, and a button to stop it. */
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
