import type { Dispatch, SetStateAction } from "react";
import { useCallback, useState } from "react";

/**
 * `useState` for a component that stays while its subject changes. The state belongs to the subject: each one begins with `first`,
 * and what is set for a subject that has gone changes nothing.
 */
export function useStateOf<T>(subject: object, first: T): readonly [T, Dispatch<SetStateAction<T>>] {
  const [held, setHeld] = useState({ subject, value: first });
  if (held.subject !== subject) setHeld({ subject, value: first });
  const set = useCallback(
    (next: SetStateAction<T>): void =>
      setHeld((now) => {
        if (now.subject !== subject) return now;
        const value = next instanceof Function ? next(now.value) : next;
        return Object.is(value, now.value) ? now : { subject, value };
      }),
    [subject],
  );
  return [held.subject === subject ? held.value : first, set];
}
