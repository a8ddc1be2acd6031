import { Fragment, useMemo } from 'react';
import type { Parameters } from '../../contract/variants/variant.ts';
import { Fact } from './facts.tsx';
import { diffWordsWithSpace } from 'diff';
import { diffValues, type PartDiff } from '../../contract/variants/diff-values.ts';
import { flattenParameters } from '../../contract/variants/route-parameters.ts';
import { textOf } from '../text/text-of.ts';

export function DiffView({ before, after }: { readonly before: Parameters; readonly after: Parameters }) {
  const fields = compareParameters(before, after);
  if (fields.length === 0) return <p className="notice">No differences.</p>;
  return (
    <dl className="diff">
      {fields.map(({ name, parts }) => (
        <Fact key={name} label={name}>
          <DiffParts parts={parts} />
        </Fact>
      ))}
    </dl>
  );
}

/** The parts of two texts: what one side has is marked. */
export function DiffParts({ parts }: { readonly parts: readonly DiffPart[] }) {
  return parts.map((part, index) => (
    // Parts are always rendered anew.
    <Fragment key={index}>
      {isSwap(parts) && index === 1 ? <span className="faint"> → </span> : null}
      <Part part={part} />
    </Fragment>
  ));
}

/** A replaced value. */
function isSwap(parts: readonly DiffPart[]): boolean {
  return parts.length === 2 && parts[0]?.side === 'before' && parts[1]?.side === 'after';
}

function Part({ part: { text, side } }: { readonly part: DiffPart }) {
  if (side === 'both') return text;
  return side === 'before' ? <del>{text}</del> : <ins>{text}</ins>;
}

/** The values of a configuration, by field: texts as they read, not as JSON. */
export function ValuesView({ label, values }: { readonly label: string; readonly values: Parameters }) {
  const fields = Object.entries(values);
  if (fields.length === 0) return <p className="notice">No values: the code’s defaults apply.</p>;
  return (
    <div className="diff values" tabIndex={0} role="group" aria-label={label}>
      <dl>
        {fields.map(([name, value]) => (
          <Fact key={name} label={name}>
            {typeof value === 'string' ? value : JSON.stringify(value, null, 2)}
          </Fact>
        ))}
      </dl>
    </div>
  );
}

export function TextDifference({ before, after }: { readonly before: string; readonly after: string }) {
  const parts = useMemo(() => compareTexts(before, after), [before, after]);
  return <DiffParts parts={parts} />;
}

interface DiffPart {
  readonly text: string;
  readonly side: 'both' | 'before' | 'after';
}

interface FieldDiff {
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
