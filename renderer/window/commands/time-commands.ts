import { grouped } from "../../../engine/core/integers.ts";
import type { CommandState } from "../../commands/command.ts";
import type { Pace } from "../../editor/time/pace.ts";
import { faster, runOptions, slower, stepOf, withExponent } from "../../editor/time/pace.ts";
import type { Command, DocumentContext } from "../../studio/command.ts";

const free = (state: CommandState): boolean => !state.pending;

const change =
  (next: (pace: Pace) => Pace) =>
  ({ pace, setPace, hint, keys }: DocumentContext): void => {
    const changed = next(pace);
    if (changed === pace && pace.rate === null) {
      const larger = keys("time.larger-step");
      hint(`It runs as fast as it can${larger ? `; ${larger} makes the step larger` : ""}.`);
    }
    setPace(changed);
  };

export const TIME_COMMANDS: readonly Command[] = [
  {
    id: "time.run",
    name: "Run or stop",
    category: "Time",
    keywords: "run stop pause play start go halt resume",
    keys: ["Enter"],
    // While a paste floats, Enter puts it down; the button still runs and stops.
    keysWhen: free,
    checked: (state) => state.running,
    overtakes: (state) => state.running,
    run: ({ editor, pace, until }) =>
      editor.state.running ? editor.stop() : editor.run(runOptions(pace, until)),
  },
  {
    id: "time.next",
    name: "One generation",
    category: "Time",
    keywords: "forward advance tick frame",
    keys: ["Space"],
    run: ({ editor }) => editor.step(1n),
  },
  {
    id: "time.step",
    name: "One step",
    category: "Time",
    keywords: "forward advance jump skip",
    keys: ["Tab"],
    run: ({ editor, pace }) => editor.step(stepOf(pace)),
  },
  {
    id: "time.back",
    name: "One generation back",
    category: "Time",
    keywords: "backward rewind previous reverse",
    keys: ["B", "Backspace"],
    run: async ({ editor, hint }) => {
      const { generation } = editor;
      const moved = await editor.inTime((queue) => queue.stepBack(1n));
      if (!moved) hint(`The universe begins at generation ${grouped(generation)}.`);
    },
  },
  {
    id: "time.go-to",
    name: "Go to generation",
    category: "Time",
    keywords: "jump scrub travel skip generation",
    keys: ["Shift+N"],
    run: ({ services }) => services.dialogs.show("go-to"),
  },
  {
    id: "time.set-generation",
    name: "Set the generation number",
    category: "Time",
    keywords: "count renumber",
    keys: [],
    run: ({ services }) => services.dialogs.show("set-generation"),
  },
  {
    id: "time.faster",
    name: "Faster",
    category: "Time",
    keywords: "speed quicker accelerate rate fps",
    group: 1,
    keys: ["+", "="],
    run: change(faster),
  },
  {
    id: "time.slower",
    name: "Slower",
    category: "Time",
    keywords: "speed slow motion decelerate rate fps",
    group: 1,
    keys: ["-", "_"],
    run: change(slower),
  },
  {
    id: "time.larger-step",
    name: "Larger step",
    category: "Time",
    keywords: "exponent base double generations size",
    group: 1,
    keys: ["."],
    run: change((pace) => withExponent(pace, pace.exponent + 1)),
  },
  {
    id: "time.smaller-step",
    name: "Smaller step",
    category: "Time",
    keywords: "exponent base halve generations size",
    group: 1,
    keys: [","],
    run: change((pace) => withExponent(pace, pace.exponent - 1)),
  },
  {
    id: "time.hyperspeed",
    name: "Hyperspeed",
    category: "Time",
    keywords: "accelerate warp leap",
    group: 1,
    keys: [],
    when: (state) => state.leaps,
    needs: "an algorithm that leaps, such as HashLife",
    checked: (state) => state.leaps && state.hyperspeed,
    run: ({ services }) => services.shell.setState(({ hyperspeed }) => ({ hyperspeed: !hyperspeed })),
  },
  {
    id: "time.until-died",
    name: "Stop when everything has died",
    category: "Time",
    keywords: "end extinct condition",
    group: 3,
    keys: [],
    checked: (state) => state.untilDied,
    run: ({ services: { pacing, settings } }) => pacing.setUntil({ untilDied: !settings.now.untilDied }),
  },
  {
    id: "time.until-periodic",
    name: "Stop when periodic",
    category: "Time",
    keywords: "end oscillating stable cycle condition",
    group: 3,
    keys: [],
    checked: (state) => state.untilPeriodic,
    run: ({ services: { pacing, settings } }) =>
      pacing.setUntil({ untilPeriodic: !settings.now.untilPeriodic }),
  },
  {
    id: "time.reset",
    name: "Reset to the start",
    category: "Time",
    keywords: "rewind restart beginning first zero",
    group: 2,
    keys: ["Mod+R"],
    when: (state) => state.canReset,
    needs: "generations since the start",
    run: ({ editor }) => editor.reset(),
  },
];
