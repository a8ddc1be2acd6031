import type { AggregatedResult, EvaluationScenario } from '../../contract/records/evaluation.ts';
import type { Result } from '../../contract/records/result.ts';
import { countOf } from '../../errors/count-of.ts';
import { aggregateScores } from '../../evaluation/aggregate-results.ts';
import { statusResult } from '../../evaluation/evaluation-status.ts';
import { summariseEvaluation } from '../../evaluation/summary/summarise-evaluation.ts';
import type { EvaluationEnd, EvaluationJob, EvaluationJobs, JudgedScenario } from '../ports.ts';
import { answerColumns, toWireScenario } from '../to-wire-scenario.ts';

/**
 * Adds up what is stored, row by row. Nothing that was counted while the rows ran is used. The sums are stored, too:
 * rows that are finished change no more, and to add up a million again takes seconds.
 *
 * @source design §1, 5
 */
export async function aggregateEvaluation(jobs: EvaluationJobs, job: EvaluationJob): Promise<EvaluationEnd> {
  const sums = job.evaluatorConfigs.map(({ id }): Sum => ({ id, rows: 0, values: 0, sum: 0, cost: undefined }));
  const evaluation = toNamedEvaluation(job);
  const counted: Counted = { sums, rows: 0, failed: 0, first: null };
  const rows = () => countRows(jobs, job, counted);
  const summary = await summariseEvaluation({ evaluation, rows });
  return {
    status: toStatus(counted),
    aggregatedResults: job.evaluatorConfigs.map((config, index) => ({
      evaluator_config: config,
      result: toAggregate(sums[index]),
    })),
    summary: JSON.stringify(summary),
  };
}

/** What the verdicts of one evaluator come to. */
interface Sum {
  readonly id: string;
  rows: number;
  values: number;
  sum: number;
  /** What a judge's own calls cost; one row whose cost is unknown makes the sum unknown. */
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
  /** What went wrong first, and where. */
  first: string | null;
}

/** Says of rows that failed how many they are, and of the first why: it is mostly what all of them failed of. */
function toStatus({ rows, failed, first }: Counted): Result {
  if (first === null) return statusResult('EVALUATION_FINISHED');
  const message = `${failed} of ${countOf(rows, 'row')} failed. ${first}`;
  return statusResult('EVALUATION_FINISHED_WITH_ERRORS', { message });
}

/**
 * Counts rows as they go by.
 *
 * @yields each row as it travels
 */
async function* countRows(
  jobs: EvaluationJobs,
  { id, options, evaluatorConfigs, correctAnswerColumn }: EvaluationJob,
  counted: Counted,
): AsyncGenerator<EvaluationScenario> {
  const answers = answerColumns(evaluatorConfigs, correctAnswerColumn);
  for await (const page of jobs.finishedScenarios(id)) {
    for (const scenario of page) {
      const wire = toWireScenario(scenario, { evaluationId: id, answers, repeats: options.repeat ?? 1 });
      count(scenario, counted);
      countFailure(wire, counted);
      yield wire;
    }
  }
}

function countFailure({ row, outputs, results }: EvaluationScenario, counted: Counted): void {
  counted.rows += 1;
  const failure = outputs.find(isError) ?? results.find(isError);
  if (failure === undefined) return;
  counted.failed += 1;
  counted.first ??= `Row ${row}: ${failure.result.error?.message ?? 'it is not known why.'}`;
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
