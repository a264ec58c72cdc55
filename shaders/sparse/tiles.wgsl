// The unbounded plane in tiles of 64 x 64 cells. Only tiles near cells exist; each has a number, and tile 0 is none of
// them: it stays empty for ever and stands for every place that has no tile, so that looking beyond an edge needs no case
// of its own.
//
// Cells lie in two planes, one for the even and one for the odd generations, as 64 rows of two words (lowest bit = lowest
// x). A generation is read from one plane and written over the one before it in the other. While both are at hand they are
// compared: where a tile and the edges around it are as they were two generations ago, its next state is in place already,
// and it need not be computed until something near it changes. So still lifes, blinkers and empty space cost nothing.
//
// A turn is one generation, three passes: the awake tiles are computed (step.wgsl); those that have work next time are put on
// the other list (follow.wgsl); one workgroup forgets tiles that became empty and makes those that are wanted (manage.wgsl).
// None of them asks the CPU anything.

struct Turn {
  // Which of the two lists of awake tiles is being used up, 0 or 1; what wakes goes on the other one.
  current: u32,
  // 1 where a generation is complete after this turn, 0 where only tiles are put in order.
  advances: u32,
  // How many tiles there is room for, tile 0 among them.
  capacity: u32,
  // The directory's slots, a power of two, less 1.
  slot_mask: u32,
}

struct State {
  generations: u32,
  // Why nothing goes on until the CPU has looked after it: 0, or one of `halt_...`. The last generation is complete.
  halted: u32,
  // How many tiles were wanted when it halted.
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

// The same for those who only read it.
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

// One word of flags a tile: whether it is on either list of awake tiles, whether there is such a tile, whether its cells
// were changed by other means than a step (the comparison says nothing then, for one generation), and from bit 8 on at
// which of its eight sides a tile is wanted.
const flag_exists = 4u;
const flag_touched = 8u;
const first_want = 8u;
const all_wants = 0xff00u;

fn flag_listed(list: u32) -> u32 {
  return 1u << list;
}

// Five lists share a buffer, `capacity` words each: the two of awake tiles, the tiles that want neighbours, those found
// empty (later in the turn: those that are made), and the free ones.
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
