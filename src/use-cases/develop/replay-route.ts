import { DEPLOY_STEP, isServiceError, userError, UserError } from '../../foundation/errors/wf-error.ts';
import type { Replayed, RouteReplay } from '../../contract/develop/replay-result.ts';
import type { ResolveAppOptions } from '../apps/resolve-app.ts';
import type { RouteAnswer, RouteSchema } from '../../contract/deployments/route-schema.ts';
import type { Client } from '../../client/create-client.ts';
import { clientOf, HOSTED } from './calls/hosted-client.ts';
import { wholeParameters } from '../../contract/deployments/route-fields.ts';
import { createEgressRules } from '../../service/egress/egress-rules.ts';
import { readAnswer } from '../../service/evaluations/plan/read-answer.ts';
import { createHosting } from '../../service/hosting/create-hosting.ts';
import type { Hosting } from '../../service/hosting/hosting.ts';
import { callRoute, type CallRouteOptions } from './call-route.ts';
import { findConfiguration, type FoundConfiguration } from '../variants/find-configuration.ts';
import { findPinned } from '../variants/resolve-configuration.ts';
import { packagePaths } from '../package-paths.ts';
import type { RouteCall } from './parse-route-call.ts';
import { isDeepStrictEqual } from 'node:util';
import { diffWords } from '../variants/diff-configurations.ts';
import type { WordChange } from '../../contract/develop/configuration-diff.ts';
import { orUnsupported } from '../../client/public/is-missing.ts';
import type { Deployment } from '../../contract/deployments/deployment.ts';

export interface ReplayRouteOptions extends Pick<CallRouteOptions, 'route' | 'signal' | 'limit'>, ResolveAppOptions {
  /** `ENVIRONMENT[@REVISION]` or `VARIANT[@REVISION]`. */
  readonly named: string;
  /** Another configuration to compare with; `null`: none. */
  readonly comparedWith: string | null;
  /** Creates the call from the route's schemas; `undefined`: there is no such route. */
  readonly call: (route: RouteSchema | undefined) => RouteCall;
  readonly variables: Readonly<Record<string, string>>;
  readonly dataDir: string;
  /** Addresses besides public ones that the code may connect to: somebody else may have deployed it. `null`: all. */
  readonly allowEgress: readonly string[] | null;
}

/**
 * Fetches the bundle and the configuration that an environment runs, or once ran, and calls one of its routes in a local
 * process. The service is not changed.
 *
 * @throws {WF_NOT_FOUND} when there is no such environment, variant, revision or route
 * @throws {WF_ROUTE_FAILED} when the code fails; in a comparison, the failure is part of the result
 */
export async function replayRoute(options: ReplayRouteOptions): Promise<RouteReplay> {
  const { client, route } = options;
  await client.require('stored bundles');
  const first = await find(options, options.named);
  const second = options.comparedWith === null ? null : await find(options, options.comparedWith);
  const { inputs } = options.call(first.code.routes.find(({ path }) => path === route));
  const missing_variables = await findMissingVariables(client, first.found, options.variables);
  await using hosting = await host([first, ...(second === null ? [] : [second])], options);
  const replayed = await run(first, hosting, options, second !== null);
  const other = second === null ? null : await run(second, hosting, options, true);
  const differences = other === null ? ALONE : compareAnswers(replayed.answer, other.answer);
  return { route, inputs, replayed, compared_with: other, ...differences, missing_variables };
}

const ALONE = { is_same: null, words: null };

interface Runnable {
  readonly found: FoundConfiguration;
  readonly code: StoredCode;
}

async function find({ client, app }: ReplayRouteOptions, named: string): Promise<Runnable> {
  const found = await findConfiguration({ client, app, named });
  return { found, code: await findDeployedCode(client, found) };
}

async function host(
  runnables: readonly Runnable[],
  { client, dataDir, variables, allowEgress }: ReplayRouteOptions,
): Promise<Hosting> {
  const parameters = new Map(
    runnables.map(({ found, code }) => [found.label, wholeParameters(code.routes, found.set)]),
  );
  await client.require('stored bundles');
  return createHosting({
    packages: 'any',
    hostScript: packagePaths().hostScript,
    dataDir,
    egress: allowEgress === null ? null : createEgressRules(allowEgress),
    backend: {
      readArtifact: async (sha256) => await client.getArtifact({ sha256 }),
      resolveConfiguration: async (_, { revision }) => parameters.get(revision ?? '') ?? {},
      readVariables: async () => variables,
    },
  });
}

async function run(
  { found, code }: Runnable,
  hosting: Hosting,
  options: ReplayRouteOptions,
  keepsFailure: boolean,
): Promise<Replayed> {
  const { label, variant_name, set } = found;
  const values = { parameters: wholeParameters(code.routes, set), set_parameters: set };
  const base = { label, variant_name, artifact_sha256: code.artifact_sha256, deployment: code.id, ...values };
  try {
    const answer = await call({ found, code }, hosting, options);
    return { ...base, answer, error: null, ...figuresOf(answer) };
  } catch (error) {
    if (!keepsFailure || !isServiceError(error)) throw error;
    return { ...base, answer: null, error: { message: error.message }, cost: null, latency: null };
  }
}

/** The deployed form: the code asks for its configuration, and gets the stored one. */
async function call(
  { found, code }: Runnable,
  hosting: Hosting,
  { route, signal, limit, ...options }: ReplayRouteOptions,
): Promise<RouteAnswer> {
  const { environment, variant_name } = found;
  const { inputs } = options.call(code.routes.find(({ path }) => path === route));
  await using client = clientOf(hosting, { ...code, app_name: 'replay' }, found.label);
  return await callRoute({
    client,
    ...HOSTED,
    route,
    inputs,
    routes: code.routes.map(({ path }) => path),
    configuration:
      environment === null ? { kind: 'variant', variant: variant_name } : { kind: 'environment', environment },
    ...(signal === undefined ? {} : { signal }),
    ...(limit === undefined ? {} : { limit }),
  });
}

function figuresOf(answer: RouteAnswer): Pick<Replayed, 'cost' | 'latency'> {
  const read = readAnswer({ status: 200, text: JSON.stringify(answer), retryAfter: null });
  return read.kind === 'answered' ? { cost: read.cost, latency: read.latency } : { cost: null, latency: null };
}

interface ComparedAnswers {
  readonly is_same: boolean;
  /** Word diff of texts or indented JSON; `null` if they are equal, one is missing, or almost everything differs. */
  readonly words: readonly WordChange[] | null;
}

/** Compares two answers of a route; `null`: the call failed. */
export function compareAnswers(before: RouteAnswer | null, after: RouteAnswer | null): ComparedAnswers {
  if (before === null || after === null) return { is_same: false, words: null };
  if (isDeepStrictEqual(before.data, after.data)) return { is_same: true, words: null };
  return { is_same: false, words: diffWords(toText(before.data), toText(after.data)) };
}

function toText(data: unknown): string {
  return typeof data === 'string' ? data : (JSON.stringify(data, null, 2) ?? 'null');
}

/**
 * Lists variables that the service sets for the code, those of its environment included, and that are not here. The service never returns their
 * values; a missing one may explain a failure here.
 */
export async function findMissingVariables(
  client: Client,
  { app_id, environment }: Pick<FoundConfiguration, 'app_id' | 'environment'>,
  variables: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  try {
    const listed =
      environment === null
        ? client.listVariables({ app_id })
        : client.listEnvironmentVariables({ app_id, environment_name: environment });
    const stored = await orUnsupported(listed, []);
    return stored.map(({ name }) => name).filter((name) => !Object.hasOwn(variables, name));
  } catch (error) {
    // A viewer may not list them.
    if (isServiceError(error) && error.status === 403) return [];
    throw error;
  }
}

type StoredCode = Deployment & { readonly artifact_sha256: string };

/**
 * Finds the stored bundle that a configuration runs with.
 *
 * @throws {WF_NOT_FOUND} when no code is deployed, or the service does not store bundles
 * @throws {WF_INVALID_INPUT} when the workflow is self-hosted, so there is no bundle
 */
export async function findDeployedCode(
  client: Client,
  { label, app_id, code }: FoundConfiguration,
): Promise<StoredCode> {
  const deployment =
    code.kind === 'pinned'
      ? await findPinned(client, app_id, code.deployment)
      : (await orUnsupported(client.listDeployments({ app_id, base_name: code.base }), [])).at(-1);
  if (deployment == null) {
    throw userError('WF_NOT_FOUND', `The service has no code for ${label}.`, [DEPLOY_STEP]);
  }
  const { artifact_sha256, url } = deployment;
  if (artifact_sha256 !== null) return { ...deployment, artifact_sha256 };
  throw new UserError({
    code: 'WF_INVALID_INPUT',
    message: `The code of ${label} is self-hosted${url === null ? '' : ` at ${url}`}: there is no bundle to fetch.`,
  });
}
