import { type EndpointInput, type EndpointName, type Endpoints, ENDPOINTS } from '../../../src/contract/endpoints.ts';
import { ORGANIZATION_ID } from '../../../src/contract/workspaces/workspace.ts';
import type { Endpoint } from '../../../src/contract/endpoint/endpoint.ts';
import type { RunningService } from '../start-service.ts';
import { toWire } from '../to-wire.ts';

type ReadName = { [N in EndpointName]: Endpoints[N]['method'] extends 'GET' ? N : never }[EndpointName];

/** Endpoints that describe the program, judge the caller or show other records in part, and the export of raw rows. */
type NotRecords =
  | 'getHealth'
  | 'getReadiness'
  | 'getOpenApi'
  | 'listEvaluators'
  | 'exportTable'
  | 'validateKey'
  | 'getBaseConfig'
  | 'listEvaluationsOfResources'
  | 'compareEvaluations'
  | 'getServiceUrl'
  | 'getUsage'
  | 'getSecret'
  | 'getSpanStatus'
  | 'getVariantLogs'
  | 'getDeployedConfig'
  | 'getVariantByEnvironment'
  | 'verifyPermission'
  | 'getOwnOrganization'
  | 'listWorkspaceRoles'
  | 'listWorkspacePermissions';

/** Ids of the records to read; the first exists in every database. */
interface Found {
  readonly apps: readonly string[];
  readonly variants: readonly string[];
  readonly testsets: readonly string[];
  readonly evaluatorConfigs: readonly string[];
  readonly evaluations: readonly string[];
  readonly humanEvaluations: readonly string[];
  readonly humanScenarios: readonly string[];
  readonly artifacts: readonly string[];
  readonly webhooks: readonly string[];
}

const ofApps = ({ apps }: Found) => apps.map((app_id) => ({ app_id }));
const ofEnvironments = ({ apps }: Found) =>
  apps.flatMap((app_id) =>
    ['development', 'staging', 'production'].map((environment_name) => ({ app_id, environment_name })),
  );
const ofTestsets = ({ testsets }: Found) => testsets.map((testset_id) => ({ testset_id }));
const ofEvaluations = ({ evaluations }: Found) => evaluations.map((evaluation_id) => ({ evaluation_id }));
const ofHuman = ({ humanEvaluations }: Found) => humanEvaluations.map((evaluation_id) => ({ evaluation_id }));

/** The input of each reading endpoint. An endpoint without an entry does not compile. */
const INPUTS: { readonly [N in Exclude<ReadName, NotRecords>]: (found: Found) => readonly EndpointInput<N>[] } = {
  listApps: () => [{}],
  countAppRecords: ofApps,
  watchApp: ofApps,
  listAppVariants: ofApps,
  listAppEnvironments: ofApps,
  listStatus: () => [{}],
  listEvaluationCosts: () => [{}],
  getEnvironmentRevisions: ofEnvironments,
  listBases: ofApps,
  getVariant: ({ variants }) => variants.map((variant_id) => ({ variant_id })),
  listVariantRevisions: ({ variants }) => variants.map((variant_id) => ({ variant_id })),
  getVariantRevision: ({ variants }) => variants.map((variant_id) => ({ variant_id, revision: 1 })),
  getArtifact: ({ artifacts }) => artifacts.map((sha256) => ({ sha256 })),
  listDeployments: ofApps,
  listRoutes: ofApps,
  listVariables: ofApps,
  listEnvironmentVariables: ofEnvironments,
  listLogs: ofApps,
  listTestsets: () => [{}],
  getTestset: ofTestsets,
  listTestsetRows: ofTestsets,
  listTestsetRevisions: ofTestsets,
  listEvaluatorConfigs: ofApps,
  getEvaluatorConfig: ({ evaluatorConfigs }) =>
    evaluatorConfigs.map((evaluator_config_id) => ({ evaluator_config_id })),
  listEvaluations: ofApps,
  getEvaluation: ofEvaluations,
  getEvaluationStatus: ofEvaluations,
  getEvaluationResults: ofEvaluations,
  listEvaluationScenarios: ofEvaluations,
  getEvaluationProgress: ofEvaluations,
  getEvaluationSummary: ofEvaluations,
  groupEvaluation: ({ evaluations }) => evaluations.map((evaluation_id) => ({ evaluation_id, field: 'latency' })),
  compareWithBaseline: ({ evaluations }) =>
    evaluations.slice(1).map((evaluation_id, index) => ({ evaluation_id, baseline_id: evaluations[index] ?? '' })),
  listHumanEvaluations: ofApps,
  getHumanEvaluation: ofHuman,
  listHumanEvaluationScenarios: ofHuman,
  getHumanScenarioScore: ({ humanScenarios }) =>
    humanScenarios.map((evaluation_scenario_id) => ({ evaluation_scenario_id })),
  getHumanEvaluationResults: ofHuman,
  listHumanVotes: ofHuman,
  listHumanVoters: ofHuman,
  getHumanLinks: ofHuman,
  listHumanOutputs: ofHuman,
  getProfile: () => [{}],
  listKeys: () => [{}],
  listWebhooks: () => [{}],
  listWebhookDeliveries: ({ webhooks }) => webhooks.map((webhook_id) => ({ webhook_id })),
  listProjects: () => [{}],
  listOrganizations: () => [{}],
  getOrganization: () => [{ organization_id: ORGANIZATION_ID }],
  listSecrets: () => [{}],
  listSpans: () => [{}],
  listAuditEntries: () => [{}],
  getRetention: () => [{}],
};

/** The answer to each request that reads records, by its path. */
export type Answers = Readonly<Record<string, Answer>>;

export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** Reads every record through the API, by default with the operator's key. */
export async function readEveryRecord(running: Pick<RunningService, 'send'>, key?: string): Promise<Answers> {
  const answers: Record<string, Answer> = {};
  for await (const [path, answer] of readAnswers(running, key)) answers[path] = answer;
  return answers;
}

/** @yields each path with its answer as it arrives */
export async function* readAnswers(
  running: Pick<RunningService, 'send'>,
  key?: string,
): AsyncGenerator<readonly [path: string, answer: Answer]> {
  const get = (path: string) => readAnswer(running, path, key);
  const found = await findIds(get);
  for (const [name, inputsOf] of Object.entries(INPUTS)) {
    const endpoint: Endpoint = ENDPOINTS[name as ReadName]; // the keys of the table
    for (const input of inputsOf(found)) {
      const { path } = toWire(endpoint, input as Record<string, unknown>); // an object of its parameters
      yield [path, await get(path)];
    }
  }
}

/** Reads the records at a path. */
export async function readAnswer({ send }: Pick<RunningService, 'send'>, path: string, key?: string): Promise<Answer> {
  const response = await send('GET', path, key === undefined ? {} : { key });
  return { status: response.status, body: await readBody(response) };
}

async function readBody(response: Response): Promise<unknown> {
  const text = await response.text();
  return response.headers.get('content-type') === 'application/json' ? JSON.parse(text) : text;
}

async function findIds(get: (path: string) => Promise<Answer>): Promise<Found> {
  const list = async (path: string) => {
    const { body } = await get(path);
    return Array.isArray(body) ? (body as Readonly<Record<string, string>>[]) : []; // lists answer arrays of records
  };
  const each = async (ids: readonly string[], path: (id: string) => string, field = 'id') => {
    const found: string[] = [];
    for (const id of ids) for (const record of await list(path(id))) found.push(record[field] ?? '');
    return [...new Set(found)].filter((id) => id !== '');
  };
  const apps = await each([''], () => '/apps', 'app_id');
  const humanEvaluations = await each(apps, (id) => `/human-evaluations?app_id=${id}`);
  return {
    apps,
    humanEvaluations,
    variants: await each(apps, (id) => `/apps/${id}/variants`, 'variant_id'),
    testsets: await each([''], () => '/testsets'),
    evaluatorConfigs: await each(apps, (id) => `/evaluators/configs?app_id=${id}`),
    evaluations: await each(apps, (id) => `/evaluations?app_id=${id}`),
    humanScenarios: await each(humanEvaluations, (id) => `/human-evaluations/${id}/evaluation_scenarios`),
    artifacts: await each(apps, (id) => `/apps/${id}/deployments`, 'artifact_sha256'),
    webhooks: await each([''], () => '/webhooks'),
  };
}
