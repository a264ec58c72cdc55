/** What a part of the studio says and asks where there is no window: sentences, dialogs, and the answers laid out for them. */

export interface Heard {
  /** Sentences as they came: a note as it is, another kind with its name, a failure as one, work under way with dots. */
  readonly said: string[];
  /** Dialogs and questions, by what they were shown with. */
  readonly shown: unknown[][];
  /** To the next questions; none is one that was dismissed. */
  readonly answers: (string | null)[];
  readonly status: {
    say(text: string, kind?: string): void;
    report(error: Error): void;
  };
  readonly dialogs: {
    show(...page: unknown[]): void;
    ask(...question: unknown[]): Promise<string | null>;
  };
}

export function listening(): Heard {
  const said: string[] = [];
  const shown: unknown[][] = [];
  const answers: (string | null)[] = [];
  return {
    ...{ said, shown, answers },
    status: {
      say: (text, kind = "note") => void said.push(kind === "note" ? text : `${kind}: ${text}`),
      report: ({ message }) => void said.push(`failed: ${message}`),
    },
    dialogs: {
      show: (...page) => void shown.push(page),
      ask: async (...question) => {
        shown.push(question);
        return answers.shift() ?? null;
      },
    },
  };
}
