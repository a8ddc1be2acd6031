import {
  DEPLOY_STEP,
  type ServiceError,
  usageError,
  UserError,
  withNextSteps,
} from '../../foundation/errors/wf-error.ts';
import { ValidationErrorItem } from '../../contract/validation/validation-error.ts';
import { PROVIDER_KEY_MISSING } from '../../contract/evaluations/evaluation-status.ts';
import type { Client } from '../../client/create-client.ts';
import type {
  EvaluationEvent,
  EvaluationForecast,
  StoredTestset,
} from '../../contract/evaluations/evaluation-progress.ts';
import type { Evaluation, EvaluationOptions, NewEvaluation } from '../../contract/evaluations/evaluation.ts';
import type { RouteSchema } from '../../contract/deployments/route-schema.ts';
import { notFound } from '../../foundation/closest-names.ts';
import { countOf } from '../../foundation/numbers.ts';
import { parseEvaluatorSpec } from '../../evaluation/evaluators/settings/parse-evaluator-spec.ts';
import { requireWorkingSettings } from '../../evaluation/evaluators/settings/evaluator-settings.ts';
import { toShortKey } from '../../evaluation/evaluators/definition/spec-name.ts';
import type { Gate } from '../../evaluation/gate/parse-gate.ts';
import { type FindBaseline, planGateOfRun, requireJudgeableRun, requireRulesOf } from './plan-gate-of-run.ts';
import type { PlannedEvaluator } from '../../evaluation/gate/plan-metric.ts';
import type { GatePlan } from '../../contract/evaluations/gate-report.ts';
import { parseFileFormat } from '../../evaluation/testset/file-format.ts';
import { resolveEvaluation } from './resolve-evaluation.ts';
import { parseCondition } from '../../evaluation/rows/parse-condition.ts';
import { requireAnswerColumns, requireInputColumns } from './require-columns.ts';
import { nameOfSource, type TextSource } from '../files/read-text-source.ts';
import { readCatalogue } from '../evaluators/read-catalogue.ts';
import { type PlannedConfig, planConfigs, storeConfigs } from '../evaluators/plan-configs.ts';
import { storeTestset } from '../testsets/store-testset.ts';
import {
  throwIfInterrupted,
  variantOf,
  waitForEvaluations,
  type WatchEvaluationsOptions,
} from './watch-evaluations.ts';
import type { Labels } from '../../contract/labels/labels.ts';
import { requireLabels } from '../labels/change-labels.ts';
import type { AnswerColumns } from '../../client/public/complete-settings.ts';
import { requireEvaluation, startEvaluations } from '../../client/public/start-evaluations.ts';
import { orUnsupported } from '../../client/public/is-missing.ts';

export interface RunEvaluationOptions extends Omit<TextSource, 'source'> {
  readonly client: Client;
  readonly appId: string;
  /** Id or name of a stored test set, a csv, json or jsonl file, or `-`. */
  readonly testset: string;
  /** Types of a file's columns, as `messages=json`. @defaultValue text, or the type in the header */
  readonly types?: string | null;
  /** Delimiter of a csv file. @defaultValue detected */
  readonly delimiter?: string | null;
  /** Format of the file. @defaultValue by its name, otherwise by its content */
  readonly format?: string | null;
  readonly variants: readonly { readonly id: string; readonly revision: number }[];
  /** `K,K:setting=value` */
  readonly evaluators: string;
  /** Path of the route to call; `null`: the entrypoint, or the only route. */
  readonly route?: string | null;
  /** Keys and addresses of model providers for judges, by the names of the API. @defaultValue the service's own */
  readonly providerKeys?: Readonly<Record<string, string>>;
  readonly options?: EvaluationOptions;
  readonly labels?: Labels;
  /** Gate that the result is checked against; what it cannot decide is refused before any call. */
  readonly gate?: Gate | null;
  /** Finds what the gate compares with. @defaultValue the first variant's evaluation, where the gate compares */
  readonly findBaseline?: FindBaseline;
  /** Calls in flight at once, 1 to 1000. @defaultValue 16 */
  readonly concurrency?: number;
  readonly onEvent?: (event: EvaluationEvent) => void;
  /** Receives what works, but perhaps not as expected. */
  readonly onWarning?: (warning: string) => void;
  readonly signal?: AbortSignal;
}

export interface AwaitedRunOptions extends RunEvaluationOptions, Pick<WatchEvaluationsOptions, 'abandonedAfterMs'> {}

const JUDGE_STEPS = [
  "Set OPENAI_API_KEY, and OPENAI_BASE_URL for another OpenAI-compatible endpoint, where the service runs or, without a service, in the project's .env",
  'wf eval run … --provider-keys OPENAI_API_KEY',
];

const OLDER_STEPS = ['This service is older than this wf: update it, or leave out what it does not know'];

/** Stores the test set and evaluators, starts one evaluation per variant, and waits for all of them. */
export async function runEvaluation(options: AwaitedRunOptions): Promise<Evaluation[]> {
  const { client, onEvent = () => {}, signal, abandonedAfterMs } = options;
  const prepared = await prepareEvaluation(options);
  const { body } = prepared;
  const { gate = null, findBaseline = null } = options;
  await requireJudgeableRun({ ...prepared, client, gate, findBaseline });
  throwIfInterrupted(signal);
  const started = await withNextSteps(startEvaluations(client, body), nextStepsOf);
  requireStarted(started, body);
  for (const evaluation of started) {
    const { id: evaluation_id, route = null } = evaluation;
    onEvent({ type: 'evaluation-start', evaluation_id, variant: variantOf(evaluation), route });
  }
  return await waitForEvaluations(started, {
    client,
    onEvent,
    abandonedAfterMs,
    ...(signal === undefined ? {} : { signal }),
  });
}

/** A service may confirm what it does not start. */
function requireStarted(started: readonly Evaluation[], { variant_ids, testset_id }: NewEvaluation): void {
  const isAsked = ({ testset_id: testset, ...evaluation }: Evaluation) =>
    (testset ?? testset_id) === testset_id && variant_ids.includes(evaluation.variant_ids[0] ?? '');
  if (started.length === variant_ids.length && started.every(isAsked)) return;
  throw new UserError({
    code: 'WF_UNEXPECTED_ANSWER',
    message: `The service confirmed ${countOf(started.length, 'evaluation')} of other variants or another test set than asked for: ${countOf(variant_ids.length, 'variant')} on ${testset_id}.`,
    nextSteps: ['wf eval list'],
    details: { asked: { variant_ids, testset_id }, started },
  });
}

/** A variant without deployed code is a conflict. */
function nextStepsOf(error: ServiceError): readonly string[] {
  if (error.code === 'WF_CONFLICT') return [DEPLOY_STEP];
  const { success, data = [] } = ValidationErrorItem.array().safeParse(error.details);
  if (!success || data.length === 0) return [];
  if (data.every(({ type }) => type === 'extra_forbidden')) return OLDER_STEPS;
  return data.some(({ type }) => type === PROVIDER_KEY_MISSING) ? JUDGE_STEPS : [];
}

/** Forecasts the cost and time of a run, and what its gate can decide. It stores the test set and evaluators but calls no route. */
export async function planEvaluation(options: RunEvaluationOptions): Promise<PlannedRun> {
  await options.client.require('forecasts of evaluations');
  const { body, evaluators } = await prepareEvaluation(options);
  const forecasts = await withNextSteps(options.client.planEvaluations({ body }), nextStepsOf);
  return { forecasts, gate: await planGateOfRun(options.gate ?? null, forecasts, evaluators) };
}

export interface PlannedRun {
  readonly forecasts: EvaluationForecast[];
  /** `null` without a gate. */
  readonly gate: GatePlan | null;
}

interface PreparedEvaluation {
  readonly body: NewEvaluation;
  readonly testset: StoredTestset;
  readonly evaluators: readonly PlannedEvaluator[];
}

async function prepareEvaluation(options: RunEvaluationOptions): Promise<PreparedEvaluation> {
  const { client, appId, onEvent = () => {}, onWarning = () => {} } = options;
  if (Object.keys(options.labels ?? {}).length > 0) await requireLabels(client);
  const catalogue = await readCatalogue(client, appId);
  const specs = parseEvaluatorSpec(options.evaluators, catalogue);
  const { own, stored } = catalogue;
  // A service of others has rules of its own.
  for (const { key, settings } of own === null ? specs : []) {
    const warning = await requireWorkingSettings(key, settings);
    if (warning !== null) onWarning(`${toShortKey(key)}: ${warning}`);
  }
  await requireEvaluation(options);
  const plan = (rows: AnswerColumns | 'later') => planConfigs({ specs, stored, own, rows });
  let planned = plan('later');
  if (options.gate != null) requireRulesOf(options.gate, planned);
  const routes = await orUnsupported(client.listRoutes({ app_id: appId }), null);
  const route = routes === null ? null : requireRoute(routes, options.route ?? null);
  const named = { testset: nameOfSource(options.testset) };
  if (routes !== null) warmUp(options);
  const { types = null, delimiter = null, format = null, cwd, stdin } = options;
  const testset = await storeTestset({
    client,
    appId,
    source: options.testset,
    cwd,
    stdin,
    format: parseFileFormat({ types, delimiter, format }),
    checkRows: (rows, start) => {
      throwIfInterrupted(options.signal);
      if (route !== null) requireInputColumns({ ...named, rows, start, route });
    },
    check: ({ columns }) => {
      planned = plan({ ...named, columns });
      if (own === null) requireAnswerColumns({ ...named, columns, evaluators: planned });
      requireSubsetColumns(named.testset, columns, options.options?.subset?.where ?? []);
      const row = Object.fromEntries(columns.map((column) => [column, null]));
      // A column that no row has is missing from every row.
      if (route !== null && columns.length > 0) requireInputColumns({ ...named, rows: [row], start: 0, route });
    },
  });
  onEvent({ type: 'testset-store', testset });
  const evaluationOptions = await nameFailedOf(options, route?.path ?? null, testset);
  const configs = await storeConfigs(client, appId, planned);
  for (const one of planned) reportCompletion(one, onEvent, onWarning);
  const ids = configs.map(({ id }) => id);
  const evaluators = planned.map((one, index) => ({ ...one, name: configs[index]?.name ?? one.name }));
  return { body: toBody({ ...options, options: evaluationOptions }, testset, ids), testset, evaluators };
}

/** Reports before anything is called which settings nobody typed. */
function reportCompletion(
  { typed, name, completed: settings, existing, insteadOf }: PlannedConfig,
  onEvent: (event: EvaluationEvent) => void,
  onWarning: (warning: string) => void,
): void {
  if (Object.keys(settings).length > 0) onEvent({ type: 'settings-complete', evaluator: typed, settings, name });
  if (insteadOf === null || existing !== null) return;
  onWarning(`${insteadOf} lacks settings and would score nothing. ${name} was stored and is used instead.`);
}

/** @throws {WF_NOT_FOUND} when a condition is about a column that the test set does not have */
function requireSubsetColumns(testset: string, columns: readonly string[], where: readonly string[]): void {
  const missing = where.map((condition) => parseCondition(condition).field).find((field) => !columns.includes(field));
  if (missing !== undefined) throw notFound({ kind: `column of ${testset}`, name: missing, available: columns });
}

/** Replaces the name of the evaluation whose failed rows are meant by its id: the newest of this route and test set. */
async function nameFailedOf(
  { client, appId, onWarning, options = {} }: RunEvaluationOptions,
  route: string | null,
  testset: StoredTestset,
) {
  const { subset } = options;
  if (subset?.failed_of == null) return options;
  const evaluation = await resolveEvaluation({
    client,
    app: appId,
    onWarning,
    evaluation: subset.failed_of,
    route,
    comparedWith: { route, testset_id: testset.id, testset_name: testset.name },
  });
  return { ...options, subset: { ...subset, failed_of: evaluation.id } };
}

/**
 * Finds the route to call, so that a missing route is reported before the test set is stored.
 *
 * @returns `null` if nothing is deployed
 */
function requireRoute(routes: readonly RouteSchema[], route: string | null): RouteSchema | null {
  if (routes.length === 0) return null;
  const found = route === null && routes.length === 1 ? routes[0] : routes.find(({ path }) => path === (route ?? '/'));
  if (found !== undefined) return found;
  const available = routes.map(({ path }) => path);
  if (route !== null) throw notFound({ kind: 'route', name: route, available });
  throw usageError(`The app has several routes: ${available.join(', ')}.`, [
    `Name one: --route ${available[0] ?? '/'}`,
  ]);
}

/** Starts the workflow's process while the rows are stored. The evaluation will report any failure. */
function warmUp({ client, appId, variants }: RunEvaluationOptions): void {
  for (const { id } of variants) {
    client.request({ method: 'GET', path: `/services/${appId}/${id}/health` }).catch(() => undefined);
  }
}

function toBody(
  { appId, variants, route = null, concurrency = 16, providerKeys = {}, labels = {}, ...options }: RunEvaluationOptions,
  testset: StoredTestset,
  configs: readonly string[],
): NewEvaluation {
  return {
    app_id: appId,
    variant_ids: variants.map((variant) => variant.id),
    variant_revisions: variants.map((variant) => variant.revision),
    evaluators_configs: [...configs],
    testset_id: testset.id,
    testset_revision: testset.revision,
    rate_limit: { batch_size: concurrency, max_retries: 3, retry_delay: 1, delay_between_batches: 0 },
    lm_providers_keys: { ...providerKeys },
    route,
    options: options.options ?? {},
    ...(Object.keys(labels).length === 0 ? {} : { labels }),
  };
}
