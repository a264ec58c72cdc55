// asc: --importMemory --initialMemory 4 --maximumMemory 65536

// The compression of GIF (Welch 1984, with codes that grow from `bits + 1` to 12 bits). LZW writes one code for the longest
// known string that comes next, and learns that string with the pixel behind it. When all 4096 codes are taken, the strings
// stay as long as they continue to fit, and are dropped when they do worse than before.
//
// Memory: sixteen bytes that stay empty, as address 0 means none; the table of strings, (4096 << bits) entries of two bytes;
// whatever lies behind that is the caller's. Several attempts at one picture compete, so an attempt is told how long it may
// become, and gives up beyond.

const MOST_CODES: u32 = 4096;
/** Codes between two judgements of a full table. */
const WINDOW: u32 = 256;
/** Bytes that may be written past the place where the room was last checked. */
const SLACK: usize = 16;
/** The code of string + pixel, at `string << bits | pixel`; 0 for none. */
const TABLE: usize = 16;

let size: u32 = 0;
let out: usize = 0;
let roomEnd: usize = 0;
let held: u64 = 0;
let heldBits: u32 = 0;

/**
 * Of two pictures of `length` pixels: the first with `transparent` in place of what both show alike. The arrays have room for
 * a multiple of 16; `sparse` may be one of the other two.
 */
export function leaveOut(pixels: usize, former: usize, sparse: usize, length: usize, transparent: u32): void {
  const see = i8x16.splat(<i8>transparent);
  for (let at: usize = 0; at < length; at += 16) {
    const own = v128.load(pixels + at);
    const same = i8x16.eq(own, v128.load(former + at));
    v128.store(sparse + at, v128.bitselect(see, own, same));
  }
}

/**
 * Writes the codes of `length` pixels (at least one) from `target` on, and returns their bytes, or -1 if they would be more
 * than `most`. Memory grows as it is needed. `bits`: 2 to 8, which hold every pixel.
 */
export function encode(pixels: usize, length: usize, bits: u32, target: usize, most: usize): i32 {
  const end = pixels + length;
  const clear: u32 = 1 << bits;
  const rowBits = bits + 1;
  out = target;
  roomEnd = <usize>memory.size() << 16;
  held = 0;
  heldBits = 0;
  size = bits + 1;
  memory.fill(TABLE, 0, <usize>MOST_CODES << rowBits);
  put(clear);
  let next = clear + 2;
  let codes: u32 = 0;
  let covered: f64 = 0;
  let best: f64 = 0;
  /** Where the next string goes, or 0: the table is full, or has just been cleared. */
  let blank: usize = 0;
  for (let at = pixels; at < end; ) {
    let code: u32 = load<u8>(at);
    // Learnt before it is looked for: the next string may be this very one.
    if (blank !== 0) {
      store<u16>(blank, <u16>next);
      next++;
    }
    const start = at;
    let child: usize = 0;
    for (at++; at < end; at++) {
      child = TABLE + (<usize>code << rowBits) + (<usize>load<u8>(at) << 1);
      const longer: u32 = load<u16>(child);
      if (longer === 0) break;
      code = longer;
    }
    // As wide as the decoder expects it: the decoder learns the newest string only after reading this code.
    while (size < 12 && next - 1 >= (<u32>1) << size) size++;
    put(code);
    if (out - target > most) return -1;
    if (next < MOST_CODES) {
      blank = child;
      codes = 0;
      covered = 0;
      best = 0;
      continue;
    }
    blank = 0;
    codes++;
    covered += <f64>(at - start);
    if (codes < WINDOW) continue;
    if (covered < best * 0.95) {
      put(clear);
      memory.fill(TABLE, 0, <usize>MOST_CODES << rowBits);
      next = clear + 2;
      size = bits + 1;
    }
    best = Math.max(best, covered);
    codes = 0;
    covered = 0;
  }
  // The coder learns nothing with the last code, but the decoder has caught up by then.
  if (size < 12 && next >= (<u32>1) << size) size++;
  put(clear + 1);
  for (; heldBits > 0; heldBits -= min<u32>(8, heldBits)) {
    store<u8>(out, <u8>held);
    out++;
    held >>= 8;
  }
  return out - target > most ? -1 : <i32>(out - target);
}

function put(code: u32): void {
  held |= <u64>code << heldBits;
  heldBits += size;
  if (heldBits < 32) return;
  if (out + SLACK > roomEnd) {
    // A quarter more at a time. Where nothing more is to be had, a store behind the end traps, which the caller reports.
    memory.grow(<i32>max<usize>(16, roomEnd >> 18));
    roomEnd = <usize>memory.size() << 16;
  }
  store<u32>(out, <u32>held);
  out += 4;
  held >>= 32;
  heldBits -= 32;
}
