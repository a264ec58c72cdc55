import { openDawn } from "../../engine/node/dawn.ts";
import { keepDevice } from "./keep-device.ts";

let opened: Promise<GPU> | undefined;

/** Dawn, with one device for all files of a worker. Tests of devices themselves open their own. */
export function oneGpu(): Promise<GPU> {
  opened ??= openDawn().then(keepDevice);
  return opened;
}
