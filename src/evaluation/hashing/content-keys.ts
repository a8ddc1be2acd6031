import { hash } from 'node:crypto';
import type { Parameters } from '../../contract/variants/variant.ts';

/** What determines a call's answer, besides the input. @source design §7, cells */
interface CellOrigin {
  /** Hash of the bundle, or any exact name of the code. */
  readonly code: string;
  readonly route: string;
  readonly config: Parameters;
  /** Fingerprint of the variables that the code sees; `null`: it sees none. */
  readonly variables?: string | null;
}

/**
 * Creates the function that keys calls by what determines their answer.
 *
 * @returns a function of the input and the repetition, from 0
 */
export function cellKeys({
  code,
  route,
  config,
  variables,
}: CellOrigin): (input: Parameters, repeat: number) => string {
  const origin = memoize((repeat: number) =>
    hash('sha256', canonicalJson({ code, route, config, repeat, variables: variables ?? undefined })),
  );
  return (input, repeat) => hash('sha256', origin(repeat) + canonicalJson(input));
}

/** What determines a score, besides the scored answer. @source design §7, scores */
interface ScoreOrigin {
  /** Key and version of a built-in evaluator, or the hash of an author's code. */
  readonly code: string;
  readonly settings: Readonly<Record<string, unknown>>;
  /** Fingerprint of the address of the model that it asks. Left out: it asks none. */
  readonly endpoint?: string | undefined;
  /** Fingerprint of the variables that its code sees. Left out: it sees none. */
  readonly variables?: string | undefined;
}

/**
 * Creates the keys of an evaluator's scores: `judge` names it and its settings, `keyOf` keys a score by what is scored, too
 * (see `PreparedEvaluator.basisOf`).
 */
export function scoreKeys(origin: ScoreOrigin) {
  const judge = hash('sha256', canonicalJson(origin));
  return { judge, keyOf: (basis: unknown) => hash('sha256', judge + canonicalJson(basis)) };
}

function memoize<K, V>(create: (key: K) => V): (key: K) => V {
  const values = new Map<K, V>();
  return (key) => {
    const value = values.get(key) ?? create(key);
    values.set(key, value);
    return value;
  };
}

/**
 * Writes a JSON value with sorted object keys: equal values give equal text. Every row is written so, often. Never recurses:
 * older versions stored outputs that are nested deeper than the stack.
 */
export function canonicalJson(value: unknown): string {
  let text = '';
  const open: Opened[] = [];
  for (let next = value; ;) {
    if (typeof next === 'object' && next !== null) {
      open.push(openValue(next));
      text += Array.isArray(next) ? '[' : '{';
    } else text += JSON.stringify(next) ?? 'null';
    let last = open.at(-1);
    for (; last !== undefined && last.written === last.values.length; last = open.at(-1)) {
      text += last.keys === null ? ']' : '}';
      open.pop();
    }
    if (last === undefined) return text;
    if (last.written > 0) text += ',';
    if (last.keys !== null) text += `${JSON.stringify(last.keys[last.written])}:`;
    next = last.values[last.written];
    last.written += 1;
  }
}

/** A list or an object that is being written. */
interface Opened {
  /** `null`: it is a list. */
  readonly keys: readonly string[] | null;
  readonly values: readonly unknown[];
  written: number;
}

function openValue(value: object): Opened {
  if (Array.isArray(value)) return { keys: null, values: value, written: 0 };
  const entries = sortedEntries(value).filter(([, entry]) => entry !== undefined);
  return { keys: entries.map(([key]) => key), values: entries.map(([, entry]) => entry), written: 0 };
}

function sortedEntries(value: object): [string, unknown][] {
  const entries = Object.entries(value);
  const isSorted = entries.every(([key], index) => index === 0 || (entries[index - 1]?.[0] ?? '') < key);
  return isSorted ? entries : entries.toSorted(([a], [b]) => (a < b ? -1 : 1));
}
