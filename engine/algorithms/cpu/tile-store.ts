/**
 * Tiles: which exist, where they lie, and which are neighbours. The cells and links are in one linear memory that the
 * kernel steps through; coordinates are kept here, since only creating, reading and drawing need them.
 * tile-places.ts explains regions and places.
 */

import { overMemory } from "../support.ts";
import type { TileGeometry } from "./tile-geometry.ts";
import type { BitwiseKernel } from "./tile-layout.ts";
import {
  BITS,
  columnBytes,
  DIRECTIONS,
  EMPTY,
  FLAGS,
  FORCE,
  GATHER,
  LINKS,
  MASK,
  MASKS,
  NUMBER,
  PIECE_BYTES,
  PLAN,
  PLAN_HEAD,
  PLANE_BYTES,
  recordBytes,
  VOID,
} from "./tile-layout.ts";
import type { Region } from "./tile-places.ts";
import { coordinatesOf, isInside, PLACE_STEPS, placeIn, REGION_BITS, REGION_MASK } from "./tile-places.ts";
import type { Extent, TileStepper } from "./tile-stepper.ts";
import { liveEdges, swapPlanes, writeMasks } from "./tile-words.ts";

interface Seam {
  readonly tx: readonly bigint[];
  readonly ty: readonly bigint[];
  /** Pieces as (source index, row) pairs, in the order of the plan in memory. */
  readonly from: Uint32Array;
  readonly address: number;
  readonly bytes: number;
}

const PAGE = 65536;

export class TileStore {
  readonly geometry: TileGeometry;
  readonly kernel: BitwiseKernel;
  /** Bytes of the limit that snapshots use. */
  reserved = 0;
  /** All of the memory as words; a new view whenever the memory grows. */
  words: Uint32Array;
  readonly #memory: WebAssembly.Memory;
  #bits = 1;
  #version = 0;
  #limit: number;
  /** Where what a rule's loops need may lie. */
  readonly #start: number;
  /** The first address for tiles and plans, and the first of those that none has had. */
  #first: number;
  #top: number;
  #freeTiles: number[] = [];
  readonly #freePlans = new Map<number, number[]>();
  readonly #regions = new Map<string, Region>();
  readonly #byIndex: Region[] = [];
  #lastRegion: Region | null = null;
  /** Per tile number: its region's index and its place within the region. */
  #regionOf = new Int32Array(1024);
  #placeOf = new Int32Array(1024);
  #numbers = 0;
  #freeNumbers: number[] = [];
  readonly #seams = new Map<number, Seam>();
  #count = 0;

  constructor(geometry: TileGeometry, { kernel, memory, first }: TileStepper, limitBytes: number) {
    this.geometry = geometry;
    this.kernel = kernel;
    this.#memory = memory;
    this.#limit = limitBytes;
    this.#start = first;
    this.#first = first;
    this.#top = first;
    this.words = new Uint32Array(memory.buffer);
    this.#initialise();
  }

  /** Number of tiles. */
  get count(): number {
    return this.#count;
  }

  /** Another one whenever there are other tiles. */
  get version(): number {
    return this.#version;
  }

  /** Bits of a cell's state. */
  get bits(): number {
    return this.#bits;
  }

  /** Bytes taken from the linear memory. */
  get bytes(): number {
    return this.#top;
  }

  get extent(): Extent {
    return { from: this.#first, end: this.#top, woken: this.geometry.mostWoken };
  }

  #initialise(): void {
    this.words[BITS / 4] = this.#bits;
    for (const standIn of [EMPTY, VOID]) {
      for (let d = 0; d < 8; d++) this.words[(standIn + LINKS) / 4 + d] = standIn;
    }
    writeMasks(this.words, this.geometry);
  }

  /** Where what the rule's loops need begins: the host writes it. */
  get start(): number {
    return this.#start;
  }

  /** Bytes before the tiles that the rule's loops need. */
  get before(): number {
    return this.#first - this.#start;
  }

  /** Makes room for the tiles that there are with so many bits a cell, and `before` bytes before them. Errors: `memory-limit`. */
  reserve(bits: number, before = this.before): void {
    const tiles = this.#count * (recordBytes(bits) - recordBytes(this.#bits));
    this.#grow(this.#top + tiles + before - this.before);
  }

  /** Forgets every tile and keeps the memory for new ones, of cells with so many bits, `before` bytes behind the start. Errors: `memory-limit`. */
  reset(bits = this.#bits, before = this.before): void {
    this.#grow(this.#start + before);
    this.#first = this.#start + before;
    this.#top = Math.max(this.#top, this.#first);
    this.#bits = bits;
    this.words[BITS / 4] = bits;
    this.words.fill(0, this.#first / 4, this.#top / 4);
    this.#top = this.#first;
    this.#freeTiles = [];
    this.#freePlans.clear();
    this.#regions.clear();
    this.#byIndex.length = 0;
    this.#lastRegion = null;
    this.#numbers = 0;
    this.#freeNumbers = [];
    this.#seams.clear();
    this.#version++;
    this.#count = 0;
    this.kernel.resetQueues();
  }

  regions(): Iterable<Region> {
    return this.#byIndex;
  }

  /** Every tile's address, with its region and place; stop early by returning from the loop. */
  *tiles(): Generator<readonly [tile: number, region: Region, x: number, y: number]> {
    for (const region of this.#byIndex) {
      for (const [place, tile] of region.tiles)
        yield [tile, region, place & REGION_MASK, place >> REGION_BITS];
    }
  }

  /** The region of the tile at (tx, ty), if there is any tile in it. */
  regionOf(tx: bigint, ty: bigint): Region | null {
    return this.#region(tx >> BigInt(REGION_BITS), ty >> BigInt(REGION_BITS), false);
  }

  /** The tile at (tx, ty), or 0. */
  find(tx: bigint, ty: bigint): number {
    return this.regionOf(tx, ty)?.tiles.get(placeIn(tx, ty)) ?? 0;
  }

  /**
   * The tile at (tx, ty), created if missing. The caller has made sure that it lies on the grid. Errors:
   * `memory-limit`.
   */
  ensure(tx: bigint, ty: bigint): number {
    const region = this.#region(tx >> BigInt(REGION_BITS), ty >> BigInt(REGION_BITS), true) as Region;
    const place = placeIn(tx, ty);
    return region.tiles.get(place) ?? this.#create(region, place);
  }

  /** Creates the neighbour that a tile asked for. */
  ensureNeighbour(tile: number, direction: number): number {
    const number = this.words[(tile + NUMBER) / 4];
    const from = this.#placeOf[number];
    if (this.geometry.isOpen && isInside(from)) {
      const region = this.#byIndex[this.#regionOf[number]];
      const at = from + PLACE_STEPS[direction];
      return region.tiles.get(at) ?? this.#create(region, at);
    }
    const [tx, ty] = this.coordinates(tile);
    const [dx, dy] = DIRECTIONS[direction];
    const place = this.geometry.resolve(tx + BigInt(dx), ty + BigInt(dy));
    return place ? this.ensure(place.tx, place.ty) : 0;
  }

  /** Creates every missing source of a tile at a seam, and returns all of them. */
  ensureSources(tile: number): number[] {
    const seam = this.#seams.get(tile);
    return seam ? seam.tx.map((tx, i) => this.ensure(tx, seam.ty[i])) : [];
  }

  coordinates(tile: number): readonly [bigint, bigint] {
    const number = this.words[(tile + NUMBER) / 4];
    return coordinatesOf(this.#byIndex[this.#regionOf[number]], this.#placeOf[number]);
  }

  /** Existing tiles whose window reaches this one; may or may not include the tile itself. */
  neighbours(tile: number): number[] {
    const seam = this.#seams.get(tile);
    const found: number[] = [];
    if (seam) {
      for (let i = 0; i < seam.tx.length; i++) {
        const source = this.find(seam.tx[i], seam.ty[i]);
        if (source) found.push(source);
      }
    } else {
      for (let d = 0; d < 8; d++) {
        const link = this.words[(tile + LINKS) / 4 + d];
        if (link > VOID) found.push(link);
      }
    }
    return found;
  }

  /**
   * Runs `work` without the memory limit: for the neighbours of cells already written, where stopping half-way would
   * be worse than a few tiles too many. The next step meets the limit.
   */
  beyondLimit(work: () => void): void {
    const limit = this.#limit;
    this.#limit = Number.POSITIVE_INFINITY;
    try {
      work();
    } finally {
      this.#limit = limit;
    }
  }

  /** Gives back tiles without cells that nothing keeps awake. */
  collect(): void {
    this.kernel.tellTiles();
    for (const region of this.#byIndex) {
      for (const [place, tile] of region.tiles) {
        if (!this.kernel.isDisposable(tile) || this.words[(tile + FLAGS) / 4] & FORCE) continue;
        this.#remove(region, place, tile);
      }
    }
  }

  #region(rx: bigint, ry: bigint, create: boolean): Region | null {
    const last = this.#lastRegion;
    if (last && last.rx === rx && last.ry === ry) return last;
    const key = `${rx},${ry}`;
    let region = this.#regions.get(key);
    if (!region) {
      if (!create) return null;
      region = { index: this.#byIndex.length, rx, ry, tiles: new Map() };
      this.#byIndex.push(region);
      this.#regions.set(key, region);
    }
    this.#lastRegion = region;
    return region;
  }

  #create(region: Region, place: number): number {
    const tile = this.#allocateTile();
    const number = this.#freeNumbers.pop() ?? this.#numbers++;
    if (number >= this.#regionOf.length) {
      this.#regionOf = grown(this.#regionOf);
      this.#placeOf = grown(this.#placeOf);
    }
    this.#regionOf[number] = region.index;
    this.#placeOf[number] = place;
    const record = tile / 4;
    this.words.fill(0, record, record + recordBytes(this.#bits) / 4);
    this.words[(tile + NUMBER) / 4] = number;
    region.tiles.set(place, tile);
    this.#count++;
    this.#version++;
    if (this.geometry.isOpen && isInside(place)) {
      // Gliders make this the common path, without a bigint.
      this.words[(tile + MASK) / 4] = MASKS;
      this.#linkInside(tile, region, place);
      return tile;
    }
    const [tx, ty] = coordinatesOf(region, place);
    this.words[(tile + MASK) / 4] = MASKS + this.geometry.maskOf(tx, ty) * PLANE_BYTES;
    if (this.geometry.isSeam(tx, ty)) this.#makeSeam(tile, tx, ty);
    else if (isInside(place) && !this.geometry.atEdge(tx, ty)) this.#linkInside(tile, region, place);
    else this.#link(tile, tx, ty);
    if (this.#seams.size > 0) for (const neighbour of this.neighbours(tile)) this.#refreshSeam(neighbour);
    return tile;
  }

  /** Links a tile with its eight neighbours, both ways, where those are in the same region and no edge is near. */
  #linkInside(tile: number, region: Region, place: number): void {
    const { words } = this;
    for (let d = 0; d < 8; d++) {
      const neighbour = region.tiles.get(place + PLACE_STEPS[d]);
      words[(tile + LINKS) / 4 + d] = neighbour ?? EMPTY;
      if (neighbour !== undefined && (this.#seams.size === 0 || !this.#seams.has(neighbour))) {
        words[(neighbour + LINKS) / 4 + (d ^ 4)] = tile;
      }
    }
  }

  /** Links a tile with its eight neighbours anywhere. */
  #link(tile: number, tx: bigint, ty: bigint): void {
    for (let d = 0; d < 8; d++) {
      const [dx, dy] = DIRECTIONS[d];
      const at = this.geometry.resolve(tx + BigInt(dx), ty + BigInt(dy));
      const neighbour = at ? this.find(at.tx, at.ty) || EMPTY : VOID;
      this.words[(tile + LINKS) / 4 + d] = neighbour;
      if (neighbour > VOID && !this.#seams.has(neighbour)) {
        this.words[(neighbour + LINKS) / 4 + (d ^ 4)] = tile;
      }
    }
  }

  #remove(region: Region, place: number, tile: number): void {
    const around = this.neighbours(tile);
    const seam = this.#seams.get(tile);
    if (seam) {
      this.#seams.delete(tile);
      const free = this.#freePlans.get(seam.bytes);
      if (free) free.push(seam.address);
      else this.#freePlans.set(seam.bytes, [seam.address]);
    }
    region.tiles.delete(place);
    this.#version++;
    this.#count--;
    this.#freeNumbers.push(this.words[(tile + NUMBER) / 4]);
    this.#freeTiles.push(tile);
    for (const neighbour of around) {
      if (neighbour === tile) continue;
      if (this.#seams.has(neighbour)) this.#refreshSeam(neighbour);
      else {
        for (let d = 0; d < 8; d++) {
          const at = (neighbour + LINKS) / 4 + d;
          if (this.words[at] === tile) this.words[at] = EMPTY;
        }
      }
    }
  }

  #makeSeam(tile: number, tx: bigint, ty: bigint): void {
    const { sources, pieces } = this.geometry.seamPlan(tx, ty, columnBytes(this.#bits));
    const bytes = PLAN_HEAD + pieces.length * PIECE_BYTES + sources.length * 4;
    const address = this.#allocatePlan(bytes);
    this.words[address / 4] = pieces.length;
    this.words[address / 4 + 1] = sources.length;
    const from = new Uint32Array(pieces.length * 2);
    pieces.forEach((piece, i) => {
      const at = (address + PLAN_HEAD + i * PIECE_BYTES) / 4;
      this.words[at] = piece.target;
      this.words[at + 2] = piece.shift >>> 0;
      this.words[at + 3] = piece.mask;
      from[i * 2] = piece.source;
      from[i * 2 + 1] = piece.row;
    });
    this.words[(tile + PLAN) / 4] = address;
    this.words[(tile + FLAGS) / 4] |= GATHER;
    this.#seams.set(tile, {
      tx: sources.map((s) => s.tx),
      ty: sources.map((s) => s.ty),
      from,
      address,
      bytes,
    });
    this.#refreshSeam(tile);
    // Whole tiles next to a seam tile read its cells like any neighbour's.
    for (const neighbour of this.neighbours(tile)) {
      if (this.#seams.has(neighbour)) continue;
      const [nx, ny] = this.coordinates(neighbour);
      for (let d = 0; d < 8; d++) {
        const at = this.geometry.resolve(nx + BigInt(DIRECTIONS[d][0]), ny + BigInt(DIRECTIONS[d][1]));
        if (at && at.tx === tx && at.ty === ty) this.words[(neighbour + LINKS) / 4 + d] = tile;
      }
    }
  }

  /** Writes the present addresses of a seam tile's sources into its plan. Nothing for other tiles. */
  #refreshSeam(tile: number): void {
    const seam = this.#seams.get(tile);
    if (!seam) return;
    const addresses = seam.tx.map((tx, i) => this.find(tx, seam.ty[i]) || EMPTY);
    let at = (seam.address + PLAN_HEAD) / 4;
    for (let i = 0; i < seam.from.length; i += 2, at += PIECE_BYTES / 4) {
      this.words[at + 1] = addresses[seam.from[i]] + seam.from[i + 1] * 4;
    }
    this.words.set(addresses, at);
  }

  #allocateTile(): number {
    const free = this.#freeTiles.pop();
    if (free !== undefined) return free;
    const at = this.#top;
    const end = at + recordBytes(this.#bits);
    this.#grow(end);
    this.#top = end;
    return at;
  }

  #allocatePlan(bytes: number): number {
    const free = this.#freePlans.get(bytes)?.pop();
    if (free !== undefined) return free;
    const at = this.#top;
    const size = Math.ceil(bytes / 64) * 64;
    this.#grow(at + size);
    this.#top = at + size;
    return at;
  }

  #grow(end: number): void {
    const have = this.#memory.buffer.byteLength;
    if (end <= have) return;
    const limit = this.#limit - this.reserved;
    if (end > limit) throw overMemory(end + this.reserved, this.#limit, "This universe");
    // By a quarter at least, which keeps growing cheap; never past the limit.
    const want = Math.min(limit, Math.max(end, have * 1.25));
    try {
      this.#memory.grow(Math.max(Math.ceil((end - have) / PAGE), Math.floor((want - have) / PAGE)));
    } catch {
      throw overMemory(end, have, "This universe (on this machine)");
    }
    this.words = new Uint32Array(this.#memory.buffer);
  }

  /**
   * Call after writing cells of a tile: the next step computes the tile and all that read it, and the store creates
   * the missing neighbours that its cells (or the former ones) could reach. A `fresh` tile had no cells before.
   */
  touch(tile: number, fresh: boolean, parity: number): void {
    this.words[(tile + FLAGS) / 4] |= FORCE;
    this.#reach(tile, fresh ? liveEdges(this, tile, parity) : 0xff);
    this.kernel.enqueue(tile);
    if (this.#seams.has(tile)) for (const neighbour of this.neighbours(tile)) this.kernel.enqueue(neighbour);
    else this.kernel.enqueueLinked(tile);
  }

  /** Creates the missing neighbours in those directions (a bit each); for a tile at a seam, all of them. */
  #reach(tile: number, directions: number): void {
    if (this.#seams.has(tile)) {
      this.ensureSources(tile);
      return;
    }
    if (directions === 0) return;
    for (let d = 0; d < 8; d++) {
      if (this.words[(tile + LINKS) / 4 + d] === EMPTY && (directions >> d) & 1)
        this.ensureNeighbour(tile, d);
    }
  }

  /**
   * Starts the queues anew with every tile in them, forced, after the rule or the meaning of the planes has changed. With
   * `swap` the two planes of each tile change places, because the present generation's parity did. Where cells lie on an
   * edge, it creates again the neighbours that were collected as empty: the rule may now wake stable cells.
   */
  touchAll(parity: number, neighbourhood: number, swap: boolean): void {
    this.kernel.resetQueues();
    this.kernel.configure(neighbourhood, parity);
    const tiles = [...this.tiles()].map(([tile]) => tile);
    for (const tile of tiles) {
      const at = tile / 4;
      // Without the due bands: both queues are empty.
      this.words[at + FLAGS / 4] = (this.words[at + FLAGS / 4] & GATHER) | FORCE;
      if (swap) swapPlanes(this, tile);
    }
    this.beyondLimit(() => {
      for (const tile of tiles) this.#reach(tile, liveEdges(this, tile, parity));
    });
    for (const [tile] of this.tiles()) this.kernel.enqueue(tile);
  }
}

function grown(a: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const b = new Int32Array(a.length * 2);
  b.set(a);
  return b;
}
