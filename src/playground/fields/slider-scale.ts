import { clamp } from '../../foundation/numbers.ts';
import type { NumberRange } from './number-range.ts';

/** What a slider moves by. */
export interface SliderScale {
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
