// The cells as the steps leave them (shaders/dense/grid.wgsl): 32 a word, the lowest bit the lowest x.

@group(0) @binding(2) var<storage, read> cells: array<u32>;

fn cell_at(x: u32, y: u32, stride: u32) -> u32 {
  return (cells[y * stride + (x >> 5u)] >> (x & 31u)) & 1u;
}
