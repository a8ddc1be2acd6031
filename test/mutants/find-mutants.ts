import { parseSync } from 'oxc-parser';
import { isNode, mutateNode, type Node, type Replacement } from './mutate-node.ts';

/** A file with one small change. */
export interface Mutant {
  /** Relative to the root, with `/`. */
  readonly path: string;
  readonly line: number;
  readonly start: number;
  readonly end: number;
  readonly before: string;
  readonly after: string;
}

/** Finds every change of a file that the tests should notice. */
export function findMutants(path: string, text: string): Mutant[] {
  const { program, errors } = parseSync(path, text);
  if (errors[0] !== undefined) throw new Error(`${path}: ${errors[0].message}`);
  const found: Replacement[] = [];
  visit(program as unknown as Node, found, text); // the parser's types list every kind of node
  return found.map(({ start, end, after }): Mutant => ({
    path,
    line: text.slice(0, start).split('\n').length,
    start,
    end,
    before: text.slice(start, end),
    after,
  }));
}

/** Applies a mutant to its file's text. */
export function applyMutant({ start, end, after }: Mutant, text: string): string {
  return text.slice(0, start) + after + text.slice(end);
}

/** Kinds of nodes that contain types, and TypeScript's wrappers of values. */
const TYPES = /^TS/;
const WRAPPERS: ReadonlySet<string> = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression']);

/** Fields whose strings are names: changing one either changes no behaviour or does not compile. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  ImportDeclaration: ['source', 'attributes'],
  ImportExpression: ['source'],
  ExportNamedDeclaration: ['source'],
  ExportAllDeclaration: ['source'],
  Property: ['key'],
  PropertyDefinition: ['key'],
  MethodDefinition: ['key'],
  JSXAttribute: ['value'],
};

function visit(node: Node, found: Replacement[], text: string): void {
  if (TYPES.test(node.type) && !WRAPPERS.has(node.type)) return;
  found.push(...mutateNode(node, text));
  const names = isComputed(node) ? [] : (NAMES[node.type] ?? []);
  for (const [field, child] of Object.entries(node)) {
    if (names.includes(field) && !isExpressionContainer(child)) continue;
    for (const one of Array.isArray(child) ? child : [child]) if (isNode(one)) visit(one, found, text);
  }
}

function isComputed(node: Node): boolean {
  return node['computed'] === true;
}

/** A value in braces: `a={b}`. */
function isExpressionContainer(child: unknown): boolean {
  return isNode(child) && child.type === 'JSXExpressionContainer';
}
