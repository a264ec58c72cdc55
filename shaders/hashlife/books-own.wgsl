// The books, for a kernel of one workgroup: it keeps them itself and returns them at its end. An access of its own memory takes a
// tenth of the time of one that all workgroups can see, and most passes of a narrow row are not much longer than a few of those.

var<workgroup> own_listed: u32;
var<workgroup> own_unused: u32;
var<workgroup> own_taken: atomic<u32>;
var<workgroup> own_lost: atomic<u32>;
var<workgroup> own_pending: atomic<u32>;

fn listed_slots() -> u32 {
  return own_listed;
}

fn first_unused() -> u32 {
  return own_unused;
}

fn taken_slots() -> u32 {
  return atomicLoad(&own_taken);
}

fn one_taken() -> u32 {
  return atomicAdd(&own_taken, 1u);
}

fn one_lost() -> u32 {
  return atomicAdd(&own_lost, 1u);
}

fn one_pending(level: u32) -> u32 {
  return atomicAdd(&own_pending, 1u);
}

fn open_books() {
  own_listed = state.free_count;
  own_unused = state.next;
  atomicStore(&own_taken, atomicLoad(&state.taken));
  atomicStore(&own_lost, atomicLoad(&state.lost));
  settle();
}

// Books what was taken and given back. One thread, between passes.
fn settle() {
  let taken = atomicLoad(&own_taken);
  let listed = min(taken, own_listed);
  own_unused += taken - listed;
  own_listed += atomicLoad(&own_lost) - listed;
  atomicStore(&own_taken, 0u);
  atomicStore(&own_lost, 0u);
}

// When all is settled.
fn close_books() {
  state.free_count = own_listed;
  state.next = own_unused;
  atomicStore(&state.taken, 0u);
  atomicStore(&state.lost, 0u);
}
