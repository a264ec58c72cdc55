// asc: --importMemory --initialMemory 1 --maximumMemory 65536

// The smallest kernel that needs all that the real ones need: an imported memory, SIMD and bulk memory operations.
// The tests load it wherever the engine runs (Node, a page, a worker, the built command line), so that a fault on the
// way from source to instance shows here and not in a kernel of a thousand lines.

/** out[i] = a[i] + b[i] for n 32-bit integers; n must be a multiple of 4, the arguments are byte addresses. */
export function addLanes(a: usize, b: usize, out: usize, n: i32): void {
  const end: usize = <usize>n << 2;
  for (let i: usize = 0; i < end; i += 16) {
    v128.store(out + i, v128.add<i32>(v128.load(a + i), v128.load(b + i)));
  }
}

/** Sets n bytes to zero. */
export function clear(address: usize, n: usize): void {
  memory.fill(address, 0, n);
}
