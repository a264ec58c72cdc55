// Pictures of states. A sheet in `tables` holds them: the number of widths and of states, the widths, then for each height, each width and
// each state from 1 on where its picture begins in the sheet, 0 for none. A picture is a word, 0 or 1, and its pixels row by row: with 0
// four to a word, each the 255ths of the pixel that the state's colour covers; with 1 a word each, a colour of its own below those 255ths.

// `size`: the places of the width and of the height.
fn icon_start(sheet: u32, size: vec2u, state: u32) -> u32 {
  let widths = tables[sheet];
  let last = tables[sheet + 1u];
  if (state == 0u || state > last) {
    return 0u;
  }
  return tables[sheet + 2u + widths + (size.y * widths + size.x) * last + state - 1u];
}

fn icon_width(sheet: u32, place: u32) -> u32 {
  return tables[sheet + 2u + place];
}

// The colour of a picture's pixel, row by row, over a layer.
fn icon_colour(sheet: u32, start: u32, pixel: u32, palette: u32, layer: u32) -> vec4f {
  let pixels = sheet + start + 1u;
  if (tables[sheet + start] == 0u) {
    let share = (tables[pixels + (pixel >> 2u)] >> (8u * (pixel & 3u))) & 0xffu;
    // In 256ths.
    return colour_at(palette, layer, share + (share >> 7u));
  }
  let own = tables[pixels + pixel];
  let under = tables[palette + layer * (full + 1u)];
  let share = i32(own >> 24u);
  var mixed = 0xff000000u;
  for (var shift = 0u; shift < 24u; shift += 8u) {
    let below = i32((under >> shift) & 0xffu);
    let above = i32((own >> shift) & 0xffu);
    // Rounded to the nearest whole number, of which there is always one: 255 is odd.
    mixed |= u32((2 * (255 * below + (above - below) * share) + 255) / 510) << shift;
  }
  return unpack4x8unorm(mixed);
}
