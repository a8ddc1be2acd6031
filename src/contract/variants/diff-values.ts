import { isRecord } from '../../foundation/record.ts';
import { matchItems } from './match-items.ts';

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

type JsonObject = Readonly<Record<string, unknown>>;

function diffObjects(before: JsonObject, after: JsonObject, part: string): PartDiff[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return keys.flatMap((key) => {
    const path = `${part}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (!Object.hasOwn(before, key)) return [added(path, after[key])];
    return Object.hasOwn(after, key) ? diffValues(before[key], after[key], path) : [removed(path, before[key])];
  });
}

/** Indexes the items of a list by their names; `null` if some have none, or the same. */
function byName(list: readonly unknown[]): JsonObject | null {
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
function toSortedJson(value: unknown): string {
  const sorted = (part: unknown) =>
    isRecord(part) ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1))) : part;
  return JSON.stringify(value, (_, part: unknown) => sorted(part)) ?? '';
}
