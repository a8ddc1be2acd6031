import type { ControlProps } from './control-props.ts';
import type { NumberField } from './field.ts';
import { toRange } from './number-range.ts';

interface NumberControlProps {
  readonly field: NumberField;
  readonly value: unknown;
  readonly control: ControlProps;
  readonly onChange: (value: unknown) => void;
}

/** A number box, with a slider where both bounds are known. */
export function NumberControl({ field, value, control, onChange }: NumberControlProps) {
  const range = toRange(field);
  const box = (
    <input
      {...control}
      type="number"
      inputMode={field.isInteger ? 'numeric' : 'decimal'}
      step={range?.step ?? (field.isInteger ? 1 : 'any')}
      min={range?.min ?? field.lower?.value}
      max={range?.max ?? field.upper?.value}
      value={typeof value === 'number' ? value : ''}
      // An empty or partial number stays text, which no schema accepts as a number.
      onChange={({ target }) => onChange(target.value === '' ? '' : Number(target.value))}
    />
  );
  if (range === null) return box;
  return (
    <div className="slider">
      <input
        type="range"
        aria-label={`${field.title}, slider`}
        {...range}
        value={typeof value === 'number' ? value : range.min}
        onChange={({ target }) => onChange(Number(target.value))}
      />
      {box}
    </div>
  );
}
