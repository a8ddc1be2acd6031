import type { ControlProps, NumberField } from './field.ts';
import { clamp } from '../../foundation/numbers.ts';

/** A number box, with a slider where both bounds are known. */
export function NumberControl({ field, value, control, onChange }: ControlProps<NumberField>) {
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

interface SliderScale {
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly toPosition: (value: number) => number;
  /** @param before - the value that the slider leaves: another position never keeps it */
  readonly toValue: (position: number, before: number) => number;
}

/** A range of more steps than this is wide: the pixels of a slider would skip most values at its low end. */
const MAX_STEPS = 5000;
/** Positions of a logarithmic slider: few enough for arrow keys. */
const POSITIONS = 200;

/** Chooses the scale of a slider: logarithmic for wide ranges, so that 10 is as easy to reach as 100,000. */
export function toScale({ min, max, step }: NumberRange): SliderScale {
  const steps = (max - min) / step;
  if (steps <= MAX_STEPS) return { min, max, step, toPosition: (value) => value, toValue: (position) => position };
  const factor = Math.log1p(steps) / POSITIONS;
  const toPosition = (value: number) => Math.round(Math.log1p((clamp(value, min, max) - min) / step) / factor);
  const valueAt = (position: number) => {
    if (position <= 0) return min;
    return position >= POSITIONS ? max : clamp(min + roundSteps(Math.expm1(position * factor)) * step, min, max);
  };
  const toValue = (position: number, before: number) => {
    const direction = Math.sign(position - toPosition(before));
    if (direction === 0) return before;
    // Rounded values of neighbours may be equal.
    for (let at = position; at > 0 && at < POSITIONS; at += direction) {
      if ((valueAt(at) - before) * direction > 0) return valueAt(at);
    }
    return direction > 0 ? max : min;
  };
  return { min: 0, max: POSITIONS, step: 1, toPosition, toValue };
}

/** Two significant digits: 4,100 and not 4,096.3. */
function roundSteps(steps: number): number {
  return steps < 100 ? Math.round(steps) : Number(steps.toPrecision(2));
}

/** The range of a slider; both ends are valid values. */
interface NumberRange {
  readonly min: number;
  readonly max: number;
  readonly step: number;
}

/**
 * Finds the range of a field with two bounds. At an exclusive bound, the range ends one step before it.
 *
 * @returns `null` for a field with fewer than two bounds, or with nothing between them
 */
export function toRange({ isInteger, lower, upper }: NumberField): NumberRange | null {
  if (lower === null || upper === null || !(lower.value < upper.value)) return null;
  const step = isInteger ? 1 : stepFor(upper.value - lower.value);
  const first = isInteger ? Math.ceil(lower.value) : lower.value;
  const last = isInteger ? Math.floor(upper.value) : upper.value;
  const min = lower.isInclusive || first > lower.value ? first : round(first + step, step);
  const max = upper.isInclusive || last < upper.value ? last : round(last - step, step);
  return min <= max ? { min, max, step } : null;
}

/** The largest power of ten that gives at least a hundred steps. */
function stepFor(width: number): number {
  return 10 ** Math.floor(Math.log10(width / 100) + 1e-9);
}

/** Removes binary rounding errors: 2 - 0.01 is 1.99. */
function round(value: number, step: number): number {
  const digits = Math.max(0, -Math.floor(Math.log10(step)));
  return Number(value.toFixed(Math.min(digits, 100)));
}
