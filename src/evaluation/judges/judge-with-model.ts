import type { JudgedResult } from '../../contract/evaluations/result.ts';
import { errorResult } from '../results/make-result.ts';
import { createExpenses, type Expenses } from './ask-provider.ts';
import { combineVotes } from './combine-votes.ts';

/** Judges one output by a model, once. */
export type JudgeOnce = (expenses: Expenses) => Promise<JudgedResult>;

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
