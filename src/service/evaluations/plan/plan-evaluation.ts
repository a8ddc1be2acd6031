import type { EvaluatorConfig } from '../../../contract/evaluators/evaluator.ts';
import type { Parameters } from '../../../contract/variants/variant.ts';
import type { RouteSchema } from '../../../contract/deployments/route-schema.ts';
import type { TestsetRow } from '../../../contract/testsets/testset.ts';
import { UserError } from '../../../foundation/errors/wf-error.ts';
import { caseInputs, requiredInputs } from '../../../contract/evaluations/case-inputs.ts';
import { comparesWithAnswer, findEvaluator } from '../../../evaluation/evaluators/catalogue/evaluators.ts';
import { cellKeys, scoreKeys } from '../../../evaluation/hashing/content-keys.ts';
import { createAdaptiveLimit, SYSTEM_CLOCK } from '../../../evaluation/engine/adaptive-limit.ts';
import type { CaseEvaluator } from '../../../evaluation/engine/score-case.ts';
import { prepareEvaluator, type PreparedEvaluator } from '../../../evaluation/evaluators/prepare/prepare-evaluator.ts';
import { resolveConfig } from '../../../contract/deployments/route-fields.ts';
import { findProvider, JUDGE_POLICY } from '../../../evaluation/judges/ask-provider.ts';
import type { EvaluatorTools } from '../../../evaluation/judges/evaluator-tools.ts';
import type { EvaluationJob, StoredSince } from '../evaluation-job.ts';
import { answerColumns } from '../scenario-records.ts';
import type { Hosting } from '../../hosting/hosting.ts';
import type { ServiceTools } from '../../operation/operation.ts';
import type { Fingerprint } from '../../secrets/create-fingerprint.ts';
import { readSeenVariables, type SeenVariables } from './seen-variables.ts';
import { findCustomEvaluator, type JudgingLimits, prepareCustomEvaluator } from './custom-evaluator.ts';

/** An evaluation as it is planned: without the names and versions of what it evaluates, and its status. */
export type PlannedJob = Omit<
  EvaluationJob,
  'appId' | 'variantId' | 'variantName' | 'revision' | 'revisionId' | 'testset' | 'runId' | 'status'
>;

export interface EvaluationPlan {
  /** Identifies the code that is called; outputs of other code are never reused. */
  readonly code: string;
  readonly route: RouteSchema;
  readonly config: Parameters;
  readonly requiredColumns: readonly string[];
  readonly toInput: (row: TestsetRow) => Parameters;
  readonly cellKey: (input: Parameters, repeat: number) => string;
  readonly storedSince: StoredSince;
  readonly variables: SeenVariables;
  /** In the order of the job's evaluator configurations. */
  readonly evaluators: readonly CaseEvaluator[];
}

/**
 * Plans how an evaluation runs.
 *
 * @throws {WF_NOT_FOUND} when its route or an evaluator does not exist
 * @throws {WF_INVALID_INPUT} when an evaluator's settings are not valid
 */
export async function planEvaluation(
  planned: PlannedJob,
  service: ServiceTools,
  hosting: Hosting,
): Promise<EvaluationPlan> {
  const route = requireRoute(planned);
  const variables = await readSeenVariables(planned.deployment, planned.options.variables ?? {}, service);
  const job = { ...planned, deployment: variables.deployment };
  const config = resolveConfig(route, job.parameters);
  const caller = { providerKeys: job.providerKeys, caller: job.deployment.app_id, keyId: job.startedByKey };
  const judging = judgingLimits(job);
  // A model answers sooner than a workflow may, or not at all.
  const policy = job.options.call_seconds == null ? { ...judging, callTimeoutMs: JUDGE_POLICY.callTimeoutMs } : judging;
  const { tools, endpoint } = await pinEndpoint({ ...service, ...caller, policy }, job, service.fingerprint);
  const dependencies = { tools, hosting, judging, variables, endpoint, slices: service.slices };
  // The code behind an address may change unnoticed: its outputs are valid for this evaluation only.
  const code = job.deployment.artifact_sha256 ?? `evaluation:${job.id}`;
  return {
    code,
    route,
    config,
    requiredColumns: requiredInputs(route),
    toInput: caseInputs(route, answerColumns(job.evaluatorConfigs, job.correctAnswerColumn)),
    storedSince: storedSince(job),
    cellKey: cellKeys({ code, route: route.path, config, variables: variables.fingerprint }),
    variables,
    evaluators: job.evaluatorConfigs.map((stored) => prepareOne(stored, job, dependencies)),
  };
}

/** A fresh run asks anew, and uses only what was asked since it was requested: by itself, or by others. */
function storedSince({ createdAt, options: { fresh, fresh_scores } }: PlannedJob): StoredSince {
  const isFresh = fresh === true;
  return { cells: isFresh ? createdAt : null, scores: isFresh || fresh_scores === true ? createdAt : null };
}

/** A project's own evaluators share a process: a call that ends it is retried alone, to find the culprit. */
function judgingLimits({ rateLimit, options, evaluatorConfigs }: PlannedJob): JudgingLimits {
  const limit = createAdaptiveLimit(SYSTEM_CLOCK);
  limit.join(rateLimit.batch_size * evaluatorConfigs.length);
  const callTimeoutMs = callTimeoutOf(options);
  return { limit, retries: rateLimit.max_retries, retryDelayMs: rateLimit.retry_delay * 1000, callTimeoutMs };
}

interface Dependencies {
  readonly tools: EvaluatorTools;
  readonly hosting: Hosting;
  readonly judging: JudgingLimits;
  readonly variables: SeenVariables;
  /** Fingerprint of the address of judges' models; `null`: no judge asks a model. */
  readonly endpoint: string | null;
  readonly slices: ServiceTools['slices'];
}

function prepareOne(
  stored: EvaluatorConfig,
  job: PlannedJob,
  { tools, hosting, judging, variables, endpoint, slices }: Dependencies,
): CaseEvaluator {
  const { evaluator_key: key } = stored;
  const { deployment, evaluatorCode: code } = job;
  const custom = findCustomEvaluator(code, key);
  if (custom === null || code === null) {
    const prepared = prepareEvaluator(key, settingsOf(stored, job.correctAnswerColumn), tools);
    return toCaseEvaluator(prepared, asksModel(stored) && endpoint !== null ? { endpoint } : {});
  }
  const settings = stored.settings_values ?? {};
  const prepared = prepareCustomEvaluator(custom, {
    key,
    settings,
    expectedColumn: job.correctAnswerColumn ?? 'correct_answer',
    deployment,
    code,
    judging,
    attempt: { hosting, tools: { ...tools, slices }, variables },
  });
  return toCaseEvaluator(prepared, variables.fingerprint === null ? {} : { variables: variables.fingerprint });
}

/**
 * Fixes the address of judges' models for a whole run: their scores are stored under it. Without an address, each score
 * will say so.
 */
async function pinEndpoint(tools: EvaluatorTools, { evaluatorConfigs }: PlannedJob, fingerprint: Fingerprint) {
  if (!evaluatorConfigs.some(asksModel)) return { tools, endpoint: null };
  const { OPENAI_BASE_URL } = await tools.environment();
  const environment = async () => ({ ...(await tools.environment()), OPENAI_BASE_URL });
  const pinned = { ...tools, environment };
  const provider = await findProvider(pinned).catch(() => null);
  return { tools: pinned, endpoint: provider === null ? null : await fingerprint(provider.baseUrl) };
}

function asksModel({ evaluator_key }: EvaluatorConfig): boolean {
  return findEvaluator(evaluator_key)?.evaluator.requires_llm_api_keys === true;
}

/** Stores only scores that cost something: recomputing the others is faster than a look-up. */
function toCaseEvaluator(
  prepared: PreparedEvaluator,
  seen: { readonly endpoint?: string; readonly variables?: string },
): CaseEvaluator {
  const { key, version, settings, score, basisOf, storesScores, modelCalls } = prepared;
  if (!storesScores) return { score };
  const { judge, keyOf } = scoreKeys({ code: `${key}@${version}`, settings, ...seen });
  return { score, judge, modelCalls, scoreKey: (input) => keyOf(basisOf(input)) };
}

function requireRoute({ route, routes }: PlannedJob): RouteSchema {
  const found = route === null && routes.length === 1 ? routes[0] : routes.find(({ path }) => path === (route ?? '/'));
  if (found !== undefined) return found;
  const paths = routes.map(({ path }) => path).join(', ');
  throw new UserError({
    code: 'WF_NOT_FOUND',
    message: `The deployed code has no route ${route ?? '/'}. It has: ${paths}.`,
  });
}

/** The evaluation's column overrides the default; an evaluator's own setting overrides both. */
function settingsOf(stored: EvaluatorConfig, column: string | null): Readonly<Record<string, unknown>> {
  const settings = stored.settings_values ?? {};
  return column === null || !comparesWithAnswer(stored.evaluator_key)
    ? settings
    : { ...settings, correct_answer_key: settings['correct_answer_key'] ?? column };
}

/** Longest time of one call. @source facts §2.7, row execution */
const CALL_TIMEOUT_MS = 900_000;

export function callTimeoutOf({ call_seconds }: EvaluationJob['options']): number {
  return call_seconds == null ? CALL_TIMEOUT_MS : call_seconds * 1000;
}
