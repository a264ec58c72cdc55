// A table of next cells, four an entry. WGSL reads whole words, so eight entries share one.

@group(0) @binding(1) var<storage, read> table: array<u32>;

fn look_up(index: u32) -> u32 {
  return (table[index >> 3u] >> ((index & 7u) * 4u)) & 15u;
}
