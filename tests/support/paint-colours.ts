/** Colours that no theme has, each unlike the others: a pixel tells which layer it shows. */

import { pixelOf } from "./pixels.ts";

export const TOLD_COLOURS = {
  ground: pixelOf("#0c0f14"),
  cell: pixelOf("#f4e7c3"),
  grid: pixelOf("#203040"),
  grid10: pixelOf("#405060"),
  outside: pixelOf("#602020"),
  edge: pixelOf("#00ff00"),
  ages: [0xfff6d8, 0xf2c14e, 0xe58f40, 0xd9673a, 0xc0573f, 0xa8488e, 0x8050a0, 0x5f62c4].map(
    (c) => 0xff000000 + c,
  ),
};
