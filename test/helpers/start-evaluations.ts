import { createHash } from 'node:crypto';
import type { Deployment } from '../../src/contract/deployments/deployment.ts';
import type { Evaluation, EvaluationScenario, NewEvaluation } from '../../src/contract/evaluations/evaluation.ts';
import type { ModelUse } from '../../src/contract/evaluations/result.ts';
import type { EvaluatorConfig } from '../../src/contract/evaluators/evaluator.ts';
import type { RouteSchema } from '../../src/contract/deployments/route-schema.ts';
import type { TestsetRow } from '../../src/contract/testsets/testset.ts';
import {
  createEvaluationRunner,
  type EvaluationRunnerOptions,
} from '../../src/service/jobs/runner/create-evaluation-runner.ts';
import { createEvaluationBackend, type EvaluationBackend } from '../../src/service/jobs/evaluation-jobs.ts';
import { askByCall } from '../../src/service/hosting/calls/ask-route.ts';
import type { HostedCall, Hosting } from '../../src/service/hosting/hosting.ts';
import { startService, type RunningService, type StartServiceOptions } from './start-service.ts';
import { readForwarded } from './read-forwarded.ts';

/** A route call: its path and body. */
export interface RouteCall {
  readonly path: string;
  readonly body: Record<string, unknown>;
  readonly revisionId: string | null;
}

export interface StartEvaluationsOptions {
  /** Answers each call of a route; `/health` succeeds unless `health` answers it. */
  readonly answer?: (call: RouteCall) => Response | Promise<Response>;
  readonly health?: () => Response;
  readonly runner?: Partial<EvaluationRunnerOptions>;
  readonly routes?: readonly RouteSchema[];
  /** Address of a self-hosted workflow, instead of a bundle. */
  readonly url?: string;
  readonly database?: StartServiceOptions['database'];
  readonly tools?: NonNullable<StartServiceOptions['tools']>;
  /** The variables that the code sees. @defaultValue none */
  readonly readVariables?: NonNullable<StartServiceOptions['readVariables']>;
  /** Hosting to call through, instead of a function. */
  readonly hosting?: Hosting;
}

export interface TestEvaluations extends AsyncDisposable {
  readonly service: RunningService;
  readonly calls: readonly RouteCall[];
  readonly problems: readonly unknown[];
  /** Options of the service's own runner, to create a second one. */
  readonly backend: EvaluationBackend;
  /** Starts an evaluation of these rows, without waiting for it. */
  start(rows: readonly TestsetRow[], more?: Partial<NewEvaluation>, evaluators?: Evaluators): Promise<string>;
  /** Starts one and waits until nothing runs. */
  run(rows: readonly TestsetRow[], more?: Partial<NewEvaluation>, evaluators?: Evaluators): Promise<Evaluation>;
  read(id: string): Promise<Evaluation>;
  readRows(id: string): Promise<EvaluationScenario[]>;
  /** Fetches a path. */
  json<T>(path: string): Promise<T>;
  /** Requests the forecast of one. */
  plan<T>(rows: readonly TestsetRow[], more?: Partial<NewEvaluation>, evaluators?: Evaluators): Promise<T[]>;
}

/** Evaluator keys with their settings. */
type Evaluators = Readonly<Record<string, Record<string, unknown>>>;

export const TEXT_ROUTE: RouteSchema = {
  path: '/',
  name: 'default',
  config: { type: 'object', properties: { words: { type: 'integer', default: 50 } } },
  input: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  output: null,
  defaults: { words: 50 },
};

/** Answers as the runtime does, with a cost of 0.001 and 5 ms. */
export function answerWith(
  data: unknown,
  costs: object | null = { total: 0.001 },
  usage?: readonly ModelUse[],
): Response {
  const tree = { nodes: [{ metrics: { acc: { costs, duration: { total: 5 }, usage } } }] };
  return Response.json({ version: '3.0', data, content_type: 'text/plain', tree });
}

/** Returns its text in upper case. */
export function shout({ body }: RouteCall): Response {
  return answerWith(String(body['text']).toUpperCase());
}

/** A service whose evaluations call a function instead of a bundle's process. */
export async function startEvaluations(options: StartEvaluationsOptions = {}): Promise<TestEvaluations> {
  const calls: RouteCall[] = [];
  const problems: unknown[] = [];
  const backends: EvaluationBackend[] = [];
  const service = await startService({
    ...(options.database === undefined ? {} : { database: options.database }),
    ...(options.tools === undefined ? {} : { tools: options.tools }),
    ...(options.readVariables === undefined ? {} : { readVariables: options.readVariables }),
    createHosting: () => options.hosting ?? createFunctionHosting(options, calls),
    createRunner: (dependencies) => {
      const backend = createEvaluationBackend(dependencies);
      backends.push(backend);
      return createEvaluationRunner({ ...backend, onProblem: (error) => problems.push(error), ...options.runner });
    },
  });
  const [backend] = backends;
  if (backend === undefined) throw new Error('The service asked for no runner.');
  const { appId, variantId } = await deploy(service, options);
  // Only evaluations of the same test set are compared.
  const testsets = new Map<string, { readonly id: string }>();
  const toBody = async (rows: readonly TestsetRow[], more: Partial<NewEvaluation>, evaluators: Evaluators) => {
    const content = JSON.stringify(rows);
    const testset =
      testsets.get(content) ??
      (await sendJson<{ id: string }>(service, 'POST', '/testsets', { name: 'cases', csvdata: rows }));
    testsets.set(content, testset);
    const configs: string[] = [];
    for (const [key, settings_values] of Object.entries(evaluators)) {
      const body = { app_id: appId, name: key, evaluator_key: key, settings_values };
      configs.push((await sendJson<EvaluatorConfig>(service, 'POST', '/evaluators/configs', body)).id);
    }
    const body: NewEvaluation = {
      app_id: appId,
      variant_ids: [variantId],
      evaluators_configs: configs,
      testset_id: testset.id,
      rate_limit: { batch_size: 4, max_retries: 2, retry_delay: 0, delay_between_batches: 0 },
      ...more,
    };
    return body;
  };
  const start: TestEvaluations['start'] = async (rows, more = {}, evaluators = { auto_exact_match: {} }) => {
    const body = await toBody(rows, more, evaluators);
    const [evaluation] = await sendJson<Evaluation[]>(service, 'POST', '/evaluations', body);
    return evaluation?.id ?? '';
  };
  const read = (id: string) => sendJson<Evaluation>(service, 'GET', `/evaluations/${id}`);
  return {
    service,
    calls,
    problems,
    backend,
    start,
    read,
    async run(...given) {
      const id = await start(...given);
      await service.service.whenIdle();
      return read(id);
    },
    json: (path) => sendJson(service, 'GET', path),
    plan: async (rows, more = {}, evaluators = {}) =>
      sendJson(service, 'POST', '/evaluations/plan', await toBody(rows, more, evaluators)),
    readRows: (id) => sendJson(service, 'GET', `/evaluations/${id}/evaluation_scenarios`),
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
}

/** Hosting that calls a function and records its calls. `isCold`: every call is like the first of its process. */
export function createFunctionHosting(
  { answer = shout, health, isCold = false }: Pick<StartEvaluationsOptions, 'answer' | 'health'> & { isCold?: boolean },
  calls: RouteCall[] = [],
): Hosting {
  const call = async ({ path, request, revisionId }: HostedCall): Promise<Response> => {
    // The latter is a request over a process's channel.
    if (path === '/health' || path === '/openapi.json') return health?.() ?? Response.json({ status: 'ok' });
    // The runner sends JSON objects and nothing else.
    const body = JSON.parse(await readForwarded(request)) as Record<string, unknown>;
    calls.push({ path, body, revisionId });
    const { signal } = request;
    const left = Promise.withResolvers<never>();
    signal.addEventListener('abort', () => left.reject(signal.reason), { once: true });
    return await Promise.race([answer({ path, body, revisionId }), left.promise]);
  };
  const stop = () => Promise.resolve();
  const ask: Hosting['ask'] = async (question) => ({
    ...(await askByCall(call, question)),
    ...(isCold ? { warmUp: 'first' } : {}),
  });
  const exchange: Hosting['exchange'] = async ({ deployment, path, revisionId, toRequest }) =>
    await call({ deployment, path, revisionId, request: toRequest() });
  return { call, exchange, ask, requirePackages: () => undefined, stop, [Symbol.asyncDispose]: stop };
}

async function deploy(service: RunningService, { routes = [TEXT_ROUTE], url }: StartEvaluationsOptions) {
  const bytes = new TextEncoder().encode('export const createApp = null;');
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const { app_id: appId } = await sendJson<{ app_id: string }>(service, 'POST', '/apps', { app_name: 'support' });
  if (url === undefined) await sendJson(service, 'PUT', `/artifacts/${sha256}`, bytes);
  const code = url === undefined ? { artifact_sha256: sha256 } : { url };
  const body = { variant_name: 'main', routes, sdk_version: '0.1.0', ...code };
  const made = await sendJson<{ deployment: Deployment; variant_id: string }>(
    service,
    'POST',
    `/apps/${appId}/deployments`,
    body,
  );
  return { appId, variantId: made.variant_id };
}

/** Adds a variant with another configuration. @returns the ids of both variants */
export async function addVariant({ service }: TestEvaluations): Promise<string[]> {
  const { db } = service.store;
  const { id: base_id } = await db.selectFrom('bases').select('id').executeTakeFirstOrThrow();
  const body = { base_id, new_variant_name: 'main.other', new_config_name: 'other', parameters: { words: 9 } };
  await sendJson(service, 'POST', '/variants/from-base', body);
  return (await db.selectFrom('variants').select('id').orderBy('id').execute()).map(({ id }) => id);
}

/** Sends a request that must succeed. */
async function sendJson<T>(service: RunningService, method: string, path: string, body?: unknown): Promise<T> {
  const response = await service.send(method, path, body === undefined ? {} : { body });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
  // The contract's type for the endpoint that the caller names.
  return JSON.parse(text) as T;
}
