import type { Parameters } from '../../contract/variants/variant.ts';
import { countOf } from '../../errors/count-of.ts';
import { toSingleLine } from '../layout/text/format-value.ts';
import { toCell } from '../layout/text/to-cell.ts';

/**
 * Says in a line how a configuration differs from the one before: short values first, then the beginnings of long ones.
 *
 * @param before - `undefined` where there is none
 */
export function describeChanges(before: Parameters | null | undefined, after: Parameters | null): string {
  if (before === undefined) return `made with ${countOf(Object.keys(after ?? {}).length, 'field')}`;
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const told = names.flatMap((name) => toWords(name, before?.[name], after?.[name]) ?? []);
  if (told.length === 0) return 'the same values';
  return told.toSorted((a, b) => a.length - b.length).join(', ');
}

const LONGEST_VALUE = 20;

function toWords(name: string, before: unknown, after: unknown): string | null {
  if (JSON.stringify(before) === JSON.stringify(after)) return null;
  if (after === undefined) return `${name} back to its default`;
  const [old, now] = [before === undefined ? 'default' : shorten(before), shorten(after)];
  // Two long texts often begin alike: what they begin with now is told, where they differ `wf variants diff` shows.
  return isLong(after) ? `${name} ${now}` : `${name} ${old} → ${now}`;
}

function isLong(value: unknown): boolean {
  return String(toCell(value)).length > LONGEST_VALUE;
}

function shorten(value: unknown): string {
  const text = toSingleLine(String(toCell(value)));
  return isLong(value) ? `“${text.slice(0, LONGEST_VALUE)}…”` : text;
}
