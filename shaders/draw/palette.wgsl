// Colour look-up. A palette has a row of 257 colours for each layer that may lie under a cell (ground, lines, the
// grid's edge, the outside); entry `coverage` of a row is that many 256ths of a cell over that layer. Palettes and
// all other tables of a picture lie one after the other in `tables`, the live cells' palette first.

@group(0) @binding(1) var<storage, read> tables: array<u32>;

const full = 256u;

fn colour_at(palette: u32, layer: u32, coverage: u32) -> vec4f {
  return unpack4x8unorm(tables[palette + layer * (full + 1u) + coverage]);
}
