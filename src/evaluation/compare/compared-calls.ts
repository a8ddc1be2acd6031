import type { Evaluation, WarmUp } from '../../contract/evaluations/evaluation.ts';
import type { RepeatedRow } from './group-repeats.ts';
import type { RowPair } from './pair-rows.ts';

/**
 * Answers whether a pair's latencies tell of a process that warms up rather than of the variants. A process's first call
 * loads and compiles, and calls that were sent before it ended waited with it. Where both calls waited, they are alike.
 */
export function isWarmUp({ baseline, candidate }: Pick<RowPair, 'baseline' | 'candidate'>): boolean {
  const [one, other] = [warmUpsOf(baseline), warmUpsOf(candidate)];
  return one.has('first') || other.has('first') || one.has('early') !== other.has('early');
}

/** Answers whether the calls of a pair were made, and by evaluations that ran at the same time. */
export function isInterleaved({ baseline, candidate }: Pick<RowPair, 'baseline' | 'candidate'>): boolean {
  return [...baseline, ...candidate].every(({ outputs }) => outputs[0]?.reused !== true);
}

type Period = Pick<Evaluation, 'created_at' | 'updated_at'>;

/** Answers whether two evaluations ran at the same time, at least for a while. */
export function ranTogether(one: Period, other: Period): boolean {
  return isBefore(one.created_at, other.updated_at) && isBefore(other.created_at, one.updated_at);
}

function isBefore(one: string, other: string): boolean {
  return Date.parse(one) <= Date.parse(other);
}

function warmUpsOf(rows: RepeatedRow): ReadonlySet<WarmUp> {
  return new Set(rows.flatMap(({ outputs }) => outputs[0]?.warm_up ?? []));
}
