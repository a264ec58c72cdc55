/** The checksum of gzip and PNG. */

/** Table k is the checksum of a byte with k zero bytes behind it; table 0 is the usual one. */
const CRC_TABLES = new Uint32Array(8 * 256);
for (let n = 0; n < 256; n++) {
  let c = n;
  for (let k = 0; k < 8; k++) c = c & 1 ? (c >>> 1) ^ 0xedb88320 : c >>> 1;
  CRC_TABLES[n] = c;
}
for (let n = 256; n < 8 * 256; n++) {
  const before = CRC_TABLES[n - 256];
  CRC_TABLES[n] = (before >>> 8) ^ CRC_TABLES[before & 255];
}

/**
 * The checksum of gzip: CRC-32 with the reversed polynomial (RFC 1952), eight bytes at a time as in Kounavis and Berry,
 * "A systematic approach to building high performance software-based CRC generators" (2005).
 */
export function crc32(bytes: Uint8Array): number {
  const t = CRC_TABLES;
  const whole = bytes.length & ~7;
  let c = -1;
  let i = 0;
  for (; i < whole; i += 8) {
    const x = c ^ (bytes[i] | (bytes[i + 1] << 8) | (bytes[i + 2] << 16) | (bytes[i + 3] << 24));
    c =
      t[7 * 256 + (x & 255)] ^
      t[6 * 256 + ((x >>> 8) & 255)] ^
      t[5 * 256 + ((x >>> 16) & 255)] ^
      t[4 * 256 + (x >>> 24)] ^
      t[3 * 256 + bytes[i + 4]] ^
      t[2 * 256 + bytes[i + 5]] ^
      t[256 + bytes[i + 6]] ^
      t[bytes[i + 7]];
  }
  for (; i < bytes.length; i++) c = t[(c ^ bytes[i]) & 255] ^ (c >>> 8);
  return ~c >>> 0;
}
