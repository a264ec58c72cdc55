/** The options after `npm start --`. */

export interface LaunchArguments {
  /** From the sources, with hot reload. */
  readonly development: boolean;
  /** Straight to the browser, without trying Electron. */
  readonly browser: boolean;
  /** Whether to open a browser automatically. */
  readonly open: boolean;
  readonly port: number;
  readonly help: boolean;
  /** Files to open, and switches for Electron. */
  readonly rest: readonly string[];
}

export const DEFAULT_PORT = 4180;

export const USAGE = `Usage: npm start -- [options] [files]
  --browser     serve the studio to a browser, without Electron
  --no-open     do not open the browser
  --port N      the port to begin with (${DEFAULT_PORT})
  --help        this text`;

/** Throws an Error with one sentence for an invalid option. */
export function parseLaunchArguments(argv: readonly string[]): LaunchArguments {
  const options = { development: false, browser: false, open: true, port: DEFAULT_PORT, help: false };
  const rest: string[] = [];
  for (let i = 0; i < argv.length; i++) {
    const argument = argv[i] as string;
    const [name, inline] = argument.split("=", 2) as [string, string | undefined];
    if (argument === "--") {
      rest.push(...argv.slice(i));
      break;
    }
    if (argument === "--dev") options.development = true;
    else if (argument === "--browser") options.browser = true;
    else if (argument === "--no-open") options.open = false;
    else if (argument === "--help" || argument === "-h") options.help = true;
    else if (name === "--port") options.port = portOf(inline ?? argv[++i]);
    else rest.push(argument);
  }
  return { ...options, rest };
}

function portOf(text: string | undefined): number {
  const port = Number(text);
  if (text && /^\d+$/.test(text) && port < 65_536) return port;
  throw new Error(`--port takes a number from 0 to 65535, not "${text ?? ""}".`);
}
