import type { Evaluation } from '../../contract/evaluations/evaluation.ts';
import { hasFinished, isErroneous, isInterrupted, isUnfinished } from '../../contract/evaluations/evaluation-status.ts';
import { UserError } from '../../foundation/errors/wf-error.ts';
import type { Client } from '../../client/create-client.ts';
import { requireScored } from './require-scored.ts';
import { orUnsupported } from '../../client/public/is-missing.ts';
import { countOf } from '../../foundation/numbers.ts';
import type { EvaluationRows, RowOrder } from '../../evaluation/compare/metrics.ts';
import { PAGE_SIZE } from '../records/paged-list.ts';

const FAILED = new Set<unknown>(['EVALUATION_FAILED', 'EVALUATION_AGGREGATION_FAILED']);

/** Checks that evaluations finished and scored a row. @throws {WF_STOPPED | WF_FAILED} with the reason */
export async function requireEnd(client: Client, evaluations: readonly Evaluation[]): Promise<void> {
  await requireFinished(client, evaluations);
  await requireScored(client, evaluations);
}

/**
 * Checks that evaluations finished; single rows may have failed.
 *
 * @throws {WF_STOPPED} with the reason of the first that was cancelled or that no process runs
 * @throws {WF_FAILED} with the reason of the first that failed as a whole
 */
export async function requireFinished(client: Client, evaluations: readonly Evaluation[]): Promise<void> {
  const canResume = (await client.extensions()) !== null;
  requireWhole(evaluations, canResume);
  const failed = evaluations.filter(({ status }) => FAILED.has(status.value));
  const [first] = failed;
  if (first === undefined) return;
  const reason = first.status.error?.message ?? 'the service gave no reason.';
  throw new UserError({
    code: 'WF_FAILED',
    message: `The evaluation of ${namesOf(failed)} failed: ${reason}`,
    // The cause may be gone by now: a full disk, an address that did not answer.
    nextSteps: failed.flatMap((evaluation) => [
      `wf eval show ${evaluation.id}`,
      ...(canResume ? [resumeStep(evaluation)] : []),
    ]),
    details: { evaluations },
  });
}

/**
 * Checks that no more rows failed in any evaluation than allowed.
 *
 * @throws {WF_FAILED} with the number of failed rows
 */
export async function requireFewErrors(
  client: Client,
  evaluations: readonly Evaluation[],
  maximum: number,
): Promise<void> {
  const counted: { readonly evaluation: Evaluation; readonly errors: number; readonly rows: number }[] = [];
  for (const evaluation of evaluations) counted.push({ evaluation, ...(await countErrors(client, evaluation)) });
  const failed = counted.filter(({ errors }) => errors > maximum);
  if (failed.length === 0) return;
  const numbers = failed.map(
    ({ evaluation, errors, rows }) => `${errors} of ${countOf(rows, 'row')} of ${namesOf([evaluation])}`,
  );
  const ids = failed.map(({ evaluation: { id } }) => id);
  const canResume = (await client.extensions()) !== null;
  throw new UserError({
    code: 'WF_FAILED',
    message: `Rows failed or could not be scored: ${numbers.join(', ')}. --max-errors allows ${maximum}.`,
    nextSteps: ids.flatMap((id) => [
      `wf eval rows ${id} --where error=true`,
      ...(canResume ? [`wf eval resume ${id}`] : []),
    ]),
    details: { evaluations: failed.map(({ evaluation: { id }, errors, rows }) => ({ id, errors, rows })) },
  });
}

/** Services of others do not count; their rows are read. */
async function countErrors(client: Client, evaluation: Evaluation) {
  const progress = await orUnsupported(client.getEvaluationProgress({ evaluation_id: evaluation.id }), null);
  if (progress !== null) return { errors: progress.errors, rows: progress.rows };
  const counts = { errors: 0, rows: 0 };
  for await (const row of readEvaluationRows(client, evaluation).rows()) {
    counts.rows += 1;
    counts.errors += Number(isErroneous(row));
  }
  return counts;
}

function namesOf(evaluations: readonly Evaluation[]): string {
  return evaluations.flatMap(({ variant_names }) => variant_names).join(', ');
}

function requireWhole(evaluations: readonly Evaluation[], canResume: boolean): void {
  const stopped = evaluations.filter(({ status }) => status.value === 'EVALUATION_CANCELLED' || isInterrupted(status));
  const [first] = stopped;
  if (first === undefined) return;
  throw new UserError({
    code: 'WF_STOPPED',
    message: `The evaluation of ${namesOf(stopped)} is not finished. ${first.status.error?.message ?? 'It was cancelled.'}`,
    nextSteps: stopped.map((evaluation) => stepAfter(evaluation, canResume)),
    details: { evaluations },
  });
}

/** A service of others cannot resume what ended early. */
function stepAfter(evaluation: Evaluation, canResume: boolean): string {
  return canResume ? resumeStep(evaluation) : `wf eval show ${evaluation.id}`;
}

/** Returns the command that resumes an evaluation, with a new limit if it would stop at the same one again. */
function resumeStep({ id, status }: Evaluation): string {
  switch (status.error?.code) {
    case 'cost_unknown':
      return `wf eval resume ${id} --max-cost none`;
    case 'cost_limit':
      return `wf eval resume ${id} --max-cost USD`;
    default:
      return `wf eval resume ${id}`;
  }
}

export function readEvaluationRows(client: Client, evaluation: Evaluation): EvaluationRows {
  const input = { evaluation_id: evaluation.id, limit: PAGE_SIZE };
  const sorted = (order: RowOrder) => (order === 'case' ? { ...input, by: order } : input);
  return { evaluation, rows: (order = 'row') => client.paginate('listEvaluationScenarios', sorted(order)) };
}

/**
 * Returns the evaluation if its results are complete.
 *
 * @throws {WF_INVALID_INPUT} when it is running, failed or was cancelled
 */
export async function requireComplete<E extends Evaluation>(client: Client, evaluation: E): Promise<E> {
  const { id, status } = evaluation;
  if (hasFinished(status)) return evaluation;
  const reason = status.error?.message;
  const canResume = (await client.extensions()) !== null;
  throw new UserError({
    code: 'WF_INVALID_INPUT',
    message: `Evaluation ${id} has no complete results: its status is ${JSON.stringify(status.value)}${reason === undefined ? '.' : `, ${reason}`}`,
    nextSteps: [isUnfinished(status) ? `wf eval watch ${id}` : stepAfter(evaluation, canResume)],
  });
}
