import type { MissingCases } from '../../contract/evaluations/comparison.ts';
import { isBounded } from '../statistics/score-range.ts';
import type { CaseValue } from './cases.ts';
import type { Metric } from './metrics.ts';

/** Cases without a value that a comparison names. */
const MAX_NAMED = 10;

/**
 * Counts the cases that lack a value in one of two evaluations, and decides what they count as. Rows do not fail at random:
 * leaving out those that one side failed would compare the others only, where it may well be better.
 */
export function createMissing(metric: Metric) {
  const counts = { baseline: 0, candidate: 0, both: 0, losses: 0 };
  const leftOut = { baseline: 0, candidate: 0 };
  const rows: number[] = [];
  return {
    /** @returns the values to compare; `null` where they cannot be */
    pair(baseline: CaseValue, candidate: CaseValue, row: number | null): readonly [CaseValue, CaseValue] | null {
      const [hasOne, hasOther] = [isWhole(baseline), isWhole(candidate)];
      if (hasOne && hasOther) return [baseline, candidate];
      if (row !== null && rows.length < MAX_NAMED) rows.push(row);
      if (baseline.value === null && candidate.value === null) {
        counts.both += 1;
        return null;
      }
      counts.baseline += hasOne ? 0 : 1;
      counts.candidate += hasOther ? 0 : 1;
      const worst = worstOf(metric, baseline, candidate);
      if (worst !== null) {
        counts.losses += 1;
        return [withLosses(baseline, worst), withLosses(candidate, worst)];
      }
      leftOut.baseline += hasOne ? 0 : 1;
      leftOut.candidate += hasOther ? 0 : 1;
      return baseline.value === null || candidate.value === null ? null : [baseline, candidate];
    },
    read: (): MissingCases => ({ ...counts, rows }),
    /** Which side has more cases whose missing values count as nothing; `null`: neither. */
    excuses: (): 'baseline' | 'candidate' | null =>
      leftOut.baseline === leftOut.candidate ? null : leftOut.baseline > leftOut.candidate ? 'baseline' : 'candidate',
  };
}

function isWhole({ rows, valued }: CaseValue): boolean {
  return rows === valued;
}

/** The value that a row without one counts as; `null` where none is known to be the worst. */
function worstOf({ source, isTimed, range, goal }: Metric, ...values: readonly CaseValue[]): number | boolean | null {
  if (source !== 'evaluator' || isTimed) return null;
  if (values.every(({ isShare }) => isShare)) return goal !== 'higher';
  if (!isBounded(range)) return null;
  return goal === 'higher' ? range.low : range.high;
}

function withLosses(value: CaseValue, worst: number | boolean): CaseValue {
  const { rows, valued } = value;
  if (valued === rows) return value;
  const whole = { ...value, valued: rows, isShare: value.isShare && typeof worst === 'boolean' };
  if (valued === 0 || value.value === worst) return { ...whole, value: worst };
  return { ...whole, value: (Number(value.value) * valued + Number(worst) * (rows - valued)) / rows };
}
