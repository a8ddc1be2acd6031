import type { AggregatedResult } from '../../contract/records/evaluation.ts';
import type { EvaluationStatus, Result } from '../../contract/records/result.ts';
import { aggregateScores } from '../../evaluation/aggregate-results.ts';
import type { EvaluationJob, EvaluationJobs } from '../ports.ts';

export interface EvaluationEnd {
  readonly status: Extract<EvaluationStatus, 'EVALUATION_FINISHED' | 'EVALUATION_FINISHED_WITH_ERRORS'>;
  readonly aggregatedResults: readonly AggregatedResult[];
}

/** Adds up what is stored, row by row. Nothing that was counted while the rows ran is used. @source design §1, 5 */
export async function aggregateEvaluation(jobs: EvaluationJobs, job: EvaluationJob): Promise<EvaluationEnd> {
  const totals = new Map(job.evaluatorConfigs.map(({ id }) => [id, { rows: 0, values: 0, sum: 0 }]));
  const expenses = new Map<string, number | null>();
  let hasErrors = false;
  for await (const page of jobs.finishedScenarios(job.id)) {
    for (const { outputs, results } of page) {
      hasErrors ||= outputs.some(({ result }) => result.type === 'error');
      for (const { evaluator_config: id, result } of results) {
        hasErrors ||= result.type === 'error';
        addExpense(expenses, id, result.cost);
        const total = totals.get(id);
        const value = numberOf(result);
        if (total === undefined) continue;
        total.rows += 1;
        total.values += value === null ? 0 : 1;
        total.sum += value ?? 0;
      }
    }
  }
  const none = { rows: 0, values: 0, sum: 0 };
  return {
    status: hasErrors ? 'EVALUATION_FINISHED_WITH_ERRORS' : 'EVALUATION_FINISHED',
    aggregatedResults: job.evaluatorConfigs.map((config) => ({
      evaluator_config: config,
      result: {
        ...aggregateScores(totals.get(config.id) ?? none),
        ...(expenses.has(config.id) ? { cost: expenses.get(config.id) ?? null } : {}),
      },
    })),
  };
}

/** A bool counts as 0 or 1. @source facts §2.6.1 */
function numberOf({ value }: Result): number | null {
  if (typeof value === 'boolean') return value ? 1 : 0;
  return typeof value === 'number' ? value : null;
}

/** What a judge's own calls cost; one row whose cost is unknown makes the sum unknown. */
function addExpense(expenses: Map<string, number | null>, id: string, cost: number | null | undefined): void {
  if (cost === undefined) return;
  const sum = expenses.get(id);
  expenses.set(id, cost === null || sum === null ? null : (sum ?? 0) + cost);
}
