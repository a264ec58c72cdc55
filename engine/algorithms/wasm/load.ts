// How a WebAssembly kernel reaches the engine.
//
// Kernels are imported with vite's `?url&inline`, which makes the module's bytes part of the bundle as a `data:`
// address (`?inline` alone is for file types that vite knows as assets, and .wasm is none of them):
//
//   import bitwiseUrl from "./build/bitwise.wasm?url&inline";
//   const module = await compileInline(bitwiseUrl, "The algorithm bitwise");
//
// The address is never fetched: the application's content security policy refuses `data:` connections, and the
// command line has no server to ask. The base64 is decoded here instead, which works alike in a page, a web worker,
// a worker_thread and a bundle run by Node.

import { TessellaError } from "../../core/errors.ts";

const nodeBuffer = (globalThis as { Buffer?: { from(text: string, encoding: "base64"): Uint8Array } }).Buffer;

const prefix = "data:application/wasm;base64,";

/** One compilation per kernel and thread; instances are cheap, compiling is not. */
const compiled = new Map<string, Promise<WebAssembly.Module>>();

/** The bytes of a `data:application/wasm;base64,...` address. Throws `bad-argument` for any other address. */
export function decodeInline(dataUrl: string): Uint8Array<ArrayBuffer> {
  if (!dataUrl.startsWith(prefix)) {
    throw new TessellaError(
      "bad-argument",
      `A kernel has to be imported with "?url&inline"; got "${dataUrl.slice(0, 40)}".`,
    );
  }
  const encoded = dataUrl.slice(prefix.length);
  // Node's atob is a loop in JavaScript and takes longer than compiling the kernel; its Buffer does not.
  if (nodeBuffer) return Uint8Array.from(nodeBuffer.from(encoded, "base64"));
  const text = atob(encoded);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}

/**
 * Compiles an inlined kernel, once for each address. Throws `unsupported-operation`, which names `user`, where
 * WebAssembly or its SIMD instructions are missing (or forbidden by a policy without 'wasm-unsafe-eval'); it does not
 * remember such a failure.
 */
export function compileInline(dataUrl: string, user: string): Promise<WebAssembly.Module> {
  const known = compiled.get(dataUrl);
  if (known) return known;
  const compiling = compile(dataUrl, user).catch((cause: unknown) => {
    compiled.delete(dataUrl);
    throw cause;
  });
  compiled.set(dataUrl, compiling);
  return compiling;
}

async function compile(dataUrl: string, user: string): Promise<WebAssembly.Module> {
  const bytes = decodeInline(dataUrl);
  try {
    // Alone in a process a second thread only costs; a page is never held up.
    return nodeBuffer ? new WebAssembly.Module(bytes) : await WebAssembly.compile(bytes);
  } catch (cause) {
    throw new TessellaError(
      "unsupported-operation",
      `${user} needs WebAssembly with SIMD, which this machine lacks or a policy forbids.`,
      {
        hint: "The algorithms `block` and `reference` run without it.",
        cause,
      },
    );
  }
}
