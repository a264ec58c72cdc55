// Shared by the passes that wake, want, make or forget tiles.

@group(0) @binding(0) var<uniform> turn: Turn;
@group(0) @binding(1) var<storage, read_write> flags: array<atomic<u32>>;
@group(0) @binding(2) var<storage, read_write> lists: array<u32>;
@group(0) @binding(3) var<storage, read_write> state: State;
