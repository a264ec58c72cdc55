/**
 * The one table of headers that every server of the studio sends: Electron's own scheme, the local server, the
 * development server and the tests. A page that works under one works under all.
 *
 * COOP and COEP make the page cross-origin isolated (shared memory between workers; the studio tests for it and works
 * without). The policy lets in nothing from elsewhere: WebAssembly may be compiled, other strings may not be run.
 */

export type Headers = Readonly<Record<string, string>>;

interface PolicyOptions {
  /** The development server puts scripts into the page and talks over a socket. */
  readonly development?: boolean;
}

export function contentSecurityPolicy({ development = false }: PolicyOptions = {}): string {
  return Object.entries({
    "default-src": "'none'",
    "script-src": `'self' 'wasm-unsafe-eval'${development ? " 'unsafe-inline'" : ""}`,
    // The component library measures and hides through style elements of its own.
    "style-src": "'self' 'unsafe-inline'",
    "img-src": "'self' data: blob:",
    "font-src": "'self' data:",
    "media-src": "'self' blob:",
    "worker-src": `'self'${development ? " blob:" : ""}`,
    "connect-src": `'self' blob: data:${development ? " ws:" : ""}`,
    "manifest-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'none'",
    "frame-ancestors": "'none'",
  })
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join("; ");
}

export function sharedHeaders(options: PolicyOptions = {}): Headers {
  return {
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Content-Security-Policy": contentSecurityPolicy(options),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
  };
}
