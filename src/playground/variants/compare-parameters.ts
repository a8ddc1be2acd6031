import { diffWordsWithSpace } from 'diff';
import { diffValues, type PartDiff } from '../../contract/variants/diff-values.ts';
import { flattenParameters } from '../../contract/variants/route-parameters.ts';
import { textOf } from '../text/text-of.ts';
import type { Parameters } from '../../contract/variants/variant.ts';

export interface DiffPart {
  readonly text: string;
  readonly side: 'both' | 'before' | 'after';
}

export interface FieldDiff {
  readonly name: string;
  readonly parts: readonly DiffPart[];
}

/** Lists the differences between two configurations: part by part in lists and objects, word by word inside texts. */
export function compareParameters(one: Parameters, other: Parameters): readonly FieldDiff[] {
  const [before, after] = [flattenParameters(one), flattenParameters(other)];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.flatMap((name) =>
    diffValues(before[name], after[name]).map((one) => ({ name: `${name}${one.part}`, parts: compareParts(one) })),
  );
}

function compareParts({ before, after }: PartDiff): readonly DiffPart[] {
  const areTexts = typeof before === 'string' && typeof after === 'string';
  return areTexts ? compareTexts(before, after) : replace(toText(before), toText(after));
}

/** Time for comparing long texts word by word. */
const MAX_MS = 300;

/** Compares two texts word by word. Texts that differ too much for that replace each other. */
export function compareTexts(before: string, after: string): readonly DiffPart[] {
  const parts = diffWordsWithSpace(before, after, { timeout: MAX_MS });
  if (parts === undefined) return replace(before, after);
  return parts.map(({ value, added, removed }) => ({
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
  return value === undefined ? null : textOf(value);
}
