// What the architecture test wants to know of one source file, read from TypeScript's own syntax tree: a comment or a
// string that looks like an import is not one, and an import spread over ten lines is.

import ts from "typescript";

// Taken out once: whatever is asked of the imported object goes through vitest's proxy of it, for each of a million nodes.
const { SyntaxKind: Kind, forEachChild } = ts;

export interface ImportFact {
  readonly specifier: string;
  readonly line: number;
  /** Erased by the compiler: no code is reached through it. */
  readonly typeOnly: boolean;
  /** `url` is `new URL("...", import.meta.url)` (a worker), `glob` is vite's `import.meta.glob`. */
  readonly kind: "import" | "url" | "glob";
}

export interface Place {
  readonly name: string;
  readonly line: number;
}

export interface SourceFacts {
  readonly imports: readonly ImportFact[];
  /** Uses of names that a page has and a web worker has not. */
  readonly pageGlobals: readonly Place[];
  readonly anys: readonly Place[];
  readonly enums: readonly Place[];
  readonly defaultExports: readonly Place[];
  /** Effects of React that give back whatever they called gives back, as if that were what cleans up. */
  readonly leakyEffects: readonly Place[];
  /** Types, interfaces and classes that it declares and exports. */
  readonly exportedTypes: readonly Place[];
  /** Nothing in it but exports of other files' names. */
  readonly isBarrel: boolean;
}

const pageOnly = new Set(["window", "document", "localStorage", "sessionStorage", "alert"]);

export function readFacts(path: string, text: string): SourceFacts {
  const kind = path.endsWith("x")
    ? ts.ScriptKind.TSX
    : /js$/.test(path)
      ? ts.ScriptKind.JS
      : ts.ScriptKind.TS;
  const options = {
    languageVersion: ts.ScriptTarget.Latest,
    jsDocParsingMode: ts.JSDocParsingMode.ParseNone,
  };
  const file = ts.createSourceFile(path, text, options, true, kind);
  const imports: ImportFact[] = [];
  const pageUses: Place[] = [];
  const anys: Place[] = [];
  const enums: Place[] = [];
  const defaultExports: Place[] = [];
  const leakyEffects: Place[] = [];
  const exportedTypes: Place[] = [];
  const declared = new Set<string>();

  const lineOf = (node: ts.Node): number => file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1;
  const place = (node: ts.Node, name: string): Place => ({ name, line: lineOf(node) });
  const addImport = (
    node: ts.Node | undefined,
    typeOnly: boolean,
    how: ImportFact["kind"] = "import",
  ): void => {
    if (node && ts.isStringLiteralLike(node)) {
      imports.push({ specifier: node.text, line: lineOf(node), typeOnly, kind: how });
    }
  };

  const visit = (node: ts.Node): void => {
    // Most nodes are of none of these kinds.
    switch (node.kind) {
      case Kind.ImportDeclaration: {
        const { moduleSpecifier, importClause } = node as ts.ImportDeclaration;
        addImport(moduleSpecifier, importClause?.phaseModifier === Kind.TypeKeyword);
        break;
      }
      case Kind.ExportDeclaration: {
        const exporting = node as ts.ExportDeclaration;
        addImport(exporting.moduleSpecifier, exporting.isTypeOnly);
        if (exportsDefaultName(exporting)) defaultExports.push(place(node, "default"));
        break;
      }
      case Kind.ImportType: {
        const { argument } = node as ts.ImportTypeNode;
        addImport(ts.isLiteralTypeNode(argument) ? argument.literal : undefined, true);
        break;
      }
      case Kind.ExternalModuleReference:
        addImport((node as ts.ExternalModuleReference).expression, false);
        break;
      case Kind.CallExpression: {
        const call = node as ts.CallExpression;
        readCall(call, addImport);
        if (isLeakyEffect(call)) leakyEffects.push(place(node, call.expression.getText(file)));
        break;
      }
      case Kind.NewExpression:
        readNew(node as ts.NewExpression, addImport);
        break;
      case Kind.ExportAssignment:
        defaultExports.push(place(node, "default"));
        break;
      case Kind.EnumDeclaration:
        enums.push(place(node, (node as ts.EnumDeclaration).name.text));
        break;
      case Kind.AnyKeyword:
        anys.push(place(node, "any"));
        break;
      case Kind.Identifier: {
        const name = node as ts.Identifier;
        if (isDeclaredName(name)) declared.add(name.text);
        else if (pageOnly.has(name.text) && isFreeName(name)) pageUses.push(place(node, name.text));
        else if (/^HTML\w*Element$/.test(name.text)) pageUses.push(place(node, name.text));
      }
    }
    forEachChild(node, visit);
  };
  visit(file);
  for (const statement of file.statements) {
    if (isExportedType(statement)) exportedTypes.push(place(statement, statement.name?.text ?? "default"));
    if (ts.canHaveModifiers(statement) && ts.getModifiers(statement)?.some(isDefaultModifier))
      defaultExports.push(place(statement, "default"));
  }

  return {
    imports,
    // A parameter or variable that happens to be called `window` (a sliding one, say) is no page.
    pageGlobals: pageUses.filter((use) => !declared.has(use.name)),
    anys,
    enums,
    defaultExports,
    leakyEffects,
    exportedTypes,
    isBarrel: file.statements.length > 0 && file.statements.every(isReExport),
  };
}

type AddImport = (node: ts.Node | undefined, typeOnly: boolean, how?: ImportFact["kind"]) => void;

/** `import("...")`, `require("...")` and `import.meta.glob("..." or [...])`. */
function readCall(node: ts.CallExpression, add: AddImport): void {
  const [first] = node.arguments;
  const callee = node.expression;
  if (callee.kind === ts.SyntaxKind.ImportKeyword) add(first, false);
  else if (ts.isIdentifier(callee) && callee.text === "require") add(first, false);
  else if (
    ts.isPropertyAccessExpression(callee) &&
    callee.name.text === "glob" &&
    isImportMeta(callee.expression)
  ) {
    const patterns = first && ts.isArrayLiteralExpression(first) ? first.elements : [first];
    for (const pattern of patterns) add(pattern, false, "glob");
  }
}

/** `useEffect(() => element.scrollTo(...))`: what a function gives back beside its types is up to the browser. */
function isLeakyEffect(node: ts.CallExpression): boolean {
  const callee = node.expression;
  if (!ts.isIdentifier(callee) || !/^use(Layout|Insertion)?Effect$/.test(callee.text)) return false;
  const [effect] = node.arguments;
  if (!effect || !ts.isArrowFunction(effect)) return false;
  return !ts.isBlock(effect.body) && !ts.isArrowFunction(effect.body);
}

/** `new URL("...", import.meta.url)`, which bundlers follow like an import. */
function readNew(node: ts.NewExpression, add: AddImport): void {
  const [first, second] = node.arguments ?? [];
  const isUrl = ts.isIdentifier(node.expression) && node.expression.text === "URL";
  if (isUrl && second && ts.isPropertyAccessExpression(second) && isImportMeta(second.expression)) {
    add(first, false, "url");
  }
}

function isImportMeta(node: ts.Node): boolean {
  return ts.isMetaProperty(node) && node.keywordToken === ts.SyntaxKind.ImportKeyword;
}

function isExportedType(
  node: ts.Node,
): node is ts.ClassDeclaration | ts.InterfaceDeclaration | ts.TypeAliasDeclaration {
  const isType =
    ts.isClassDeclaration(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node);
  if (!isType) return false;
  return ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false;
}

function isDefaultModifier(modifier: ts.Modifier): boolean {
  return modifier.kind === ts.SyntaxKind.DefaultKeyword;
}

/** `export { x as default }`. */
function exportsDefaultName(node: ts.ExportDeclaration): boolean {
  const clause = node.exportClause;
  if (!clause || !ts.isNamedExports(clause)) return false;
  return clause.elements.some((element) => element.name.text === "default");
}

function isReExport(statement: ts.Statement): boolean {
  return ts.isExportDeclaration(statement) && statement.moduleSpecifier !== undefined;
}

function isDeclaredName(node: ts.Identifier): boolean {
  const parent = node.parent;
  return (
    (ts.isVariableDeclaration(parent) ||
      ts.isParameter(parent) ||
      ts.isBindingElement(parent) ||
      ts.isFunctionDeclaration(parent) ||
      ts.isImportSpecifier(parent)) &&
    parent.name === node
  );
}

/** Whether the identifier names a variable of the surroundings: neither a property nor a key, unless of globalThis. */
function isFreeName(node: ts.Identifier): boolean {
  const parent = node.parent;
  if (ts.isPropertyAccessExpression(parent) && parent.name === node) {
    return ts.isIdentifier(parent.expression) && ["globalThis", "self"].includes(parent.expression.text);
  }
  const namesProperty =
    (ts.isPropertyAssignment(parent) ||
      ts.isPropertySignature(parent) ||
      ts.isPropertyDeclaration(parent) ||
      ts.isMethodDeclaration(parent) ||
      ts.isMethodSignature(parent) ||
      ts.isGetAccessorDeclaration(parent)) &&
    parent.name === node;
  return !namesProperty && !ts.isQualifiedName(parent);
}
