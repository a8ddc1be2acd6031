import type { AggregatedResult, EvaluationScenario } from '../../../contract/evaluations/evaluation.ts';
import type { EvaluationSummary, MetricSummary } from '../../../contract/evaluations/evaluation-summary.ts';
import type { EvaluatorConfig } from '../../../contract/evaluators/evaluator.ts';
import type { Result } from '../../../contract/evaluations/result.ts';
import { countOf } from '../../../foundation/numbers.ts';
import { aggregateScores } from '../../../evaluation/results/create-result.ts';
import { statusResult, isUnscored } from '../../../contract/evaluations/evaluation-status.ts';
import { createGrouper } from '../../../evaluation/compare/cases.ts';
import { createSummariser } from '../../../evaluation/summary/summarise-evaluation.ts';
import type { EvaluationEnd, EvaluationJobs } from '../evaluation-jobs.ts';
import type { EvaluationJob, JudgedScenario } from '../../evaluations/evaluation-job.ts';
import { declaredRange, evaluatorCodeOf } from '../../evaluations/plan/custom-evaluator.ts';
import { answerColumns, toWireScenario } from '../../evaluations/scenario-records.ts';

/**
 * Adds up the stored rows; counters kept while they ran are not used. The sums are stored as well: finished rows do not
 * change, and adding up a million takes seconds.
 *
 * @source design §1, 5
 */
export async function aggregateEvaluation(jobs: EvaluationJobs, job: EvaluationJob): Promise<EvaluationEnd> {
  const expenses = new Map(
    job.evaluatorConfigs.map(({ id }): [string, Expense] => [id, { cost: undefined, reused: 0 }]),
  );
  const counted: Counted = { expenses, rows: 0, failed: 0, first: null };
  const aggregated = job.evaluatorConfigs.map((config) => toUnscored(config, job));
  const summary = await walkRows(jobs, job, counted, aggregated);
  return {
    status: toStatus(counted),
    // The summary begins with the evaluators, in their order.
    aggregatedResults: aggregated.map(({ evaluator_config, code, result: { range } }, index) => ({
      evaluator_config,
      code,
      result: {
        ...toAggregate(summary.metrics[index], expenses.get(evaluator_config.id)),
        ...(range == null ? {} : { range }),
      },
    })),
    summary: JSON.stringify(summary),
  };
}

/** What one evaluator's own calls cost this evaluation so far; one row of unknown cost makes the sum unknown. */
interface Expense {
  cost: number | null | undefined;
  /** Scores that others paid. */
  reused: number;
}

function toAggregate(metric: MetricSummary | undefined, expense: Expense | undefined): AggregatedResult['result'] {
  const result = aggregateScores(metric ?? { count: 0, missing: 0, mean: null });
  if (expense?.cost === undefined) return result;
  const { cost, reused } = expense;
  return { ...result, cost, ...(reused === 0 ? {} : { reused_scores: reused }) };
}

interface Counted {
  readonly expenses: ReadonlyMap<string, Expense>;
  rows: number;
  failed: number;
  first: string | null;
}

/** Counts the failed rows and reports the first reason: usually all failed for the same one. */
function toStatus({ rows, failed, first }: Counted): Result {
  if (first === null) return statusResult('EVALUATION_FINISHED');
  const message = `${failed} of ${countOf(rows, 'row')} failed. ${first}`;
  return statusResult('EVALUATION_FINISHED_WITH_ERRORS', { message });
}

/** Adds the rows up a page at a time: awaiting each row costs more than adding it. */
async function walkRows(
  jobs: EvaluationJobs,
  job: EvaluationJob,
  counted: Counted,
  aggregated: AggregatedResult[],
): Promise<EvaluationSummary> {
  const { id: evaluationId, options, evaluatorConfigs, correctAnswerColumn } = job;
  const answers = answerColumns(evaluatorConfigs, correctAnswerColumn);
  const wire = { evaluationId, answers, repeats: options.repeat ?? 1, knowsCases: true };
  const summariser = createSummariser({ ...toNamedEvaluation(job), aggregated_results: aggregated });
  const grouper = createGrouper();
  for await (const page of jobs.finishedScenarios(evaluationId)) {
    for (const scenario of page) {
      const row = toWireScenario(scenario, wire);
      addExpenses(scenario, counted);
      countFailure(row, counted);
      for (const whole of grouper.add(row)) summariser.add(whole);
    }
  }
  for (const whole of grouper.end()) summariser.add(whole);
  return summariser.read();
}

function countFailure({ row, outputs, results }: EvaluationScenario, counted: Counted): void {
  counted.rows += 1;
  const failure = [...outputs, ...results].find(({ result }) => isUnscored(result));
  if (failure === undefined) return;
  counted.failed += 1;
  counted.first ??= `Row ${row}: ${failure.result.error?.message ?? 'the reason is unknown.'}`;
}

function addExpenses({ results }: JudgedScenario, { expenses }: Counted): void {
  for (const { evaluator_config, result } of results) {
    const sum = expenses.get(evaluator_config);
    if (sum === undefined || result.cost === undefined) continue;
    const isReused = result.reused === true;
    if (isReused) sum.reused += 1;
    const paid = isReused ? 0 : result.cost;
    sum.cost = paid === null || sum.cost === null ? null : (sum.cost ?? 0) + paid;
  }
}

function toNamedEvaluation({ id, variantName, revision }: EvaluationJob) {
  return { id, variant_names: [variantName], revisions: [String(revision)] };
}

function toUnscored(config: EvaluatorConfig, { evaluatorCode }: EvaluationJob): AggregatedResult {
  const range = declaredRange(evaluatorCode, config.evaluator_key);
  const code = evaluatorCodeOf(evaluatorCode, config.evaluator_key);
  return { evaluator_config: config, code, result: { type: 'number', ...(range === null ? {} : { range }) } };
}
