/** The channels between the preload script and the shell; in a file of their own, so that the preload script stays small. */

export const CALL_CHANNEL = "tessella:call";
/** Paths of dropped files: only the preload script sends on it, a page cannot. */
export const ADOPT_CHANNEL = "tessella:adopt";
export const EVENT_CHANNEL = "tessella:event";
