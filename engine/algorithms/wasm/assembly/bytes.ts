// asc: --importMemory --initialMemory 4 --maximumMemory 65536

// Byte operations for pictures, many bytes at a time.

/**
 * Reverses the bits of each of `length` bytes in place; a multiple of 16. A byte's upper half reversed becomes its lower half:
 * a swizzle looks up sixteen halves at once in a table of sixteen bytes.
 */
export function reverseBits(address: usize, length: usize): void {
  const upper = i8x16(0, -128, 64, -64, 32, -96, 96, -32, 16, -112, 80, -48, 48, -80, 112, -16);
  const lower = i8x16(0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15);
  const half = i8x16.splat(0x0f);
  const end = address + length;
  for (; address < end; address += 16) {
    const bytes = v128.load(address);
    const high = v128.swizzle(upper, v128.and(bytes, half));
    const low = v128.swizzle(lower, v128.shr<u8>(bytes, 4));
    v128.store(address, v128.or(high, low));
  }
}
