/** Generations: rules whose cells die in several steps. Most come from Mirek Wójtowicz's MCell. */

import type { NamedRule, Tag } from "./named-rule.ts";
import { named } from "./named-rule.ts";

function fading(name: string, rule: string, note: string, ...tags: readonly Tag[]): NamedRule {
  return named(name, rule, null, note, "dying cells", ...tags);
}

export const GENERATIONS_RULES: readonly NamedRule[] = [
  fading(
    "Brian's Brain",
    "/2/3",
    "Cells fire and rest for a generation: nothing survives, and ships fly at the speed of light.",
    "guns and ships",
  ),
  fading(
    "Star Wars",
    "345/2/4",
    "Walls that stand, pinwheels that turn in five generations, and ships at the speed of light.",
    "guns and ships",
    "oscillators",
  ),
  fading(
    "Fireworks",
    "2/13/21",
    "One cell goes off like a rocket, and its smoke hangs about for 19 generations.",
  ),
  fading(
    "Bombers",
    "345/24/25",
    "Ships drag tails of 23 dying states at light speed; a pinwheel turns in 25 generations.",
    "oscillators",
  ),
  fading(
    "Swirl",
    "23/34/8",
    "Soup turns into swirls; a ship of c/2 takes twelve generations for its step of six cells.",
    "guns and ships",
  ),
  fading(
    "BelZhab",
    "23/23/8",
    "Waves run through each other as in the reaction of Belousov and Zhabotinsky.",
  ),
  fading(
    "BelZhab Sediment",
    "145678/23/8",
    "BelZhab with a sediment: cells with four and more live neighbours stay.",
  ),
  fading(
    "Brain 6",
    "6/246/3",
    "Brian's Brain with more births: its diagonal ship flies here too, beside a period of 6.",
    "guns and ships",
    "oscillators",
  ),
  fading(
    "Burst",
    "0235678/3468/9",
    "Lone cells live for ever, and four around a hole oscillate with period 36.",
  ),
  fading(
    "Burst II",
    "235678/3468/9",
    "Burst in which lone cells die: a ship of 17 cells moves three cells in 13 generations.",
    "guns and ships",
  ),
  fading(
    "Caterpillars",
    "124567/378/4",
    "Nine cells stretch into a striped caterpillar without end.",
    "growing crystals",
  ),
  fading(
    "Chenille",
    "05678/24567/6",
    "Six scattered cells oscillate with period 14, and eight make a ship of c/2.",
    "oscillators",
  ),
  fading(
    "Circuit Genesis",
    "2345/1234/8",
    "One cell is enough for fronts at the speed of light, with circuits behind.",
  ),
  fading("Cooties", "23/2/8", "A live pair with a tail of six dying ones flies at the speed of light."),
  fading(
    "Ebb & Flow",
    "012478/36/18",
    "What dies ebbs away through 16 states; four cells begin an oscillator of period 38.",
    "oscillators",
  ),
  fading(
    "Ebb & Flow II",
    "012468/37/18",
    "An arrow of 40 cells flies at c/2, and five cells in a cross have period 18.",
    "guns and ships",
    "oscillators",
  ),
  fading("Faders", "2/2/25", "Live fronts fade through 23 states behind them."),
  fading(
    "Flaming Starbows",
    "347/23/8",
    "Three cells draw a burning bow that lengthens at the speed of light.",
  ),
  fading(
    "Frogs",
    "12/34/3",
    "Six cells hop one cell in five generations, between oscillators of periods 3, 4, 5 and 6.",
    "guns and ships",
    "oscillators",
  ),
  fading("Frost", "/1/25", "One cell covers the plane like frost on a window, though nothing survives."),
  fading(
    "Frozen Spirals",
    "356/23/6",
    "Ships at light speed, of periods 1, 2 and 4, spread wings of dying cells.",
  ),
  fading(
    "Glisserati",
    "035678/245678/7",
    "Seven states: three cells are enough for a front that lengthens for ever.",
  ),
  fading("Glissergy", "035678/245678/5", "Glisserati with a shorter memory: five states instead of seven."),
  fading("Lava", "12345/45678/8", "Solid matter spreads like lava; a ring of six cells beats with period 8."),
  fading("Lines", "012345/458/3", "Rings of live cells beat with every period from 3 to 12.", "oscillators"),
  fading(
    "Living on the Edge",
    "345/3/6",
    "A ship of 15 cells flies at c/2, and 18 cells are enough to grow for ever.",
    "guns and ships",
  ),
  fading(
    "Meteor Guns",
    "01245678/3/8",
    "A live cell dies of three neighbours alone; five cells blink with period 8.",
    "oscillators",
  ),
  fading("Nova", "45678/2478/25", "Stars burst into rings that take 23 generations to fade."),
  fading("OrthoGo", "3/2/4", "Ships of six cells go straight ahead at the speed of light."),
  fading(
    "Prairie on Fire",
    "345/34/6",
    "Fire runs over live prairie; nine cells have period 8.",
    "oscillators",
  ),
  fading(
    "RainZha",
    "2/23/8",
    "BelZhab in which three neighbours keep no cell alive: its waves come down like rain.",
  ),
  fading(
    "Rake",
    "3467/2678/6",
    "Ships at light speed have periods 1, 2 and 4; ten cells oscillate with period 12.",
    "guns and ships",
  ),
  fading(
    "SediMental",
    "45678/25678/4",
    "Ships at light speed over solid sediment, where a star of 33 cells has period 12.",
    "guns and ships",
  ),
  fading(
    "Snake",
    "03467/25/6",
    "Three cells on a diagonal oscillate with period 12, and eight make a ship of c/2.",
    "oscillators",
  ),
  fading(
    "Soft Freeze",
    "13458/38/6",
    "Soup freezes softly, and a ship of ten cells creeps on at c/8.",
    "guns and ships",
  ),
  fading("Spirals", "2/234/5", "Soup winds itself into spirals that turn for ever."),
  fading(
    "Sticks",
    "3456/2/6",
    "Sixteen cells become a gun that fires a ship at light speed every six generations.",
    "guns and ships",
  ),
  fading("Thrill Grill", "1234/34/48", "Of 48 states 46 are glowing embers."),
  fading(
    "Transers",
    "345/26/5",
    "An arch of nine cells has period 12 among ships at light speed.",
    "oscillators",
  ),
  fading("Transers II", "0345/26/6", "Transers in which lone cells live on, and death takes a state more."),
  fading("Wanderers", "345/34678/5", "Ships of c/2 wander off with periods 12 and 24.", "guns and ships"),
  fading(
    "Worms",
    "3467/25/6",
    "Four cells are enough to grow for ever, by ten cells every other generation.",
  ),
  fading(
    "Xtasy",
    "1456/2356/16",
    "A totem of 64 cells flies at light speed, its states one above the other.",
  ),
  fading(
    "Banners",
    "2367/3457/5",
    "A kite of 21 cells has period 60; most else spreads without end.",
    "oscillators",
  ),
  fading(
    "Bloomerang",
    "234/34678/24",
    "Two combs of eight cells bloom for ever, by 108 cells every 8 generations.",
  ),
];
