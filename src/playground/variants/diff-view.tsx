import type { Parameters } from '../../contract/records/variant.ts';
import { compareParameters, type DiffPart } from './compare-parameters.ts';

interface DiffViewProps {
  readonly before: Parameters;
  readonly after: Parameters;
}

/** What differs between two configurations, by field. */
export function DiffView({ before, after }: DiffViewProps) {
  const fields = compareParameters(before, after);
  if (fields.length === 0) return <p className="notice">Nothing differs.</p>;
  return (
    <dl className="diff">
      {fields.map(({ name, parts }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {parts.map((part, index) => (
              // Parts are only ever drawn all anew.
              <Part key={index} part={part} />
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Part({ part: { text, side } }: { readonly part: DiffPart }) {
  if (side === 'both') return text;
  return side === 'before' ? <del>{text}</del> : <ins>{text}</ins>;
}
