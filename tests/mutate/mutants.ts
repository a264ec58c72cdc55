/**
 * Single mistakes, as people make them, in a TypeScript source: another operator, a condition the wrong way round, a
 * number one too large, a call left out, two arguments swapped, a constant in place of a result, another option.
 *
 * The tree of the TypeScript compiler says where they may stand. Nothing is known about types, so a few mutants are
 * programs that the type check would refuse; the tests kill those at once. AssemblyScript is close enough for the same tree.
 */

import ts from "typescript";

export interface Mutant {
  /** Place in the source, in characters. */
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
  /** From 1. */
  readonly line: number;
}

const OPERATORS: Readonly<Record<string, string>> = {
  "+": "-",
  "-": "+",
  "*": "/",
  "/": "*",
  "%": "*",
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "===": "!==",
  "!==": "===",
  "==": "!=",
  "!=": "==",
  "&&": "||",
  "||": "&&",
  "&": "|",
  "|": "&",
  "^": "|",
  "<<": ">>",
  ">>": "<<",
  ">>>": "<<",
  "+=": "-=",
  "-=": "+=",
  "*=": "/=",
  "|=": "&=",
  "&=": "|=",
};
const COMPARISONS = new Set(["<", "<=", ">", ">=", "===", "!==", "==", "!="]);

/** All single mistakes of a source, in the order of their places. `path` decides between .ts and .tsx. */
export function mutantsOf(path: string, source: string): readonly Mutant[] {
  const tree = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const found: Mutant[] = [];
  const put = (node: ts.Node, replacement: string): void => {
    const start = node.getStart(tree);
    const line = tree.getLineAndCharacterOfPosition(start).line + 1;
    if (source.slice(start, node.end) !== replacement)
      found.push({ start, end: node.end, replacement, line });
  };
  const visit = (node: ts.Node): void => {
    if (isWithoutEffect(node)) return;
    mistakesAt(node, put);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found.sort((a, b) => a.start - b.start || a.end - b.end);
}

export function applied(source: string, { start, end, replacement }: Mutant): string {
  return source.slice(0, start) + replacement + source.slice(end);
}

/** Types, imports and what is only declared: a mistake there is none when it runs. */
function isWithoutEffect(node: ts.Node): boolean {
  if (ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node)) return true;
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return true;
  if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return true;
  // Sentences for people are read by people.
  return (
    ts.isThrowStatement(node) || (ts.isNewExpression(node) && /Error|Failure/.test(node.expression.getText()))
  );
}

type Put = (node: ts.Node, replacement: string) => void;

function mistakesAt(node: ts.Node, put: Put): void {
  if (ts.isBinaryExpression(node)) binary(node, put);
  else if (ts.isIfStatement(node) || ts.isWhileStatement(node)) negated(node.expression, put);
  else if (ts.isConditionalExpression(node)) negated(node.condition, put);
  else if (ts.isPrefixUnaryExpression(node)) prefixed(node, put);
  else if (ts.isPostfixUnaryExpression(node)) postfixed(node, put);
  else if (ts.isNumericLiteral(node) || ts.isBigIntLiteral(node)) number(node, put);
  else if (node.kind === ts.SyntaxKind.TrueKeyword) put(node, "false");
  else if (node.kind === ts.SyntaxKind.FalseKeyword) put(node, "true");
  else if (ts.isStringLiteral(node)) option(node, put);
  else if (ts.isCallExpression(node)) swapped(node, put);
  else if (ts.isExpressionStatement(node)) leftOut(node, put);
  else if (ts.isReturnStatement(node)) returned(node, put);
  else if (ts.isContinueStatement(node)) put(node, ";");
  else if (ts.isBreakStatement(node) && !ts.isCaseOrDefaultClause(node.parent)) put(node, ";");
}

function binary(node: ts.BinaryExpression, put: Put): void {
  const sign = node.operatorToken.getText();
  const other = OPERATORS[sign];
  // Texts can only be put together.
  const joins = sign.startsWith("+") && [node.left, node.right].some(isText);
  if (sign === "??") put(node, node.left.getText());
  else if (other !== undefined && !joins) put(node.operatorToken, other);
}

function isText(node: ts.Node): boolean {
  return ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);
}

function negated(condition: ts.Expression, put: Put): void {
  // Its own operator, or the `!` that may go, is a mistake of its own.
  if (ts.isBinaryExpression(condition) && /^[!=]==?$/.test(condition.operatorToken.getText())) return;
  if (ts.isPrefixUnaryExpression(condition) || condition.kind === ts.SyntaxKind.TrueKeyword) return;
  put(condition, `!(${condition.getText()})`);
}

function prefixed(node: ts.PrefixUnaryExpression, put: Put): void {
  const operand = node.operand.getText();
  const { operator } = node;
  if (operator === ts.SyntaxKind.PlusPlusToken) put(node, `--${operand}`);
  else if (operator === ts.SyntaxKind.MinusMinusToken) put(node, `++${operand}`);
  // A negative literal is mistaken in its number.
  else if (!ts.isNumericLiteral(node.operand)) put(node, operand);
}

function postfixed(node: ts.PostfixUnaryExpression, put: Put): void {
  const up = node.operator === ts.SyntaxKind.PlusPlusToken;
  put(node, `${node.operand.getText()}${up ? "--" : "++"}`);
}

function number(node: ts.NumericLiteral | ts.BigIntLiteral, put: Put): void {
  if (ts.isPropertyAssignment(node.parent) && node.parent.name === node) return;
  const text = node.getText().replaceAll("_", "");
  const value = Number(text);
  if (ts.isBigIntLiteral(node)) put(node, `${BigInt(text.slice(0, -1)) + 1n}n`);
  else put(node, String(Number.isInteger(value) ? value + 1 : value * 1.5));
}

/** A word that chooses: an option's value, an argument, one side of a comparison. Sentences and names of files are none. */
function option(node: ts.StringLiteral, put: Put): void {
  const { parent } = node;
  const chooses =
    (ts.isPropertyAssignment(parent) && parent.initializer === node) ||
    (ts.isCallExpression(parent) && parent.arguments.includes(node)) ||
    ts.isConditionalExpression(parent) ||
    (ts.isBinaryExpression(parent) && COMPARISONS.has(parent.operatorToken.getText()));
  if (chooses && /^[\w:-]+$/.test(node.text)) put(node, `"${node.text}-"`);
}

/** Only what could be taken for each other: names, properties, calls, sums. */
function swapped(node: ts.CallExpression, put: Put): void {
  const [first, second, ...more] = node.arguments;
  if (/^Math\.(max|min|hypot|imul)$/.test(node.expression.getText())) return;
  if (!first || !second || [first, second].some(isUnmistakable)) return;
  const rest = [second, first, ...more].map((argument) => argument.getText()).join(", ");
  put(node, `${node.expression.getText()}(${rest})`);
}

function isUnmistakable(node: ts.Node): boolean {
  return (
    ts.isLiteralExpression(node) ||
    ts.isTemplateExpression(node) ||
    ts.isObjectLiteralExpression(node) ||
    ts.isArrayLiteralExpression(node) ||
    ts.isFunctionLike(node) ||
    ts.isSpreadElement(node)
  );
}

/** A call or an assignment that is forgotten. */
function leftOut(node: ts.ExpressionStatement, put: Put): void {
  let { expression } = node;
  while (ts.isAwaitExpression(expression) || ts.isVoidExpression(expression))
    expression = expression.expression;
  const calls = ts.isCallExpression(expression) && expression.expression.kind !== ts.SyntaxKind.SuperKeyword;
  if (calls || ts.isBinaryExpression(expression)) put(node, ";");
}

function returned(node: ts.ReturnStatement, put: Put): void {
  const { expression } = node;
  if (expression && /^(undefined|null|true|false|-?\d+n?)$/.test(expression.getText())) return;
  put(node, expression ? (isYesOrNo(expression) ? "return true;" : "return null;") : ";");
}

function isYesOrNo(node: ts.Expression): boolean {
  if (ts.isBinaryExpression(node)) return COMPARISONS.has(node.operatorToken.getText());
  return ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken;
}
