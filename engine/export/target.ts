/**
 * Where an exporter's bytes go: a folder, a stream, memory. A file is begun, written piece by piece, and then either
 * committed, which is when it appears under its name, or aborted, which leaves nothing. So a failure or a stop at any
 * moment leaves whole files only.
 */

export interface Target {
  /** Starts a file. Names are relative to the target and hold no folders. Errors: `io`. */
  begin(name: string): Promise<TargetFile>;
}

export interface TargetFile {
  /** The bytes are taken before the promise settles; the caller may reuse the array afterwards. Errors: `io`. */
  write(bytes: Uint8Array): Promise<void>;
  /** Makes the file appear under its name, whole. Errors: `io`; nothing is left then. */
  commit(): Promise<void>;
  /** Drops what was written. Never throws; harmless after commit. */
  abort(): Promise<void>;
}

/** Writes one whole file through a target. */
export async function writeTargetFile(target: Target, name: string, bytes: Uint8Array): Promise<void> {
  const file = await target.begin(name);
  try {
    await file.write(bytes);
    await file.commit();
  } catch (error) {
    await file.abort();
    throw error;
  }
}

/** Keeps files in memory: for tests, previews and downloads. */
export class MemoryTarget implements Target {
  readonly #files = new Map<string, Uint8Array<ArrayBuffer>>();

  /** Committed files by name, in the order of their commits. */
  get files(): ReadonlyMap<string, Uint8Array<ArrayBuffer>> {
    return this.#files;
  }

  async begin(name: string): Promise<TargetFile> {
    let pieces: Uint8Array[] = [];
    return {
      write: async (bytes) => {
        pieces.push(bytes.slice());
      },
      commit: async () => {
        const whole = new Uint8Array(pieces.reduce((total, piece) => total + piece.length, 0));
        let at = 0;
        for (const piece of pieces) {
          whole.set(piece, at);
          at += piece.length;
        }
        pieces = [];
        this.#files.set(name, whole);
      },
      abort: async () => {
        pieces = [];
      },
    };
  }
}
