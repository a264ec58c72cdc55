/** Names that Windows takes for a device in every folder, with any ending. */
export const DEVICE_NAMES = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;
