/** The channels between the preload script and the shell; apart, so that the preload stays a small file. */

export const CALL_CHANNEL = "tessella:call";
/** Paths of dropped files: the preload alone sends on it, a page cannot. */
export const ADOPT_CHANNEL = "tessella:adopt";
export const EVENT_CHANNEL = "tessella:event";
