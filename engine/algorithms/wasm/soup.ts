import { blockStride, createBlock } from "../../core/block.ts";
import { soupOrigin, soupRows, soupThreshold } from "../../core/soup.ts";
import soupUrl from "./build/soup.wasm?url&inline";
import { compileInline } from "./load.ts";

interface SoupKernel {
  soup(
    address: number,
    columns: number,
    rows: number,
    last: number,
    seed: number,
    x: number,
    y: number,
    threshold: number,
    all: number,
  ): void;
}

const PAGE = 2 ** 16;
/** Bytes per call, few enough for a processor's cache. */
const PIECE = 2 ** 18;
const PIECE_WORDS = PIECE / 4;

let loaded: Promise<typeof soupRows> | null = null;

/**
 * `soupRows` (core/soup.ts) with a kernel for soups in two states, one for all callers. Where WebAssembly or its SIMD instructions
 * are missing, it is that function itself.
 */
export function loadSoupRows(): Promise<typeof soupRows> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<typeof soupRows> {
  let kernel: SoupKernel;
  const memory = new WebAssembly.Memory({ initial: PIECE / PAGE, maximum: PIECE / PAGE });
  try {
    const module = await compileInline(soupUrl, "A soup");
    const instance = await WebAssembly.instantiate(module, { env: { memory } });
    kernel = instance.exports as unknown as SoupKernel;
  } catch {
    return soupRows;
  }
  const made = new Uint32Array(memory.buffer);
  return (soup, first, count) => {
    if (soup.states) return soupRows(soup, first, count);
    const { width, seed, density } = soup;
    const origin = soupOrigin(width, soup.height);
    const [x, y] = [origin.x, origin.y + first];
    const block = createBlock(BigInt(x), BigInt(y), width, count);
    const threshold = soupThreshold(density);
    const all = threshold === 2 ** 32 ? -1 : 0;
    const stride = blockStride(width);
    // Rows too long for a piece come in several.
    const columns = Math.min(stride, PIECE_WORDS);
    const rows = columns < stride ? 1 : Math.floor(PIECE_WORDS / Math.max(1, columns));
    for (let row = 0; row < count; row += rows) {
      for (let column = 0; column < stride; column += columns) {
        const [across, down] = [Math.min(columns, stride - column), Math.min(rows, count - row)];
        const last = column + across === stride ? -1 >>> (-width & 31) : -1;
        kernel.soup(0, across, down, last, seed, x + 32 * column, y + row, threshold, all);
        block.words.set(made.subarray(0, across * down), row * stride + column);
      }
    }
    return block;
  };
}
