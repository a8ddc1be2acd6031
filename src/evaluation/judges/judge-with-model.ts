import type { JudgedResult, Result } from '../../contract/evaluations/result.ts';
import { errorResult } from '../results/make-result.ts';
import { createExpenses, type Expenses } from './ask-provider.ts';

/** Judges with a model's help and puts what that cost beside the verdict, also when there is none. */
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
