import type { StoreApi } from "zustand/vanilla";

/** A store for a reader, which may also have only a part of the state in mind. The owner alone changes it. */
export type Observed<T> = Pick<StoreApi<T>, "getState" | "getInitialState" | "subscribe">;
