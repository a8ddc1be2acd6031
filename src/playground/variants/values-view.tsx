import type { Parameters } from '../../contract/variants/variant.ts';

interface ValuesViewProps {
  /** Says whose values they are. */
  readonly label: string;
  readonly values: Parameters;
}

/** The values of a configuration, by field: texts as they read, not as JSON. */
export function ValuesView({ label, values }: ValuesViewProps) {
  const fields = Object.entries(values);
  if (fields.length === 0) return <p className="notice">No values: the code’s defaults apply.</p>;
  return (
    <div className="diff values" tabIndex={0} role="group" aria-label={label}>
      <dl>
        {fields.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{typeof value === 'string' ? value : JSON.stringify(value, null, 2)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
