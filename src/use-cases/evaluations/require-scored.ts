import type { Client } from '../../client/create-client.ts';
import type { Evaluation } from '../../contract/evaluations/evaluation.ts';
import type { Result } from '../../contract/evaluations/result.ts';
import { UserError } from '../../foundation/errors/wf-error.ts';
import { PAGE_SIZE } from '../records/paged-list.ts';

/**
 * Checks that evaluations scored a row: a run that scored none says nothing about its variant.
 *
 * @throws {WF_FAILED} with the reason
 */
export async function requireScored(client: Client, evaluations: readonly Evaluation[]): Promise<void> {
  const unscored: Unscored[] = [];
  for (const evaluation of evaluations) {
    const found = await findUnscored(client, evaluation);
    if (found !== null) unscored.push(found);
  }
  const [first] = unscored;
  if (first === undefined) return;
  const variants = unscored.flatMap(({ evaluation }) => evaluation.variant_names).join(', ');
  const canResume = (await client.extensions()) !== null;
  throw new UserError({
    code: 'WF_FAILED',
    message: `The evaluation of ${variants} scored no row${first.reason === null ? '.' : `: ${first.reason}`}`,
    nextSteps: unscored.flatMap(({ evaluation: { id } }) => [
      `wf eval rows ${id} --where error=true`,
      ...(canResume ? [`wf eval resume ${id}`] : []),
    ]),
    details: { evaluations },
  });
}

interface Unscored {
  readonly evaluation: Evaluation;
  readonly reason: string | null;
}

async function findUnscored(client: Client, evaluation: Evaluation): Promise<Unscored | null> {
  const { aggregated_results, average_latency, status } = evaluation;
  const reason = status.error?.message ?? null;
  const isCounted = aggregated_results.some(({ result }) => result.scored != null);
  if (isCounted) return aggregated_results.every(({ result }) => result.scored === 0) ? { evaluation, reason } : null;
  if (average_latency?.type === 'error') return { evaluation, reason };
  // Without evaluators, an answered row is enough.
  if (aggregated_results.length === 0 || aggregated_results.some(({ result }) => hasScore(result))) return null;
  return await findInRows(client, evaluation);
}

/** A service of others counts no scores, and has no mean for an evaluator that could not score one row. */
async function findInRows(client: Client, evaluation: Evaluation): Promise<Unscored | null> {
  let reason: string | null = null;
  const input = { evaluation_id: evaluation.id, limit: PAGE_SIZE };
  for await (const { outputs, results } of client.paginate('listEvaluationScenarios', input)) {
    if (results.some(({ result }) => hasScore(result))) return null;
    const failed = [...outputs, ...results].find(({ result }) => (result.error?.message ?? '') !== '');
    reason ??= failed?.result.error?.message ?? null;
  }
  return { evaluation, reason: reason ?? evaluation.status.error?.message ?? null };
}

/** The public service sends the scores of some evaluators as text. @source facts §2.6.1 */
function hasScore({ type, value }: Result): boolean {
  return type !== 'error' && value != null;
}
