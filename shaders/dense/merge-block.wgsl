// What the kernels that write blocks share: ways of writing and bindings. `Merge` is theirs.

const mode_or = 0u;
const mode_clear = 1u;
const mode_xor = 2u;
// Covered cells become those of the block.
const mode_copy = 3u;
// Covered cells die, whatever the block's own cells are.
const mode_erase = 4u;

override group_size: u32 = 64;

@group(0) @binding(0) var<uniform> merge: Merge;
@group(0) @binding(1) var<storage, read> block: array<u32>;
@group(0) @binding(2) var<storage, read_write> cells: array<u32>;
