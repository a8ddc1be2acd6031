import { clamp } from '../../../foundation/numbers.ts';

/**
 * Finds the row that a key leads to.
 *
 * @param page - number of rows of one screen
 * @returns `null` for a key that does not move
 */
export function nextRow(key: string, current: number, count: number, page: number): number | null {
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: 1,
    ArrowUp: -1,
    j: 1,
    k: -1,
    PageDown: page,
    PageUp: -page,
    Home: -count,
    End: count,
  };
  const step = steps[key];
  return step === undefined || count === 0 ? null : clamp(current + step, 0, count - 1);
}
