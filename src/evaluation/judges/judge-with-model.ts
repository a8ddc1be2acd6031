import type { JudgedResult } from '../../contract/evaluations/result.ts';
import { errorResult, isScored, numberResult } from '../results/make-result.ts';
import { createExpenses, type Expenses } from './ask-provider.ts';
import { createMoments } from '../statistics/moments.ts';

/** Judges one output by a model, once. */
type JudgeOnce = (expenses: Expenses) => Promise<JudgedResult>;

/**
 * Scores with a model, and adds the number and the cost of its calls to the result, also when there is no verdict.
 *
 * @param votes - how often to ask; see {@link combineVotes}
 */
export async function judgeWithModel(
  judge: JudgeOnce,
  signal: AbortSignal | undefined,
  votes = 1,
): Promise<JudgedResult> {
  const expenses = createExpenses();
  const results = await Promise.all(Array.from({ length: votes }, () => vote(judge, expenses, signal)));
  return { ...combineVotes(results), cost: expenses.total(), calls: expenses.calls() };
}

async function vote(judge: JudgeOnce, expenses: Expenses, signal: AbortSignal | undefined): Promise<JudgedResult> {
  try {
    return await judge(expenses);
  } catch (error) {
    signal?.throwIfAborted();
    return errorResult(error instanceof Error ? error.message : String(error));
  }
}

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
