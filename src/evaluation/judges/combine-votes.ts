import type { JudgedResult } from '../../contract/evaluations/result.ts';
import { errorResult, isScored, numberResult } from '../results/make-result.ts';
import { createMoments } from '../statistics/moments.ts';

/**
 * Combines the votes of a judge on one row: the score is their mean, and the spread their standard deviation. A vote that
 * could not be read is left out; without a majority that could, the row has no score.
 */
export function combineVotes(votes: readonly JudgedResult[]): JudgedResult {
  const [first, ...others] = votes;
  if (first === undefined) throw new Error('A judge votes at least once.');
  if (others.length === 0) return first;
  const read = votes.filter(isScored);
  if (read.length * 2 <= votes.length) return tooFew(votes, votes.length - read.length);
  const moments = createMoments();
  for (const { value } of read) moments.add(Number(value));
  const { mean, variance } = moments.read();
  const reasons = read.flatMap(({ value, reason }) =>
    reason == null || reason === '' ? [] : [`${Number(value)}: ${reason}`],
  );
  return {
    ...numberResult(mean),
    ...(reasons.length === 0 ? {} : { reason: reasons.join('\n') }),
    votes: read.map(({ value }) => Number(value)),
    spread: read.length === 1 ? null : Math.sqrt(variance),
  };
}

function tooFew(votes: readonly JudgedResult[], failed: number): JudgedResult {
  const message = votes.find((vote) => !isScored(vote))?.error?.message ?? '';
  return errorResult(`${failed} of ${votes.length} votes failed: ${message}`);
}
