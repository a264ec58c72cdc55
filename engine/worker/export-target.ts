/**
 * A target whose files are at the other end of a port. A small file travels whole, in one message; a longer one in
 * pieces. The writer waits for each piece, so nothing piles up however slow the disk is.
 */

import type { Target, TargetFile } from "../export/target.ts";
import { joined } from "../formats/bytes.ts";
import type { FilesProtocol } from "./protocol/export.ts";
import type { Calls } from "./rpc.ts";

/** Size of the pieces. */
const PIECE = 2 ** 20;

/** A call settles when the other end has done it. */
export function remoteTarget(call: Calls<FilesProtocol>): Target {
  let files = 0;
  return {
    begin: async (name) => new RemoteFile(name, ++files, call),
  };
}

class RemoteFile implements TargetFile {
  readonly #name: string;
  readonly #file: number;
  readonly #call: Calls<FilesProtocol>;
  #pieces: Uint8Array[] = [];
  #waiting = 0;
  #begun = false;
  #over = false;

  constructor(name: string, file: number, call: Calls<FilesProtocol>) {
    this.#name = name;
    this.#file = file;
    this.#call = call;
  }

  async write(bytes: Uint8Array): Promise<void> {
    this.#pieces.push(bytes.slice());
    this.#waiting += bytes.length;
    if (this.#waiting >= PIECE) await this.#send();
  }

  async rewrite(at: number, bytes: Uint8Array): Promise<void> {
    await this.#send();
    await this.#put(bytes.slice(), at);
  }

  async commit(): Promise<void> {
    if (this.#begun) {
      await this.#send();
      await this.#call.commit({ file: this.#file });
    } else {
      const bytes = this.#gathered();
      await this.#call.whole({ name: this.#name, bytes }, { transfer: [bytes.buffer] });
    }
    this.#over = true;
  }

  async abort(): Promise<void> {
    this.#pieces = [];
    if (!this.#begun || this.#over) return;
    this.#over = true;
    await this.#call.abort({ file: this.#file }).catch(() => {});
  }

  async #send(): Promise<void> {
    if (!this.#begun) {
      this.#begun = true;
      await this.#call.begin({ file: this.#file, name: this.#name });
    }
    if (this.#waiting > 0) await this.#put(this.#gathered());
  }

  #put(bytes: Uint8Array<ArrayBuffer>, at?: number): Promise<void> {
    return this.#call.put({ file: this.#file, bytes, at }, { transfer: [bytes.buffer] });
  }

  #gathered(): Uint8Array<ArrayBuffer> {
    const bytes = joined(this.#pieces);
    this.#pieces = [];
    this.#waiting = 0;
    return bytes as Uint8Array<ArrayBuffer>;
  }
}
