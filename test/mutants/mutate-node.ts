/** An ESTree node from the parser. */
export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

/** A replacement of a part of a text. */
export interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly after: string;
}

/** @source Stryker's mutators that change one token */
export function mutateNode(node: Node, text: string): Replacement[] {
  return MUTATORS[node.type]?.(node, text) ?? [];
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}

type Mutator = (node: Node, text: string) => Replacement[];

const OPERATORS: Readonly<Record<string, readonly string[]>> = {
  '===': ['!=='],
  '!==': ['==='],
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '&&': ['||'],
  '||': ['&&'],
  '??': ['&&'],
  '+=': ['-='],
  '-=': ['+='],
  '*=': ['/='],
  '??=': ['&&='],
  '||=': ['&&='],
};

/** Interchangeable methods. */
const METHODS: Readonly<Record<string, string>> = {
  some: 'every',
  every: 'some',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
  toUpperCase: 'toLowerCase',
  toLowerCase: 'toUpperCase',
  trimStart: 'trimEnd',
  trimEnd: 'trimStart',
  min: 'max',
  max: 'min',
  floor: 'ceil',
  ceil: 'floor',
  indexOf: 'lastIndexOf',
  lastIndexOf: 'indexOf',
  find: 'findLast',
  findLast: 'find',
};

const MUTATORS: Readonly<Record<string, Mutator>> = {
  BinaryExpression: changeOperator,
  LogicalExpression: changeOperator,
  AssignmentExpression: changeOperator,
  ConditionalExpression: negateTest,
  IfStatement: negateTest,
  WhileStatement: negateTest,
  UnaryExpression: changeUnary,
  UpdateExpression: changeUpdate,
  Literal: changeLiteral,
  TemplateElement: emptyText,
  MemberExpression: changeMethod,
  ArrayExpression: ({ start, end, elements }) =>
    Array.isArray(elements) && elements.length > 0 ? [{ start, end, after: '[]' }] : [],
};

function changeOperator(node: Node, text: string): Replacement[] {
  const { left, right, operator } = node;
  if (!isNode(left) || !isNode(right) || typeof operator !== 'string') return [];
  const start = text.indexOf(operator, left.end);
  if (start === -1 || start >= right.start) return [];
  return (OPERATORS[operator] ?? []).map((after) => ({ start, end: start + operator.length, after }));
}

/** Comparisons are mutated by their operator instead. */
function negateTest({ test }: Node, text: string): Replacement[] {
  if (!isNode(test) || test.type === 'BinaryExpression' || test.type === 'UnaryExpression') return [];
  return [{ start: test.start, end: test.end, after: `!(${text.slice(test.start, test.end)})` }];
}

function changeUnary({ start, operator, argument }: Node): Replacement[] {
  if (!isNode(argument) || (operator !== '!' && operator !== '-')) return [];
  return [{ start, end: argument.start, after: '' }];
}

function changeUpdate({ start, end, prefix, operator }: Node): Replacement[] {
  const after = operator === '++' ? '--' : '++';
  return [prefix === true ? { start, end: start + 2, after } : { start: end - 2, end, after }];
}

function changeLiteral({ start, end, value }: Node): Replacement[] {
  if (typeof value === 'boolean') return [{ start, end, after: String(!value) }];
  if (typeof value === 'number') return [{ start, end, after: String(value + 1) }];
  if (typeof value === 'string') return [{ start, end, after: value === '' ? "'mutated'" : "''" }];
  return [];
}

function emptyText({ start, end, value }: Node): Replacement[] {
  const { raw } = value as { readonly raw: string }; // ESTree's definition
  if (raw.trim() === '') return [];
  // In a TypeScript tree, an element includes its delimiters.
  const from = end - start > raw.length ? start + 1 : start;
  return [{ start: from, end: from + raw.length, after: '' }];
}

function changeMethod({ property, computed }: Node): Replacement[] {
  if (!isNode(property) || computed === true) return [];
  const name = String(property['name']);
  const after = Object.hasOwn(METHODS, name) ? METHODS[name] : undefined; // not `toString`
  return after === undefined ? [] : [{ start: property.start, end: property.end, after }];
}
