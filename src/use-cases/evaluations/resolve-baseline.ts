import type { TestedEvaluation } from '../../contract/evaluations/evaluation.ts';
import type { GateReport } from '../../contract/evaluations/gate-report.ts';
import { hasFinished } from '../../contract/evaluations/evaluation-status.ts';
import { describeSubject, isSameSubject, isWhole } from '../../contract/evaluations/subject.ts';
import { UserError } from '../../foundation/errors/wf-error.ts';
import { orUnknown } from '../../client/public/is-missing.ts';
import { resolveAppId, type ResolveAppOptions } from '../apps/resolve-app.ts';
import { PAGE_SIZE } from '../records/paged-list.ts';
import { resolveEvaluation, type ResolveEvaluationOptions } from './resolve-evaluation.ts';

export interface ResolveBaselineOptions extends Pick<ResolveEvaluationOptions, 'client' | 'app' | 'onWarning'> {
  /** Id of an evaluation, a variant, or `env:NAME` for what an environment runs. */
  readonly baseline: string;
  readonly comparedWith: TestedEvaluation;
}

export interface ResolvedBaseline {
  readonly evaluation: TestedEvaluation;
  readonly source: GateReport['baseline_source'];
}

const ENVIRONMENT = 'env:';

/**
 * Finds the evaluation that a gate compares with.
 *
 * @throws {WF_NOT_FOUND} when an environment does not exist, or what it runs has no evaluation of this route and test set
 */
export async function resolveBaseline({ baseline, ...options }: ResolveBaselineOptions): Promise<ResolvedBaseline> {
  if (baseline.startsWith(ENVIRONMENT)) return await baselineOf(baseline.slice(ENVIRONMENT.length), options);
  // A variant's name means its evaluation of the same route and test set.
  const evaluation = await resolveEvaluation({ ...options, evaluation: baseline });
  return { evaluation, source: undefined };
}

async function baselineOf(
  environment: string,
  { client, app, comparedWith }: Omit<ResolveBaselineOptions, 'baseline'>,
): Promise<ResolvedBaseline> {
  const app_id = await resolveAppId({ client, app });
  const { revisions } = await client.getEnvironmentRevisions({ app_id, environment_name: environment, limit: 1 });
  const newest = revisions.at(-1);
  const evidence = newest?.evidence ?? null;
  for (const { evaluation_id } of evidence === null ? [] : [evidence, ...(evidence.others ?? [])]) {
    const evaluation = await orUnknown(client.getEvaluation({ evaluation_id }));
    if (evaluation !== null && isComparable(evaluation, comparedWith)) {
      return { evaluation, source: { environment, kind: 'evidence' } };
    }
  }
  const query = { app_id, environment, order: 'desc', limit: PAGE_SIZE } as const;
  let part: TestedEvaluation | null = null;
  for await (const evaluation of client.paginate('listEvaluations', query)) {
    if (!isComparable(evaluation, comparedWith)) continue;
    if (isWhole(evaluation)) return { evaluation, source: { environment, kind: 'newest' } };
    part ??= evaluation;
  }
  if (part !== null) return { evaluation: part, source: { environment, kind: 'newest' } };
  const runs = newest?.deployed_variant_name;
  throw new UserError({
    code: 'WF_NOT_FOUND',
    message: `What ${environment} runs has no evaluation to compare ${describeSubject(comparedWith)} with.`,
    nextSteps:
      runs == null
        ? ['wf env list']
        : [
            `Evaluate both in one run: wf eval run … --variants ${runs},${comparedWith.variant_names[0] ?? 'CANDIDATE'}`,
          ],
  });
}

/** An evaluation that is compared with itself would never be worse, as where a change leaves alone what runs. */
function isComparable(evaluation: TestedEvaluation, comparedWith: TestedEvaluation): boolean {
  return evaluation.id !== comparedWith.id && hasFinished(evaluation.status) && isSameSubject(evaluation, comparedWith);
}

/**
 * Checks before anything runs that the environment of a baseline `env:NAME` exists.
 *
 * @throws {WF_NOT_FOUND} with the environments of the app
 */
export async function requireBaselineEnvironment(
  { client, app }: ResolveAppOptions,
  baseline: string | null,
): Promise<void> {
  if (baseline?.startsWith(ENVIRONMENT) !== true) return;
  const app_id = await resolveAppId({ client, app });
  const environment_name = baseline.slice(ENVIRONMENT.length);
  await client.getEnvironmentRevisions({ app_id, environment_name, limit: 1 });
}
