import type { Client } from '../../client/create-client.ts';
import { type DeployedToEnvironment, deployVariant } from '../../client/public/deploy-variant.ts';
import { rollBack, type RolledBackEnvironment } from '../../client/public/roll-back.ts';
import type { EnvironmentOutput, GateFile } from '../../contract/environments/environment.ts';
import { gatesOf, isSameGates } from '../../contract/environments/gates.ts';
import type { RollbackPlan } from '../../contract/environments/rollback-plan.ts';
import type { Evaluation } from '../../contract/evaluations/evaluation.ts';
import { isFullId } from '../../contract/validation/full-id.ts';
import { orUnknown } from '../../client/public/is-missing.ts';
import { mayBeIdPrefix } from '../records/look-up-record.ts';
import type { AppVariantResponse } from '../../contract/variants/variant.ts';
import { ValidationErrorItem } from '../../contract/validation/validation-error.ts';
import type { NextSteps, ServiceError } from '../../foundation/errors/wf-error.ts';
import { shellWord } from '../../foundation/shell-word.ts';
import { resolveEvaluation, type ResolveEvaluationOptions } from '../evaluations/resolve-evaluation.ts';
import { resolveVariantRevision } from '../variants/resolve-variant.ts';
import { resolveEnvironment, type ResolveEnvironmentOptions } from './resolve-environment.ts';

export type { DeployedToEnvironment };

export interface DeployToEnvironmentOptions
  extends ResolveEnvironmentOptions, Pick<ResolveEvaluationOptions, 'onWarning'> {
  /** `VARIANT` or `VARIANT@REVISION`. */
  readonly variant: string;
  readonly message?: string | null;
  /** Gate to pass; `null`: the gate that protects the environment, if any. */
  readonly gate?: GateFile | null;
  /** Evaluations to check against the gates: ids, id prefixes, or a variant's name for its newest on each gate's route. */
  readonly evaluations?: readonly string[];
  /** Route that the evaluation called, where the variant has some of several. */
  readonly route?: string | null;
  /** Baselines of a rule "not_worse_by", named the same way. */
  readonly baselines?: readonly string[];
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
  const { client } = options;
  const environment = await resolveEnvironment(options);
  const { app_id, name } = environment;
  await requireChecks(options);
  const { variant, revision } = await resolveVariantRevision({ ...options, app: app_id });
  if (revision !== null && revision !== variant.revision) await requireOlder(client, variant, revision, name);
  const isAsked = await options.confirm?.(environment, `${variant.variant_name}@${revision ?? variant.revision}`);
  return await deployVariant(client, environment, {
    variant,
    // A user who confirmed a revision gets that one, even if there is a newer one by now.
    revision: revision ?? (isAsked === true ? variant.revision : null),
    extensions: await readChecks(options, environment),
    nextSteps: (error) => {
      const steps: NextSteps = {
        WF_NOT_FOUND: [`wf variants revisions ${shellWord(variant.variant_name)}`],
        WF_CONFLICT: [`wf env revisions ${shellWord(name)}`, 'Run the same command again'],
        WF_PROTECTED: promotionSteps(environment, variant.variant_name),
        WF_INVALID_INPUT: lacksBaseline(error) ? baselineSteps(options, environment) : [],
      };
      return steps[error.code] ?? [];
    },
  });
}

async function requireChecks(options: DeployToEnvironmentOptions): Promise<void> {
  const { client, environment, variant, message = null, gate = null, evaluations = [], baselines = [] } = options;
  if (gate !== null || evaluations.length > 0 || baselines.length > 0)
    await client.require('gates on deployments', environment, variant, evaluations[0] ?? 'EVALUATION');
  if (message !== null) await client.require('messages on deployments', environment, variant);
}

/** A public service deploys the newest revision only. @source facts §2.4 */
async function requireOlder(
  client: Client,
  { variant_name, revision }: AppVariantResponse,
  wanted: number,
  environment: string,
): Promise<void> {
  const older = { variant: variant_name, newest: revision, wanted };
  await client.require('deployments of an older revision than the newest', older, environment);
}

async function readChecks(options: DeployToEnvironmentOptions, { app_id: app, protection }: EnvironmentOutput) {
  const { client, message = null, gate = null, evaluations = [], route = null, baselines = [], onWarning } = options;
  const named = { client, app, onWarning };
  const routes = route === null ? gatesOf(protection).flatMap((each) => each.route ?? []) : [];
  const found: Evaluation[] = [];
  for (const evaluation of evaluations) found.push(...(await findForRoutes({ ...named, evaluation, route }, routes)));
  const compared: Evaluation[] = [];
  for (const evaluation of baselines)
    for (const comparedWith of found) compared.push(await resolveEvaluation({ ...named, evaluation, comparedWith }));
  const [candidate, ...others] = new Set(found.map(({ id }) => id));
  const [baseline, ...otherBaselines] = new Set(compared.map(({ id }) => id));
  return {
    ...(message === null ? {} : { message }),
    ...(gate === null ? {} : { gate }),
    ...(candidate === undefined ? {} : { evaluation_id: candidate }),
    ...(others.length === 0 ? {} : { other_evaluation_ids: others }),
    ...(baseline === undefined ? {} : { baseline_evaluation_id: baseline }),
    ...(otherBaselines.length === 0 ? {} : { other_baseline_evaluation_ids: otherBaselines }),
  };
}

type NamedEvaluation = Pick<ResolveEvaluationOptions, 'client' | 'app' | 'evaluation' | 'route' | 'onWarning'>;

/** Where gates are for routes, a variant's name means its newest evaluation of each. The service says which are missing. */
async function findForRoutes(named: NamedEvaluation, routes: readonly string[]): Promise<Evaluation[]> {
  const isId = isFullId(named.evaluation) || mayBeIdPrefix(named.evaluation);
  if (isId || routes.length === 0) return [await resolveEvaluation(named)];
  const found = await Promise.all(routes.map(async (route) => await orUnknown(resolveEvaluation({ ...named, route }))));
  const known = found.flatMap((each) => each ?? []);
  return known.length > 0 ? known : [await resolveEvaluation(named)];
}

type RunningEnvironment = Pick<EnvironmentOutput, 'name' | 'protection'> &
  Partial<Pick<EnvironmentOutput, 'deployed_variant_name'>>;

/** Commands that bring a variant into a protected environment: an evaluation for the route of each gate, and the deploy. */
export function promotionSteps(environment: RunningEnvironment, variant: string): string[] {
  const gates = gatesOf(environment.protection);
  const routes = new Set(gates.map(({ route }) => route ?? null));
  const running = gates.some(comparesWithBaseline) ? baselineOf(environment) : null;
  // Its newest evaluation would be compared with itself.
  const baseline = running === variant ? null : running;
  const variants = baseline === null ? variant : `${baseline},${variant}`;
  return [
    ...[...(routes.size === 0 ? [null] : routes)].map(
      (route) =>
        `wf eval run --testset TESTSET --evaluators EVALUATORS --variants ${shellWord(variants)}${route === null ? '' : ` --route ${shellWord(route)}`}`,
    ),
    deployStep(environment, variant, { evaluation: variant, baseline }),
  ];
}

/** Whether a gate was given nothing to compare with. */
function lacksBaseline({ details }: ServiceError): boolean {
  const { data = [] } = ValidationErrorItem.array().safeParse(details);
  return data.some(({ loc, type }) => type === 'missing' && loc.at(-1) === 'baseline_evaluation_id');
}

/** Names the baseline that is missing. */
function baselineSteps(
  { variant, evaluations = [], baselines = [] }: DeployToEnvironmentOptions,
  environment: EnvironmentOutput,
): string[] {
  const [evaluation] = evaluations;
  if (evaluation === undefined || baselines.length > 0) return [];
  const baseline = baselineOf(environment);
  if (baseline !== variant) return [deployStep(environment, variant, { evaluation, baseline })];
  return ['wf eval list', deployStep(environment, variant, { evaluation, baseline: 'BASELINE' })];
}

function deployStep(
  { name }: Pick<EnvironmentOutput, 'name'>,
  variant: string,
  { evaluation, baseline }: { readonly evaluation: string; readonly baseline: string | null },
): string {
  const comparison = baseline === null ? '' : ` --baseline ${shellWord(baseline)}`;
  return `wf env deploy ${shellWord(name)} --variant ${shellWord(variant)} --evaluation ${shellWord(evaluation)}${comparison}`;
}

function comparesWithBaseline({ content }: Pick<GateFile, 'content'>): boolean {
  return content.includes('not_worse_by');
}

/** A protected environment compares with what it runs. */
function baselineOf({ deployed_variant_name: running }: RunningEnvironment): string {
  return running ?? 'BASELINE';
}

interface ProtectEnvironmentOptions extends ResolveEnvironmentOptions {
  /** Replaces the gate of the same route; `null` removes the protection. */
  readonly gate: GateFile | null;
  /** Route whose gate alone is removed; `null`: all gates. */
  readonly route?: string | null;
}

/**
 * Protects an environment: it accepts only what passes a gate.
 *
 * @throws {WF_NOT_FOUND} when the app has no environment of that name
 * @throws {WF_INVALID_INPUT} when the file is not a valid gate
 * @throws {WF_NOT_ALLOWED} unless the key is an operator's
 */
export async function protectEnvironment(options: ProtectEnvironmentOptions): Promise<ProtectedEnvironment> {
  const { client, gate, route = null } = options;
  await client.require('protected environments');
  const { app_id, name: environment_name, protection: before } = await resolveEnvironment(options);
  const body = { gate, ...(route === null ? {} : { route }) };
  const environment = await client.protectEnvironment({ app_id, environment_name, body });
  return { environment, isChanged: !isSameGates(gatesOf(before), gatesOf(environment.protection)) };
}

interface ProtectedEnvironment {
  readonly environment: EnvironmentOutput;
  /** Whether it had other gates before. */
  readonly isChanged: boolean;
}

interface RollbackEnvironmentOptions extends ResolveEnvironmentOptions {
  /** Environment revision to restore, by its number or its id; `null`: the last different one that was not rolled away from. */
  readonly to: string | null;
  readonly message?: string | null;
  /** The reason for restoring even a revision that passed no gate of a protected environment. */
  readonly override?: string | null;
  /** Whether to plan only. @defaultValue false */
  readonly isPlan?: boolean;
  readonly confirm?: (plan: RollbackPlan, environment: EnvironmentOutput) => Promise<boolean>;
}

/**
 * Restores an earlier revision of an environment as a new revision.
 *
 * @throws {WF_NOT_FOUND} when there is no such environment or revision
 * @throws {WF_CONFLICT} when there is no earlier revision, or the environment was changed since it was read
 * @throws {WF_PROTECTED} when the environment is protected and that revision did not pass its gate
 * @throws {WF_UNSUPPORTED} when another service cannot restore that revision
 */
export async function rollbackEnvironment(options: RollbackEnvironmentOptions): Promise<RolledBackEnvironment> {
  const { client, to, message = null, override = null, isPlan = false, confirm } = options;
  if (override !== null) await client.require('reasons of rollbacks (--override)');
  if (message !== null) await client.require('messages on rollbacks');
  const environment = await resolveEnvironment(options);
  const typed = shellWord(environment.name);
  const history = [`wf env revisions ${typed}`];
  const again = `wf env rollback ${typed} --to ${shellWord(to ?? 'N')} --override REASON`;
  return await rollBack(client, environment, {
    to,
    extensions: { ...(message === null ? {} : { message }), ...(override === null ? {} : { override }) },
    isPlan,
    confirm: confirm && ((plan) => confirm(plan, environment)),
    nextSteps: { WF_CONFLICT: history, WF_NOT_FOUND: history, WF_PROTECTED: [...history, again] },
  });
}
