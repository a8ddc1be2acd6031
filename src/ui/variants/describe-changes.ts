import type { Parameters } from '../../contract/variants/variant.ts';
import { diffValues, type PartDiff } from '../../contract/variants/diff-values.ts';
import { flattenParameters } from '../../contract/variants/route-parameters.ts';
import { countOf } from '../../foundation/count-of.ts';
import { toSingleLine } from '../layout/text/format-value.ts';
import { toCell } from '../layout/text/to-cell.ts';

/**
 * Describes in one line how a configuration differs from the previous one: short values first, then excerpts of long ones.
 *
 * @param before - `undefined` if there is none
 */
export function describeChanges(before: Parameters | null | undefined, after: Parameters | null): string {
  const now = flattenParameters(after ?? {});
  if (before === undefined) return `created with ${countOf(Object.keys(now).length, 'field')}`;
  const old = flattenParameters(before ?? {});
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])];
  const changes = names.flatMap((name) => describeChange(name, old[name], now[name]) ?? []);
  if (changes.length === 0) return 'same values';
  return changes.toSorted((a, b) => a.length - b.length).join(', ');
}

const MAX_VALUE_LENGTH = 20;

function describeChange(name: string, before: unknown, after: unknown): string | null {
  if (JSON.stringify(before) === JSON.stringify(after)) return null;
  if (after === undefined) return `${name} back to its default`;
  return before === undefined
    ? describeValues(name, before, after)
    : diffValues(before, after)
        .map((one) => describePart(`${name}${one.part}`, one))
        .join(', ');
}

function describePart(name: string, { kind, before, after }: PartDiff): string {
  return kind === 'changed' ? describeValues(name, before, after) : `${name} ${kind}`;
}

function describeValues(name: string, before: unknown, after: unknown): string {
  const [old, now] = [before === undefined ? 'default' : shorten(before), shorten(after)];
  // Two long texts often begin alike, so this shows only the new one; `wf variants diff` shows the difference.
  return isLong(after) ? `${name} ${now}` : `${name} ${old} → ${now}`;
}

function isLong(value: unknown): boolean {
  return String(toCell(value)).length > MAX_VALUE_LENGTH;
}

function shorten(value: unknown): string {
  const text = toSingleLine(String(toCell(value)));
  return isLong(value) ? `“${text.slice(0, MAX_VALUE_LENGTH)}…”` : text;
}
