import type { Client } from '../../client/create-client.ts';
import type { EnvironmentOutput, EnvironmentRevisions, GateFile } from '../../contract/environments/environment.ts';
import { resolveEnvironment } from './resolve-environment.ts';
import { resolveEvaluation } from '../evaluations/resolve-evaluation.ts';
import { resolveVariantRevision } from '../variants/resolve-variant.ts';
import { withNextSteps } from '../session/with-next-steps.ts';
import { shellWord } from '../../foundation/shell-word.ts';
import { asWritten, deployByPublicMeans, requireNewest, requirePublicDeployment } from './deploy-by-public-means.ts';
import { readBack } from '../records/read-back.ts';
import type { DeployedToEnvironment } from './deployed-to-environment.ts';

export interface DeployToEnvironmentOptions {
  readonly client: Client;
  readonly app: string | null;
  readonly environment: string;
  /** `VARIANT` or `VARIANT@REVISION`. */
  readonly variant: string;
  /** Stored with the environment's revision. */
  readonly message?: string | null;
  /** Gate to pass; `null`: the gate that protects the environment, if any. */
  readonly gate?: GateFile | null;
  /** Evaluation to check against the gate: an id, an id prefix, or a variant's name for its newest. */
  readonly evaluation?: string | null;
  /** Baseline of a rule "not_worse_by", named the same way. */
  readonly baseline?: string | null;
  /** Asks the user to confirm; returns whether it asked. */
  readonly confirm?: (environment: EnvironmentOutput, next: string) => Promise<boolean>;
}

/**
 * Deploys a variant to an environment as a new environment revision. The service checks the gate against the rows it
 * stored. A service without our extensions is refused what it would ignore.
 *
 * @throws {WF_UNSUPPORTED} when the service lacks gates, messages, or deployments of older revisions
 * @throws {WF_NOT_FOUND} when there is no such environment, variant, revision or evaluation
 * @throws {WF_CONFLICT} when the environment was changed since it was read
 * @throws {WF_PROTECTED} when the environment is protected and no passing evaluation was named
 * @throws {WF_GATE_FAILED} or {WF_GATE_INCONCLUSIVE} with the gate's report
 */
export async function deployToEnvironment(options: DeployToEnvironmentOptions): Promise<DeployedToEnvironment> {
  const { client, message = null, gate = null } = options;
  const environment = await resolveEnvironment(options);
  const { app_id, name } = environment;
  const extended = await client.extensions();
  if (extended === null) requirePublicDeployment(options);
  const { variant, revision } = await resolveVariantRevision({ ...options, app: app_id });
  if (extended === null) requireNewest(variant, revision, name);
  const isAsked = await options.confirm?.(environment, `${variant.variant_name}@${revision ?? variant.revision}`);
  if (extended === null)
    return await deployByPublicMeans(client, environment, { variant, isExact: revision !== null || isAsked === true });
  // A user who confirmed a revision gets that one, even if there is a newer one by now.
  const exact = revision ?? (isAsked === true ? variant.revision : null);
  const body = {
    environment_name: name,
    variant_id: variant.variant_id,
    ...(exact === null ? {} : { revision: exact }),
    ...(message === null ? {} : { message }),
    ...(gate === null ? {} : { gate }),
    ...(await nameEvaluations(options, app_id)),
  };
  const deployed = extended.deployToEnvironment({ body }, { ifRevision: environment.revision ?? 0 });
  await withNextSteps(deployed, {
    WF_NOT_FOUND: [`wf variants revisions ${shellWord(variant.variant_name)}`],
    WF_CONFLICT: [`wf env revisions ${shellWord(name)}`, 'Run the same command again'],
    WF_PROTECTED: promotionSteps(environment, variant.variant_name),
  });
  const { record, warning } = await readBack<EnvironmentRevisions>(
    () => client.getEnvironmentRevisions({ app_id, environment_name: name }),
    asWritten(environment, variant),
  );
  return {
    environment: record,
    variantName: variant.variant_name,
    variantRevision: revision ?? variant.revision,
    environmentRevision: record.revision,
    isChanged: true,
    warning,
  };
}

async function nameEvaluations(
  { client, evaluation = null, baseline = null }: DeployToEnvironmentOptions,
  app: string,
) {
  const idOf = async (typed: string) =>
    (await resolveEvaluation({ client, app, evaluation: typed, byVariant: true })).id;
  return {
    ...(evaluation === null ? {} : { evaluation_id: await idOf(evaluation) }),
    ...(baseline === null ? {} : { baseline_evaluation_id: await idOf(baseline) }),
  };
}

/** Commands that bring a variant into a protected environment. */
export function promotionSteps({ name }: Pick<EnvironmentOutput, 'name'>, variant: string): string[] {
  return [
    `wf eval run --testset TESTSET --variants ${shellWord(variant)}`,
    `wf env deploy ${shellWord(name)} --variant ${shellWord(variant)} --evaluation ${shellWord(variant)}`,
  ];
}
