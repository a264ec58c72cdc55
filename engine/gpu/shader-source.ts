/**
 * Composes shaders. WGSL has no imports, so a shader is the text of its pieces one after the other, each under its
 * file's name, and a compiler message can be traced to its file. Pieces refer to each other by the names of functions
 * and bindings.
 */

export interface ShaderSource {
  /** Names the shader in labels, messages and the pipeline cache. */
  readonly label: string;
  readonly code: string;
  readonly entryPoint: string;
  /** Whether it is written for one rule: their number has no limit, and only the last ones are kept compiled. */
  readonly perRule?: boolean;
  /** The buffers at @group(0) @binding(0), (1), ... */
  readonly bindings: readonly GPUBufferBindingType[];
}

/** A shader that draws over a whole canvas. `entryPoint` is the fragment's. */
export interface RenderSource extends ShaderSource {
  readonly vertexEntryPoint: string;
}

/** `name` is the file's path under `shaders`, without its ending. */
export type Piece = readonly [name: string, text: string];

/** The pieces one after the other, each under its file's name. */
export function compose(...pieces: readonly Piece[]): string {
  return pieces.map(([name, text]) => `// ---- shaders/${name}.wgsl\n\n${text.trim()}\n`).join("\n");
}
