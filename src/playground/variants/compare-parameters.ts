import { diffWordsWithSpace } from 'diff';
import type { Parameters } from '../../contract/variants/variant.ts';

/** A part of a text that one side has, or both. */
export interface DiffPart {
  readonly text: string;
  readonly side: 'both' | 'before' | 'after';
}

/** The difference in one field. */
export interface FieldDiff {
  readonly name: string;
  readonly parts: readonly DiffPart[];
}

/** Lists the differences between two configurations, word by word inside texts. */
export function compareParameters(before: Parameters, after: Parameters): readonly FieldDiff[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.flatMap((name) => {
    const [old, fresh] = [toText(before[name]), toText(after[name])];
    if (old === fresh && typeof before[name] === typeof after[name]) return [];
    const areTexts = typeof before[name] === 'string' && typeof after[name] === 'string';
    return [{ name, parts: areTexts ? compareWords(old ?? '', fresh ?? '') : replace(old, fresh) }];
  });
}

function compareWords(before: string, after: string): DiffPart[] {
  return diffWordsWithSpace(before, after).map(({ value, added, removed }) => ({
    text: value,
    side: added ? 'after' : removed ? 'before' : 'both',
  }));
}

/** A side on which the field is not set has no part. */
function replace(before: string | null, after: string | null): DiffPart[] {
  return [
    ...(before === null ? [] : [{ text: before, side: 'before' as const }]),
    ...(after === null ? [] : [{ text: after, side: 'after' as const }]),
  ];
}

function toText(value: unknown): string | null {
  if (value === undefined) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
