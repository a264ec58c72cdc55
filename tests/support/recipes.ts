/**
 * The recipes of docs/RECIPES.md as files. Each code block names a file; one that also names a list holds a line for it. All
 * of them are written to a scratch folder that mirrors the repository's: new files as they are, the others with their line
 * in its list. Imports lead to the scratch folder where it has the file, else to the repository.
 */

import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, posix, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

export interface RecipeFile {
  readonly path: string;
  readonly text: string;
}

export interface RecipeLine extends RecipeFile {
  /** The constant or interface that gets the line. */
  readonly list: string;
}

export interface Recipe {
  readonly title: string;
  readonly files: readonly RecipeFile[];
  readonly lines: readonly RecipeLine[];
  readonly saysTest: boolean;
}

export function readRecipes(): readonly Recipe[] {
  const [, ...sections] = readFileSync(join(ROOT, "docs/RECIPES.md"), "utf8").split(/^## /m);
  return sections.map((section) => {
    const blocks = [...section.matchAll(/^```tsx? ([^\s:]+)(?:: (\w+))?\n(.*?)^```$/gms)];
    return {
      title: section.slice(0, section.indexOf("\n")),
      files: blocks.flatMap(([, path, list, text]) => (list ? [] : [{ path, text }])),
      lines: blocks.flatMap(([, path, list, text]) => (list ? [{ path, list, text }] : [])),
      saysTest: /^Test: /m.test(section),
    };
  });
}

/** Writes every recipe into a folder of the repository. Answers the files by the paths that the recipes give them. */
export function writeRecipes(recipes: readonly Recipe[], folder: string): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const { path, text } of recipes.flatMap(({ files }) => files)) texts.set(path, text);
  for (const recipe of recipes) {
    for (const line of recipe.lines) {
      const before = texts.get(line.path) ?? readFileSync(join(ROOT, line.path), "utf8");
      texts.set(line.path, withLine(before, line, recipe.files));
    }
  }
  const scratch = join(ROOT, folder);
  rmSync(scratch, { recursive: true, force: true });
  const written = new Map<string, string>();
  for (const [path, text] of texts) {
    const file = join(scratch, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, withImports(path, text, texts, relative(scratch, ROOT).split(sep).join("/")));
    written.set(path, file);
  }
  return written;
}

/** What TypeScript says of the files under the repository's own settings. */
export function typeErrors(files: Iterable<string>): readonly string[] {
  const config = ts.readConfigFile(join(ROOT, "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(
    { ...config.config, include: [], files: [] },
    ts.sys,
    ROOT,
  );
  const paths = [...files];
  const host = ts.createCompilerHost(options);
  // In TypeScript no comment is a type: `tsc` passes over most of them too.
  host.jsDocParsingMode = ts.JSDocParsingMode.ParseForTypeErrors;
  const program = ts.createProgram(paths, options, host);
  return paths.flatMap((path) => {
    const source = program.getSourceFile(path);
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map(
      ({ messageText }) => `${relative(ROOT, path)}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`,
    );
  });
}

/** The file with the line as the first of the list, and with an import of what the line takes from the recipe's files. */
function withLine(
  text: string,
  { path, list, text: line }: RecipeLine,
  files: readonly RecipeFile[],
): string {
  const opening = new RegExp(
    String.raw`^export (?:const|interface) ${list}\b[^\n]*?(?:", \[|[[{]$)`,
    "m",
  ).exec(text);
  if (!opening) throw new Error(`${path} has no list ${list}.`);
  const at = opening.index + opening[0].length;
  const imports = files.flatMap((file) => {
    const names = [...file.text.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name);
    const used = names.filter((name) => new RegExp(String.raw`\b${name}\b`).test(line));
    return used.length > 0 ? `import { ${used.join(", ")} } from "${relativeTo(path, file.path)}";\n` : [];
  });
  return `${imports.join("")}${text.slice(0, at)}\n${line}${text.slice(at)}`;
}

/** `there`: the way from the scratch folder to the repository. */
function withImports(path: string, text: string, own: ReadonlyMap<string, string>, there: string): string {
  return text.replace(
    /(\bfrom |\bimport\(|^import |declare module |new URL\()"(\.[^"]+)"/gm,
    (whole, word: string, specifier: string) => {
      const target = posix.join(posix.dirname(path), specifier);
      if (own.has(target)) return whole;
      return `${word}"${relativeTo(path, posix.join(there, target))}"`;
    },
  );
}

/** How a file imports another. Both paths begin in the scratch folder. */
function relativeTo(from: string, to: string): string {
  const base = "/any/scratch/folder";
  const way = posix.relative(posix.join(base, posix.dirname(from)), posix.join(base, to));
  return way.startsWith(".") ? way : `./${way}`;
}
