import type { EvaluatorConfig } from '../../../contract/evaluators/evaluator.ts';
import type { Parameters } from '../../../contract/variants/variant.ts';
import type { RouteSchema } from '../../../contract/deployments/route-schema.ts';
import type { TestsetRow } from '../../../contract/testsets/testset.ts';
import { UserError } from '../../../foundation/errors/wf-error.ts';
import { caseInputs, requiredInputs } from '../../../contract/evaluations/case-inputs.ts';
import { comparesWithAnswer } from '../../../evaluation/evaluators/catalogue/evaluators.ts';
import { cellKeys, scoreKeys } from '../../../evaluation/hashing/content-keys.ts';
import { createAdaptiveLimit, SYSTEM_CLOCK } from '../../../evaluation/engine/adaptive-limit.ts';
import type { CaseEvaluator } from '../../../evaluation/engine/score-case.ts';
import { expectedColumn } from '../../../evaluation/evaluators/definition/read-answers.ts';
import { prepareEvaluator, type PreparedEvaluator } from '../../../evaluation/evaluators/prepare/prepare-evaluator.ts';
import { resolveConfig } from '../../../contract/deployments/route-fields.ts';
import type { EvaluatorTools } from '../../../evaluation/judges/evaluator-tools.ts';
import type { EvaluationJob } from '../evaluation-job.ts';
import type { Hosting } from '../../hosting/hosting.ts';
import type { ServiceTools } from '../../operation/operation.ts';
import { findCustomEvaluator, type JudgingLimits, prepareCustomEvaluator } from './custom-evaluator.ts';

/** An evaluation as it is planned: without the names and versions of what it evaluates, and its status. */
export type PlannedJob = Omit<
  EvaluationJob,
  'appId' | 'variantId' | 'variantName' | 'revision' | 'revisionId' | 'testset' | 'status'
>;

export interface EvaluationPlan {
  /** Identifies the code that is called; outputs of other code are never reused. */
  readonly code: string;
  readonly route: RouteSchema;
  readonly config: Parameters;
  readonly requiredColumns: readonly string[];
  readonly toInput: (row: TestsetRow) => Parameters;
  readonly cellKey: (input: Parameters, repeat: number) => string;
  /** In the order of the job's evaluator configurations. */
  readonly evaluators: readonly CaseEvaluator[];
}

/**
 * Plans how an evaluation runs.
 *
 * @throws {WF_NOT_FOUND} when its route or an evaluator does not exist
 * @throws {WF_INVALID_INPUT} when an evaluator's settings are not valid
 */
export function planEvaluation(job: PlannedJob, service: ServiceTools, hosting: Hosting): EvaluationPlan {
  const route = requireRoute(job);
  const config = resolveConfig(route, job.parameters);
  const tools = { ...service, providerKeys: job.providerKeys, caller: job.deployment.app_id, keyId: job.startedByKey };
  const judging = judgingLimits(job);
  const evaluators = job.evaluatorConfigs.map((stored) => prepareOne(stored, job, { tools, hosting, judging }));
  const columns = job.evaluatorConfigs
    .filter(({ evaluator_key: key }) => comparesWithAnswer(key) || findCustomEvaluator(job.evaluatorCode, key) !== null)
    .map((stored) => columnOf(stored, job));
  // The code behind an address may change unnoticed: its outputs are valid for this evaluation only.
  const isShared = job.deployment.artifact_sha256 !== null && job.options.fresh !== true;
  const code = isShared ? job.deployment.artifact_sha256 : `evaluation:${job.id}`;
  return {
    code,
    route,
    config,
    requiredColumns: requiredInputs(route),
    toInput: caseInputs(
      route,
      new Set([...columns, ...(job.correctAnswerColumn === null ? [] : [job.correctAnswerColumn])]),
    ),
    cellKey: cellKeys({ code, route: route.path, config }),
    evaluators: evaluators.map(toCaseEvaluator),
  };
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
}

function prepareOne(
  stored: EvaluatorConfig,
  job: PlannedJob,
  { tools, hosting, judging }: Dependencies,
): PreparedEvaluator {
  const { evaluator_key: key } = stored;
  const { deployment, evaluatorCode: code } = job;
  const custom = findCustomEvaluator(code, key);
  if (custom === null || code === null)
    return prepareEvaluator(key, settingsOf(stored, job.correctAnswerColumn), tools);
  const settings = stored.settings_values ?? {};
  return prepareCustomEvaluator(custom, {
    key,
    settings,
    expectedColumn: columnOf(stored, job),
    deployment,
    code,
    hosting,
    judging,
  });
}

/** Names the column of expected answers that an evaluator uses; routes without an input schema do not receive it. */
function columnOf(stored: EvaluatorConfig, { correctAnswerColumn }: PlannedJob): string {
  const settings = settingsOf(stored, correctAnswerColumn);
  return comparesWithAnswer(stored.evaluator_key)
    ? expectedColumn(settings)
    : (correctAnswerColumn ?? 'correct_answer');
}

/** Stores only scores that cost something: recomputing the others is faster than a look-up. */
function toCaseEvaluator(prepared: PreparedEvaluator): CaseEvaluator {
  const { key, version, settings, score, basisOf, storesScores, modelCalls } = prepared;
  if (!storesScores) return { score };
  const { judge, keyOf } = scoreKeys({ code: `${key}@${version}`, settings });
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
