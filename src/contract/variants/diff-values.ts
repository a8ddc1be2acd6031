import { isRecord, type UnknownRecord } from '../../foundation/record.ts';

/** A part of a value that two sides do not have alike. */
export interface PartDiff {
  /** Path in the value, as a JSON pointer: `/1/content`; empty: the whole value. */
  readonly part: string;
  readonly kind: 'added' | 'removed' | 'changed';
  /** `undefined` for an added part. */
  readonly before: unknown;
  /** `undefined` for a removed part. */
  readonly after: unknown;
}

/**
 * Lists the smallest parts in which two JSON values differ, as far as both have a list or an object there. Items of
 * lists are compared by their names where all have one, as tools do; else those that are alike are matched first, so
 * that an inserted message does not change all that follow. An index is that of the side that has the item, after first.
 */
export function diffValues(before: unknown, after: unknown, part = ''): PartDiff[] {
  if (toSortedJson(before) === toSortedJson(after)) return [];
  const parts = diffContents(before, after, part);
  // The order of named items differs, or one side has neither a list nor an object.
  return parts.length > 0 ? parts : [{ part, kind: 'changed', before, after }];
}

function diffContents(before: unknown, after: unknown, part: string): PartDiff[] {
  if (Array.isArray(before) && Array.isArray(after)) {
    const [old, now] = [byName(before), byName(after)];
    return old === null || now === null ? diffLists(before, after, part) : diffObjects(old, now, part);
  }
  return isRecord(before) && isRecord(after) ? diffObjects(before, after, part) : [];
}

function diffObjects(before: UnknownRecord, after: UnknownRecord, part: string): PartDiff[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return keys.flatMap((key) => {
    const path = `${part}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (!Object.hasOwn(before, key)) return [added(path, after[key])];
    return Object.hasOwn(after, key) ? diffValues(before[key], after[key], path) : [removed(path, before[key])];
  });
}

/** Indexes the items of a list by their names; `null` if some have none, or the same. */
function byName(list: readonly unknown[]): UnknownRecord | null {
  const names = list.map((item) => (isRecord(item) && typeof item['name'] === 'string' ? item['name'] : null));
  if (names.includes(null) || new Set(names).size < names.length) return null;
  return Object.fromEntries(list.map((item, index) => [names[index], item]));
}

/** Between two items that are alike, the first of each side are compared with each other, and the rest is new or gone. */
function diffLists(before: readonly unknown[], after: readonly unknown[], part: string): PartDiff[] {
  const matches = matchItems(before.map(toSortedJson), after.map(toSortedJson));
  let [at, to] = [0, 0];
  return [...matches, { before: before.length, after: after.length }].flatMap((match) => {
    const [old, now] = [before.slice(at, match.before), after.slice(to, match.after)];
    const [from, start] = [at, to];
    [at, to] = [match.before + 1, match.after + 1];
    return Array.from({ length: Math.max(old.length, now.length) }, (_, index) => {
      const path = `${part}/${start + index}`;
      if (index >= now.length) return [removed(`${part}/${from + index}`, old[index])];
      return index >= old.length ? [added(path, now[index])] : diffValues(old[index], now[index], path);
    }).flat();
  });
}

function added(part: string, after: unknown): PartDiff {
  return { part, kind: 'added', before: undefined, after };
}

function removed(part: string, before: unknown): PartDiff {
  return { part, kind: 'removed', before, after: undefined };
}

/** Writes a value as JSON that does not depend on the order of keys. */
export function toSortedJson(value: unknown): string {
  const sorted = (part: unknown) =>
    isRecord(part) ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1))) : part;
  return JSON.stringify(value, (_, part: unknown) => sorted(part)) ?? '';
}

/** The positions of an item that both lists have. */
interface Match {
  readonly before: number;
  readonly after: number;
}

/**
 * Finds the longest sequence of items that two lists have in the same order.
 *
 * @remarks The package `diff` does this, too; but lists of records show changes, and must start without a package.
 */
export function matchItems(before: readonly string[], after: readonly string[]): Match[] {
  // Of longer lists, such as a thousand messages, items are compared by their positions.
  if (before.length * after.length > MAX_PAIRS) return [];
  const lengths = countMatches(before, after);
  const matches: Match[] = [];
  let [at, to] = [0, 0];
  while (at < before.length && to < after.length) {
    if (before[at] === after[to]) {
      matches.push({ before: at, after: to });
      at += 1;
      to += 1;
    } else if ((lengths[at + 1]?.[to] ?? 0) >= (lengths[at]?.[to + 1] ?? 0)) at += 1;
    else to += 1;
  }
  return matches;
}

const MAX_PAIRS = 1_000_000;

/** Counts the most matches from each pair of positions to the ends of the lists. */
function countMatches(before: readonly string[], after: readonly string[]): number[][] {
  const lengths = Array.from({ length: before.length + 1 }, () => Array.from({ length: after.length + 1 }, () => 0));
  for (let at = before.length - 1; at >= 0; at -= 1) {
    const [row, next] = [lengths[at] ?? [], lengths[at + 1] ?? []];
    for (let to = after.length - 1; to >= 0; to -= 1) {
      const isMatch = before[at] === after[to];
      row[to] = isMatch ? (next[to + 1] ?? 0) + 1 : Math.max(next[to] ?? 0, row[to + 1] ?? 0);
    }
  }
  return lengths;
}
