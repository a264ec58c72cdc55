// A real Chromium and a software Vulkan driver for the tests, both out of the npm package @sparticuz/chromium, so that
// they run on a bare machine: nothing has to be installed but what `npm ci` brings.
//
// The package unpacks itself into the temporary folder and checks only whether files are there, so two processes that
// start together can run half a browser. Here each process unpacks into a folder of its own and then renames it to the
// common name: the rename is atomic, the first one wins and the others throw theirs away.

import { execFile } from "node:child_process";
import { existsSync, lstatSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

export interface ChromiumKit {
  readonly folder: string;
  /** The headless Chromium. */
  readonly executable: string;
  /** What Chromium must be started with: its own libraries (the system may lack nss) and its own fonts. */
  readonly chromiumEnv: Readonly<Record<string, string>>;
  /** SwiftShader's Vulkan manifest, for VK_DRIVER_FILES. */
  readonly vulkanDriver: string;
  /** The folder with the Vulkan loader libvulkan.so.1, for LD_LIBRARY_PATH. */
  readonly libraryFolder: string;
  /** What a process needs from its very start for Dawn to find SwiftShader. */
  readonly vulkanEnv: Readonly<Record<string, string>>;
}

/** TESSELLA_CHROMIUM names a browser to use instead of the package's: elsewhere than on Linux x64, or for its GPU. */
export const ownChromium: string | undefined = process.env.TESSELLA_CHROMIUM || undefined;

/** TESSELLA_GPU=1 lets that browser use the machine's own GPU; the package's browser reaches none. */
export const onRealGpu: boolean = process.env.TESSELLA_GPU === "1";
if (onRealGpu && !ownChromium)
  throw new Error("TESSELLA_GPU needs a browser: name one in TESSELLA_CHROMIUM.");

/**
 * The flags with which WebGPU, OffscreenCanvas and WebCodecs all work on SwiftShader. Others crash at the first
 * presented canvas; the package's own `args` are among those.
 */
const softwareFlags: readonly string[] = [
  "--use-webgpu-adapter=swiftshader",
  "--use-angle=swiftshader",
  "--enable-features=Vulkan",
  "--use-vulkan=swiftshader",
  "--disable-vulkan-surface",
];

/** On Linux WebGPU shares pictures with the window only where that is put together through Vulkan too. */
const linuxFlags: readonly string[] = [
  "--use-angle=vulkan",
  "--enable-features=Vulkan",
  "--use-vulkan=native",
  "--disable-vulkan-surface",
];

const realFlags: readonly string[] = process.platform === "linux" ? linuxFlags : [];

const chromiumFlags: readonly string[] = [
  "--no-sandbox",
  "--enable-unsafe-webgpu",
  "--ignore-gpu-blocklist",
  ...(onRealGpu ? realFlags : softwareFlags),
];

/** What starts the browser, through playwright. Where it is the package's, that must have been unpacked. */
export function chromiumLaunch(): {
  readonly executablePath: string;
  readonly args: string[];
  readonly env: Record<string, string>;
  readonly headless: boolean;
  readonly timeout: number;
} {
  const kit = chromiumKit();
  const defined = Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return {
    executablePath: ownChromium ?? kit.executable,
    args: [...chromiumFlags],
    env: { ...Object.fromEntries(defined), ...(ownChromium ? {} : kit.chromiumEnv) },
    // Pictures of a window that is not there show nothing of what a GPU drew.
    headless: !onRealGpu,
    timeout: 60_000,
  };
}

const repositoryRoot = fileURLToPath(new URL("../..", import.meta.url));

/** Whether the package has a Chromium for this machine. */
export function chromiumIsPackaged(): boolean {
  return process.platform === "linux" && process.arch === "x64";
}

/** Where everything is once `unpackChromium` has run; known before, because vitest reads its config first. */
export function chromiumKit(parent: string = tmpdir()): ChromiumKit {
  // The user's number keeps two people on one machine out of each other's folder.
  const folder = join(parent, `tessella-chromium-${packageVersion()}-${process.getuid?.() ?? 0}`);
  const vulkanDriver = join(folder, "vk_swiftshader_icd.json");
  return {
    folder,
    executable: join(folder, "chromium"),
    chromiumEnv: {
      LD_LIBRARY_PATH: joinSearchPath(join(folder, "al2023", "lib"), process.env.LD_LIBRARY_PATH),
      FONTCONFIG_PATH: join(folder, "fonts"),
    },
    vulkanDriver,
    libraryFolder: folder,
    vulkanEnv: {
      VK_DRIVER_FILES: vulkanDriver,
      // The older name of the same setting; loaders before 1.3.207 know no other.
      VK_ICD_FILENAMES: vulkanDriver,
      LD_LIBRARY_PATH: joinSearchPath(folder, process.env.LD_LIBRARY_PATH),
    },
  };
}

/** Unpacks Chromium and its libraries unless that has been done. Safe to call from several processes at once. */
export async function unpackChromium(parent: string = tmpdir()): Promise<ChromiumKit> {
  if (!chromiumIsPackaged()) {
    throw new Error(`@sparticuz/chromium has no Chromium for ${process.platform}-${process.arch}.`);
  }
  const kit = chromiumKit(parent);
  if (isComplete(kit)) return kit;
  await mkdir(parent, { recursive: true });
  const staging = await mkdtemp(join(parent, "tessella-chromium-unpacking-"));
  try {
    await unpackInto(staging);
    await writeFile(join(staging, "fonts", "fonts.conf"), fontsConfig(join(kit.folder, "fonts")));
    await publish(staging, kit);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
  return kit;
}

/** Renames the finished folder into place; when another process was faster, its folder is the one that stays. */
async function publish(staging: string, kit: ChromiumKit): Promise<void> {
  try {
    await rename(staging, kit.folder);
  } catch (cause) {
    if (isComplete(kit)) return;
    // A folder of that name that lacks files: a temporary folder that was swept while it lay there.
    const swept = `${staging}-swept`;
    await rename(kit.folder, swept).catch(() => undefined);
    await rm(swept, { recursive: true, force: true });
    await rename(staging, kit.folder).catch(() => {
      if (!isComplete(kit)) throw cause;
    });
  }
}

/**
 * Lets the package unpack itself in a child process whose temporary folder is ours. It unpacks the al2023 libraries
 * (nss, nspr, expat) only when it believes that it runs in AWS Lambda, hence the variable.
 */
async function unpackInto(staging: string): Promise<void> {
  const script =
    'const { default: chromium } = await import("@sparticuz/chromium"); await chromium.executablePath();';
  await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", script], {
    cwd: repositoryRoot,
    env: { ...process.env, TMPDIR: staging, AWS_EXECUTION_ENV: "AWS_Lambda_nodejs20.x", NODE_OPTIONS: "" },
    timeout: 120_000,
  });
}

function isComplete(kit: ChromiumKit): boolean {
  const needed = [
    kit.executable,
    kit.vulkanDriver,
    join(kit.folder, "libvk_swiftshader.so"),
    join(kit.folder, "libvulkan.so.1"),
    join(kit.folder, "libEGL.so"),
    join(kit.folder, "libGLESv2.so"),
    join(kit.folder, "al2023", "lib", "libnss3.so"),
    join(kit.folder, "al2023", "lib", "libsoftokn3.so"),
    join(kit.folder, "fonts", "fonts.conf"),
  ];
  if (!needed.every((file) => existsSync(file))) return false;
  // The temporary folder is anyone's to write, and what lies here gets executed.
  const owner = lstatSync(kit.folder).uid;
  const self = process.getuid?.();
  if (self !== undefined && owner !== self)
    throw new Error(`${kit.folder} belongs to another user; remove it.`);
  return true;
}

/** The package's own fonts.conf names folders of AWS Lambda; with this one Chromium has one font on every machine. */
function fontsConfig(fonts: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${fonts}</dir>
  <cachedir>${join(fonts, "cache")}</cachedir>
</fontconfig>
`;
}

function packageVersion(): string {
  const manifest = JSON.parse(readFileSync(join(repositoryRoot, "package.json"), "utf8")) as {
    readonly devDependencies: Readonly<Record<string, string>>;
  };
  return manifest.devDependencies["@sparticuz/chromium"] ?? "unknown";
}

function joinSearchPath(first: string, rest: string | undefined): string {
  return rest ? `${first}:${rest}` : first;
}
