import { Fragment, useMemo } from 'react';
import type { Parameters } from '../../contract/variants/variant.ts';
import { Fact } from '../elements/facts.tsx';
import { compareParameters, compareTexts, type DiffPart } from './compare-parameters.ts';

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
