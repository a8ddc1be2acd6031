import { UserError } from '../../../foundation/errors/wf-error.ts';
import { fieldOf } from '../../../foundation/record.ts';
import { toAnswer } from '../../hosting/calls/ask-by-call.ts';
import { askHealth } from '../../hosting/calls/ask-health.ts';
import type { EvaluationJob } from '../../evaluations/evaluation-job.ts';
import type { EvaluationJobs } from '../evaluation-jobs.ts';
import type { Hosting } from '../../hosting/hosting.ts';
import type { EvaluationPlan } from '../../evaluations/plan/plan-evaluation.ts';
import { shorten } from '../../evaluations/plan/read-answer.ts';
import { parseJson } from '../../../contract/validation/parse-json.ts';

/**
 * Checks that the rows have every column that the route needs, before the first call.
 *
 * @throws {WF_TESTSET_INVALID} naming the input, the row and the columns it has
 */
export async function requireColumns(jobs: EvaluationJobs, job: EvaluationJob, plan: EvaluationPlan): Promise<void> {
  if (plan.requiredColumns.length === 0) return;
  const repeat = job.options.repeat ?? 1;
  for await (const page of jobs.rows(job.id)) {
    for (const { row, position } of page) {
      const missing = plan.requiredColumns.filter((column) => !Object.hasOwn(row, column));
      if (missing.length === 0) continue;
      const number = Math.floor(position / repeat) + 1;
      throw new UserError({
        code: 'WF_TESTSET_INVALID',
        message: `Route ${plan.route.path} needs the input ${quote(missing)}, which row ${number} of the test set does not have. It has: ${quote(Object.keys(row))}.`,
      });
    }
  }
}

function quote(names: readonly string[]): string {
  return names.map((name) => JSON.stringify(name)).join(', ');
}

/**
 * Checks that the workflow starts: otherwise every row would fail, each after all its retries.
 *
 * @throws {WF_ROUTE_FAILED} with what the workflow says
 */
export async function requireHealth(
  hosting: Hosting,
  { deployment }: EvaluationJob,
  signal: AbortSignal,
): Promise<void> {
  const reason = await (deployment.url === null ? askProcess : askAddress)(hosting, deployment, signal);
  if (reason === null) return;
  throw new UserError({
    code: 'WF_ROUTE_FAILED',
    message: `The workflow is not ready to be called: ${shorten(detailOf(reason))}`,
  });
}

async function askProcess(
  hosting: Hosting,
  deployment: EvaluationJob['deployment'],
  signal: AbortSignal,
): Promise<string | null> {
  const { status, text } = await askHealth(hosting, deployment, signal);
  return status < 500 ? null : text;
}

async function askAddress(
  hosting: Hosting,
  deployment: EvaluationJob['deployment'],
  signal: AbortSignal,
): Promise<string | null> {
  const request = new Request('http://evaluation/', { signal });
  const response = await hosting.call({ deployment, path: '/health', request, revisionId: null });
  const { text } = await toAnswer(response);
  return response.ok ? null : text;
}

function detailOf(text: string): string {
  const detail = fieldOf(parseJson(text), 'detail');
  return typeof detail === 'string' ? detail : text;
}
