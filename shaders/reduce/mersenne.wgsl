// Numbers modulo the prime p = 2^61 - 1, each in two words, the lower one first. WGSL has no 64-bit integers, so
// products are built from halves of words. Modulo p a carry out of bit 61 is worth 1, so reducing means adding the
// bits above bit 60 to those below. All results are below 2^61 + 8; they are not fully reduced, and may be used as
// inputs again.

fn sum_of(a: vec2u, b: vec2u) -> vec2u {
  let low = a.x + b.x;
  return vec2u(low, a.y + b.y + select(0u, 1u, low < a.x));
}

// Takes any 64-bit number.
fn folded(value: vec2u) -> vec2u {
  return sum_of(vec2u(value.x, value.y & 0x1fffffffu), vec2u(value.y >> 29u, 0u));
}

// All 64 bits of the product of two words.
fn whole_product(a: u32, b: u32) -> vec2u {
  let low = (a & 0xffffu) * (b & 0xffffu);
  let cross = (a & 0xffffu) * (b >> 16u);
  let other = (a >> 16u) * (b & 0xffffu);
  let high = (a >> 16u) * (b >> 16u);
  let middle = (low >> 16u) + (cross & 0xffffu) + (other & 0xffffu);
  return vec2u((low & 0xffffu) | (middle << 16u), high + (cross >> 16u) + (other >> 16u) + (middle >> 16u));
}

// With a = a1 * 2^32 + a0 and b alike, the product is a1 b1 * 2^64 + (a1 b0 + a0 b1) * 2^32 + a0 b0. Modulo p 2^64 is
// worth 8, and in the multiple of 2^32 the bits from 29 on are worth 1.
fn product_of(a: vec2u, b: vec2u) -> vec2u {
  let low = folded(whole_product(a.x, b.x));
  let middle = sum_of(whole_product(a.x, b.y), whole_product(a.y, b.x));
  let high = whole_product(a.y, b.y);
  let eightfold = vec2u(high.x << 3u, (high.y << 3u) | (high.x >> 29u));
  let middle_low = vec2u(0u, middle.x & 0x1fffffffu);
  let middle_high = vec2u((middle.x >> 29u) | (middle.y << 3u), middle.y >> 29u);
  return folded(sum_of(sum_of(low, eightfold), sum_of(middle_low, middle_high)));
}
