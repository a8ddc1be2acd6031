import type { AggregatedResult, EvaluationScenario } from '../../../contract/evaluations/evaluation.ts';
import type { EvaluationSummary } from '../../../contract/evaluations/evaluation-summary.ts';
import type { Result } from '../../../contract/evaluations/result.ts';
import { countOf } from '../../../errors/count-of.ts';
import { aggregateScores } from '../../../evaluation/results/aggregate-results.ts';
import { statusResult } from '../../../evaluation/results/evaluation-status.ts';
import { createGrouper, type RepeatedRow } from '../../../evaluation/compare/group-repeats.ts';
import { createSummariser } from '../../../evaluation/summary/summarise-evaluation.ts';
import type { EvaluationEnd, EvaluationJobs } from '../evaluation-jobs.ts';
import type { EvaluationJob } from '../../evaluations/evaluation-job.ts';
import type { JudgedScenario } from '../../evaluations/evaluation-rows.ts';
import { answerColumns, toWireScenario } from '../../evaluations/to-wire-scenario.ts';

/**
 * Adds up the stored rows; counters kept while they ran are not used. The sums are stored as well: finished rows do not
 * change, and adding up a million takes seconds.
 *
 * @source design §1, 5
 */
export async function aggregateEvaluation(jobs: EvaluationJobs, job: EvaluationJob): Promise<EvaluationEnd> {
  const sums = job.evaluatorConfigs.map(({ id }): Sum => ({ id, rows: 0, values: 0, sum: 0, cost: undefined }));
  const counted: Counted = { sums, rows: 0, failed: 0, first: null };
  const summary = await walkRows(jobs, job, counted);
  return {
    status: toStatus(counted),
    aggregatedResults: job.evaluatorConfigs.map((config, index) => ({
      evaluator_config: config,
      result: toAggregate(sums[index]),
    })),
    summary: JSON.stringify(summary),
  };
}

/** The running totals of one evaluator's verdicts. */
interface Sum {
  readonly id: string;
  rows: number;
  values: number;
  sum: number;
  /** Cost of the judge's own calls; one row of unknown cost makes the sum unknown. */
  cost: number | null | undefined;
}

function toAggregate(sum: Sum | undefined): AggregatedResult['result'] {
  const { cost, ...totals } = sum ?? { rows: 0, values: 0, sum: 0, cost: undefined };
  return { ...aggregateScores(totals), ...(cost === undefined ? {} : { cost }) };
}

interface Counted {
  readonly sums: readonly Sum[];
  rows: number;
  failed: number;
  /** The first failure and its row. */
  first: string | null;
}

/** Counts the failed rows and reports the first reason: usually all failed for the same one. */
function toStatus({ rows, failed, first }: Counted): Result {
  if (first === null) return statusResult('EVALUATION_FINISHED');
  const message = `${failed} of ${countOf(rows, 'row')} failed. ${first}`;
  return statusResult('EVALUATION_FINISHED_WITH_ERRORS', { message });
}

/** Adds the rows up a page at a time: awaiting each row costs more than adding it. */
async function walkRows(jobs: EvaluationJobs, job: EvaluationJob, counted: Counted): Promise<EvaluationSummary> {
  const { id: evaluationId, options, evaluatorConfigs, correctAnswerColumn } = job;
  const answers = answerColumns(evaluatorConfigs, correctAnswerColumn);
  const wire = { evaluationId, answers, repeats: options.repeat ?? 1 };
  const summariser = createSummariser(toNamedEvaluation(job));
  const grouper = createGrouper();
  const add = (whole: RepeatedRow | null): void => {
    if (whole !== null) summariser.add(whole);
  };
  for await (const page of jobs.finishedScenarios(evaluationId)) {
    for (const scenario of page) {
      const row = toWireScenario(scenario, wire);
      count(scenario, counted);
      countFailure(row, counted);
      add(grouper.add(row));
    }
  }
  add(grouper.end());
  return summariser.read();
}

function countFailure({ row, outputs, results }: EvaluationScenario, counted: Counted): void {
  counted.rows += 1;
  const failure = outputs.find(isError) ?? results.find(isError);
  if (failure === undefined) return;
  counted.failed += 1;
  counted.first ??= `Row ${row}: ${failure.result.error?.message ?? 'the reason is unknown.'}`;
}

function isError({ result }: { readonly result: Pick<Result, 'type'> }): boolean {
  return result.type === 'error';
}

function count({ results }: JudgedScenario, counted: Counted): void {
  for (const { evaluator_config, result } of results) {
    const sum = counted.sums.find(({ id }) => id === evaluator_config);
    const value = numberOf(result);
    if (sum === undefined) continue;
    sum.rows += 1;
    sum.values += value === null ? 0 : 1;
    sum.sum += value ?? 0;
    if (result.cost !== undefined) {
      sum.cost = result.cost === null || sum.cost === null ? null : (sum.cost ?? 0) + result.cost;
    }
  }
}

/** A bool counts as 0 or 1. @source facts §2.6.1 */
function numberOf({ value }: Result): number | null {
  if (typeof value === 'boolean') return value ? 1 : 0;
  return typeof value === 'number' ? value : null;
}

function toNamedEvaluation({ id, variantName, revision, evaluatorConfigs }: EvaluationJob) {
  return {
    id,
    variant_names: [variantName],
    revisions: [String(revision)],
    aggregated_results: evaluatorConfigs.map((config): AggregatedResult => ({
      evaluator_config: config,
      result: { type: 'number' },
    })),
  };
}
