import type { ControlProps } from './control-props.ts';
import type { NumberField } from './field.ts';
import { toRange } from './number-range.ts';
import { toScale } from './slider-scale.ts';

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
  const { min, max, step, toPosition, toValue } = toScale(range);
  const current = typeof value === 'number' ? value : range.min;
  return (
    <div className="slider">
      <input
        type="range"
        aria-label={`${field.title}, slider`}
        // A position on a logarithmic scale means nothing to a listener.
        aria-valuetext={String(current)}
        min={min}
        max={max}
        step={step}
        value={toPosition(current)}
        onChange={({ target }) => onChange(toValue(Number(target.value), current))}
      />
      {box}
    </div>
  );
}
