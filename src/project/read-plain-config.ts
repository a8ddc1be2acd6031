import { PACKAGE_NAME } from '../foundation/package.ts';

/** A project file of TypeScript or JavaScript that only states values, or the first line of it that is code. */
export type PlainConfig =
  | { readonly kind: 'plain'; readonly value: unknown }
  | { readonly kind: 'code'; readonly line: number };

/**
 * Reads a project file without running it, if it states its settings as literals, as in
 * `export default defineConfig({ app: 'support' })`.
 *
 * It knows a small subset of the language, in which a text means what Node would make of it. Everything else is code,
 * even `'a' + 'b'`. A parser of all of TypeScript would outweigh everything else that a list loads.
 */
export function readPlainConfig(text: string): PlainConfig {
  const cursor: Cursor = { text, at: 0 };
  try {
    return { kind: 'plain', value: readModule(cursor) };
  } catch (error) {
    if (!(error instanceof NotPlain)) throw error;
    return { kind: 'code', line: text.slice(0, cursor.at).split('\n').length };
  }
}

interface Cursor {
  readonly text: string;
  at: number;
}

/** Thrown at the first token that is not plain. */
class NotPlain extends Error {}

const SPACE = /(?:\s|\/\/.*|\/\*[^]*?\*\/)*/y;
/** Imports of the SDK under their own names: `defineConfig` returns its argument, and types do nothing. */
const IMPORT = new RegExp(
  String.raw`import\s+(?:type\s+)?\{(?:(?!\bas\b)[\w\s,])*\}\s*from\s*(?:'${PACKAGE_NAME}'|"${PACKAGE_NAME}")[ \t]*(?:;|(?=[\r\n]))`,
  'y',
);
const EXPORT = /export\s+default\b|module\.exports\s*=/y;
const CALL = /defineConfig\s*\(/y;
const NAME = /[A-Za-z_]\w*/y;
const QUOTED_NAME = /'[^'\\\n\r]*'|"[^"\\\n\r]*"/y;
/** Without escapes and substitutions. */
const STRING = /'[^'\\\n\r]*'|"[^"\\\n\r]*"|`[^`\\$\r]*`/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])/y;
const SIGN = /[^\s\w]/y;
/** A deeper text could exhaust the stack, and is not settings. */
const MAX_DEPTH = 20;

function readModule(cursor: Cursor): unknown {
  while (take(cursor, IMPORT) !== null);
  requirePlain(take(cursor, EXPORT) !== null);
  const isCall = take(cursor, CALL) !== null;
  requirePlain(peek(cursor) === '{');
  const value = readValue(cursor, 0);
  if (isCall) requireSign(cursor, ')');
  if (peek(cursor) === ';') take(cursor, SIGN);
  requirePlain(peek(cursor) === '');
  return value;
}

function readValue(cursor: Cursor, depth: number): unknown {
  requirePlain(depth < MAX_DEPTH);
  if (peek(cursor) === '{') return Object.fromEntries(readList(cursor, '}', () => readEntry(cursor, depth)));
  if (peek(cursor) === '[') return readList(cursor, ']', () => readValue(cursor, depth + 1));
  const string = take(cursor, STRING);
  if (string !== null) return string.slice(1, -1);
  const number = take(cursor, NUMBER);
  if (number !== null) return Number(number);
  return readWord(cursor);
}

function readWord(cursor: Cursor): boolean | null {
  const start = cursor.at;
  const word = take(cursor, NAME);
  if (word === 'true' || word === 'false') return word === 'true';
  if (word === 'null') return null;
  cursor.at = start;
  throw new NotPlain();
}

/** Reads what stands between two brackets: items with commas between them, and maybe one at the end. */
function readList<Item>(cursor: Cursor, end: string, readItem: () => Item): Item[] {
  take(cursor, SIGN);
  const items: Item[] = [];
  while (peek(cursor) !== end) {
    items.push(readItem());
    if (peek(cursor) !== end) requireSign(cursor, ',');
  }
  take(cursor, SIGN);
  return items;
}

function readEntry(cursor: Cursor, depth: number): [key: string, value: unknown] {
  const key = take(cursor, NAME) ?? take(cursor, QUOTED_NAME)?.slice(1, -1) ?? null;
  // `__proto__` sets the prototype, and cosmiconfig acts on `$import`.
  if (key === null || key === '__proto__' || key.startsWith('$')) throw new NotPlain();
  requireSign(cursor, ':');
  return [key, readValue(cursor, depth + 1)];
}

function requireSign(cursor: Cursor, sign: string): void {
  requirePlain(peek(cursor) === sign);
  take(cursor, SIGN);
}

function requirePlain(isPlain: boolean): void {
  if (!isPlain) throw new NotPlain();
}

/** Returns the next character after white space and comments; empty at the end. */
function peek(cursor: Cursor): string {
  skip(cursor, SPACE);
  return cursor.text.charAt(cursor.at);
}

/** Takes a token after white space and comments; `null` if the text does not continue with it. */
function take(cursor: Cursor, token: RegExp): string | null {
  skip(cursor, SPACE);
  return skip(cursor, token);
}

function skip(cursor: Cursor, pattern: RegExp): string | null {
  pattern.lastIndex = cursor.at;
  const found = pattern.exec(cursor.text);
  if (found === null) return null;
  cursor.at = pattern.lastIndex;
  return found[0];
}
