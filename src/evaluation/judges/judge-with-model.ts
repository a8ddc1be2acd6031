import type { JudgedResult, Result } from '../../contract/evaluations/result.ts';
import { errorResult } from '../results/make-result.ts';
import { createExpenses, type Expenses } from './ask-provider.ts';

/** Scores with a model and adds the cost of its calls to the result, also when there is no verdict. */
export async function judgeWithModel(
  judge: (expenses: Expenses) => Promise<Result>,
  signal: AbortSignal | undefined,
): Promise<JudgedResult> {
  const expenses = createExpenses();
  try {
    const result = await judge(expenses);
    return { ...result, cost: expenses.total() };
  } catch (error) {
    signal?.throwIfAborted();
    const message = error instanceof Error ? error.message : String(error);
    return { ...errorResult(message), cost: expenses.total() };
  }
}
