/**
 * A target whose files are at the other end of a port. A small file travels whole, in one message; a longer one in pieces, each
 * of which is waited for, so that nothing piles up however slow the disk is.
 */

import type { Target, TargetFile } from "../export/target.ts";
import { joined } from "../formats/bytes.ts";
import type { FileAct } from "./protocol/export.ts";

/** Pieces are sent when this much has gathered. */
const PIECE = 2 ** 20;

/** `perform` settles when the other end has done it. */
export function remoteTarget(perform: (act: FileAct) => Promise<void>): Target {
  let files = 0;
  return {
    begin: async (name) => new RemoteFile(name, ++files, perform),
  };
}

class RemoteFile implements TargetFile {
  readonly #name: string;
  readonly #file: number;
  readonly #perform: (act: FileAct) => Promise<void>;
  #pieces: Uint8Array[] = [];
  #waiting = 0;
  #begun = false;
  #over = false;

  constructor(name: string, file: number, perform: (act: FileAct) => Promise<void>) {
    this.#name = name;
    this.#file = file;
    this.#perform = perform;
  }

  async write(bytes: Uint8Array): Promise<void> {
    this.#pieces.push(bytes.slice());
    this.#waiting += bytes.length;
    if (this.#waiting >= PIECE) await this.#send();
  }

  async rewrite(at: number, bytes: Uint8Array): Promise<void> {
    await this.#send();
    await this.#perform({ kind: "write", file: this.#file, bytes: bytes.slice(), at });
  }

  async commit(): Promise<void> {
    if (this.#begun) {
      await this.#send();
      await this.#perform({ kind: "commit", file: this.#file });
    } else {
      await this.#perform({ kind: "whole", name: this.#name, bytes: this.#gathered() });
    }
    this.#over = true;
  }

  async abort(): Promise<void> {
    this.#pieces = [];
    if (!this.#begun || this.#over) return;
    this.#over = true;
    await this.#perform({ kind: "abort", file: this.#file }).catch(() => {});
  }

  async #send(): Promise<void> {
    if (!this.#begun) {
      this.#begun = true;
      await this.#perform({ kind: "begin", file: this.#file, name: this.#name });
    }
    if (this.#waiting > 0) await this.#perform({ kind: "write", file: this.#file, bytes: this.#gathered() });
  }

  #gathered(): Uint8Array<ArrayBuffer> {
    const bytes = joined(this.#pieces);
    this.#pieces = [];
    this.#waiting = 0;
    return bytes as Uint8Array<ArrayBuffer>;
  }
}
