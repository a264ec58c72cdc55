// asc: --importMemory --initialMemory 1 --maximumMemory 65536

// The tokens of a dense RLE pattern, set as bits of packed rows.

const LF: u32 = 0x0a;
const RETURN: u32 = 0x0d;
const BANG: u32 = 0x21;
const DOLLAR: u32 = 0x24;
const DIGIT_0: u32 = 0x30;
const LOWER_B: u32 = 0x62;
const LOWER_O: u32 = 0x6f;
const MOST_COUNT: u32 = 1 << 30;

let width: u32 = 0;
let height: u32 = 0;
/** Bytes of a row. */
let stride: u32 = 0;
let cells: usize = 0;
let x: u32 = 0;
let y: u32 = 0;

/** Begins a pattern whose rows of `w` cells lie one behind the other from `address` on, all dead. */
export function begin(address: usize, w: u32, h: u32): void {
  cells = address;
  width = w;
  height = h;
  stride = ((w + 31) >> 5) << 2;
  x = 0;
  y = 0;
}

/**
 * Reads the whole tokens between two addresses. Returns the address behind the last one, or behind the `!`, which is then the
 * byte before it; 0 at anything unusual.
 */
export function read(from: usize, end: usize): usize {
  let at = from;
  let column = x;
  let row = cells + y * stride;
  while (at < end) {
    // The usual token, without a branch that nobody could foresee: a digit or none, and a run of either kind within a word.
    const byte: u32 = load<u8>(at);
    const counted = u32(byte - DIGIT_0 < 10);
    const kind: u32 = select<u32>(load<u8>(at + 1), byte, counted);
    const next = column + select<u32>(byte - DIGIT_0, 1, counted);
    if (u32(kind == LOWER_B) | u32(kind == LOWER_O)) {
      const within = u32(column >> 5 == (next - 1) >> 5) & u32(next > column) & u32(next <= width) & u32(y < height);
      if (within & u32(at + 1 < end)) {
        const word = row + ((column >> 5) << 2);
        const bits: u32 = (0xffffffff << (column & 31)) & (0xffffffff >> (31 - ((next - 1) & 31)));
        store<u32>(word, load<u32>(word) | (bits & -(kind & 1)));
        column = next;
        at += 1 + counted;
        continue;
      }
    }
    const token = at;
    let c: u32 = load<u8>(at++);
    let count: u32 = 1;
    const digit = c - DIGIT_0;
    if (digit < 10) {
      // A count of zero, or one that begins so, is unusual.
      if (digit == 0) return 0;
      count = digit;
      if (at == end) return stop(token, column);
      c = load<u8>(at++);
      while (c - DIGIT_0 < 10) {
        if (count > MOST_COUNT / 10) return 0;
        count = count * 10 + (c - DIGIT_0);
        if (at == end) return stop(token, column);
        c = load<u8>(at++);
      }
    }
    if (c == LOWER_B) {
      column += count;
      if (column > width) return 0;
    } else if (c == LOWER_O) {
      const last = column + count - 1;
      if (last >= width || y >= height) return 0;
      const word = row + ((column >> 5) << 2);
      const first: u32 = 0xffffffff << (column & 31);
      const final: u32 = 0xffffffff >> (31 - (last & 31));
      const lastWord = row + ((last >> 5) << 2);
      if (word == lastWord) store<u32>(word, load<u32>(word) | (first & final));
      else {
        store<u32>(word, load<u32>(word) | first);
        if (lastWord > word + 4) memory.fill(word + 4, 0xff, lastWord - word - 4);
        store<u32>(lastWord, load<u32>(lastWord) | final);
      }
      column = last + 1;
    } else if (c == LF || c == RETURN) {
      if (at != token + 1) return 0;
    } else if (c == DOLLAR) {
      y += count;
      if (y > height) return 0;
      row += count * stride;
      column = 0;
    } else if (c == BANG) {
      return at == token + 1 ? at : 0;
    } else return 0;
  }
  return stop(at, column);
}

function stop(at: usize, column: u32): usize {
  x = column;
  return at;
}
