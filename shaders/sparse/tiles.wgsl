// The unbounded plane in tiles of 64 x 64 cells. Only tiles near cells exist; each has a number. Tile 0 is none of
// them: it stays empty for ever and stands for every place without a tile, so a look beyond an edge needs no special
// case.
//
// Cells lie in two planes, one for the even and one for the odd generations, as 64 rows of two words (lowest bit =
// lowest x). A generation is read from one plane and written over the one before it in the other. While both are at
// hand the step compares them: where a tile and the edges around it are as they were two generations ago, its next
// state is in place already, and it need not be computed until something near it changes. So still lifes, blinkers
// and empty space cost nothing.
//
// A turn is one generation, three passes: one computes the awake tiles (step.wgsl); one puts the tiles with work next
// time on the other list (follow.wgsl); one workgroup forgets tiles that became empty and makes the wanted ones
// (manage.wgsl). None of them needs the CPU.

struct Turn {
  // The list of awake tiles in use, 0 or 1; tiles that wake go on the other one.
  current: u32,
  // 1 where this turn completes a generation, 0 where it only puts tiles in order.
  advances: u32,
  // The number of tiles that there is room for, tile 0 among them.
  capacity: u32,
  // The directory's slots, a power of two, less 1.
  slot_mask: u32,
}

struct State {
  generations: u32,
  // Why nothing goes on until the CPU acts: 0, or one of `halt_...`. The last generation is complete.
  halted: u32,
  // The number of tiles wanted at the halt.
  needed: u32,
  // Tiles in use; the first tile that never was; tiles that were and are free again.
  live: u32,
  fresh: u32,
  free: u32,
  // Slots of the directory that are not empty.
  used_slots: u32,
  wants: atomic<u32>,
  empties: atomic<u32>,
  awake: array<atomic<u32>, 2>,
}

// The same for passes that only read it.
struct PlainState {
  generations: u32,
  halted: u32,
  needed: u32,
  live: u32,
  fresh: u32,
  free: u32,
  used_slots: u32,
  wants: u32,
  empties: u32,
  awake: array<u32, 2>,
}

const halt_full = 1u;
const halt_directory = 2u;
const halt_far = 3u;

// One word of flags a tile: whether it is on either list of awake tiles, whether it exists, whether its cells were
// changed by other means than a step (the comparison then proves nothing, for one generation), and from bit 8 on at
// which of its eight sides a tile is wanted.
const flag_exists = 4u;
const flag_touched = 8u;
const first_want = 8u;
const all_wants = 0xff00u;

fn flag_listed(list: u32) -> u32 {
  return 1u << list;
}

// Five lists share a buffer, `capacity` words each: the two of awake tiles, the tiles that want neighbours, the empty
// ones (later in the turn: the new ones), and the free ones.
const list_wants = 2u;
const list_empties = 3u;
const list_free = 4u;

fn place_in(list: u32, index: u32) -> u32 {
  return list * turn.capacity + index;
}

// The eight sides of a tile in reading order: north-west, north, north-east, west, east, south-west, south, south-east.
// The opposite of side n is side 7 - n.
fn beside(place: vec2i, side: u32) -> vec2i {
  let nth = select(side, side + 1u, side > 3u);
  return place + vec2i(i32(nth % 3u) - 1, i32(nth / 3u) - 1);
}
