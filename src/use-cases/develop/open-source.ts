import { dirname } from 'node:path';
import type { Client } from '../../client/create-client.ts';
import type { ConfigurationReference } from '../../contract/variants/config.ts';
import { toFetchConfig } from '../../contract/variants/to-fetch-config.ts';
import type { Parameters } from '../../contract/variants/variant.ts';
import { namesNothing } from '../../service/develop/source-configuration.ts';
import { findAppId } from '../apps/resolve-app.ts';
import { clientOf, HOSTED } from './calls/hosted-client.ts';
import { createSandbox, type Sandbox } from '../../sandbox/create-sandbox.ts';
import { createHosting } from '../../service/hosting/create-hosting.ts';
import type { Hosting } from '../../service/hosting/hosting.ts';
import { buildWorkflow, type BuildWorkflowOptions, type BuiltWorkflow } from './build-workflow.ts';
import { callRoute, type CallRouteOptions, type OpenedRoute, type OwnEvaluators } from './call-route.ts';
import type { RouteCall } from './parse-route-call.ts';
import { wholeParameters } from '../../contract/deployments/route-fields.ts';
import type { RouteSchema } from '../../contract/deployments/route-schema.ts';
import { explainEnding } from './calls/explain-refused-call.ts';
import { packagePaths } from '../package-paths.ts';
import * as z from 'zod';
import { formatPosition } from '../../bundler/build/draw-code-frame.ts';
import { authorPositions, type EntryLocation, locateError } from '../../bundler/source-map/find-author-position.ts';
import { SourceError } from '../../foundation/errors/source-error.ts';
import { isServiceError, isWfError, recover, userError } from '../../foundation/errors/wf-error.ts';
import { splitCauses } from '../../foundation/errors/stacks.ts';

export interface OpenSourceOptions
  extends BuildWorkflowOptions, Pick<CallRouteOptions, 'route' | 'signal' | 'limit' | 'runsOnce'> {
  readonly variables: Readonly<Record<string, string>>;
  /** Opens the service that has the configurations, for a workflow that asks for one. */
  readonly openClient: () => Promise<Client>;
  /** Receives each line that the workflow prints. */
  readonly onOutput?: (line: string) => void;
}

/** Builds a workflow from source, and opens one of its routes in a process that ends when this is disposed. */
export async function openSource(options: OpenSourceOptions): Promise<OpenedRoute & AsyncDisposable> {
  await using stack = new AsyncDisposableStack();
  const sandbox = createSandbox();
  const built = await buildWorkflow({ ...options, sandbox });
  const hosting = stack.use(hostSource(built, sandbox, options));
  const { route, signal, limit, runsOnce } = options;
  const openBundle = (sha256: string, routes: readonly RouteSchema[]) => {
    const source = { id: sha256, app_id: 'source', app_name: options.app, artifact_sha256: sha256, url: null };
    const client = stack.use(clientOf(hosting, source));
    return async (path: string, { inputs, config }: RouteCall, onItem?: CallRouteOptions['onItem']) => {
      const answering = callRoute({
        client,
        ...HOSTED,
        route: path,
        inputs,
        configuration: { kind: 'given', config },
        onItem,
        runsOnce,
        routes: routes.map((each) => each.path),
        ...(signal === undefined ? {} : { signal }),
        ...(limit === undefined ? {} : { limit }),
      });
      return await answering.catch(async (error: unknown) => {
        throw await locateThrow(explainEnding(error), options);
      });
    };
  };
  const { routes } = built.manifest;
  const callWorkflow = openBundle(built.manifest.sha256, routes);
  const call: OpenedRoute['call'] = async (given, onItem) => await callWorkflow(route, given, onItem);
  const { schemas = [], artifact } = built.evaluators ?? {};
  const callEvaluator = artifact === undefined ? null : openBundle(artifact.sha256, schemas);
  const judge: OwnEvaluators['judge'] = async (name, given) => {
    const path = schemas.find((each) => each.name === name)?.path;
    if (callEvaluator === null || path === undefined) throw new Error(`The project has no evaluator ${name}.`);
    return await callEvaluator(path, given);
  };
  const opened = stack.move();
  return {
    schema: routes.find(({ path }) => path === route),
    call,
    own: { schemas, judge },
    warnings: built.warnings,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

function hostSource(
  { bundle, artifact, evaluators, manifest }: BuiltWorkflow,
  sandbox: Sandbox,
  { app, variables, openClient, onOutput }: OpenSourceOptions,
): Hosting {
  const parts = [...artifact.parts, ...(evaluators?.artifact.parts ?? [])];
  return createHosting({
    sandbox,
    packages: 'any',
    // The terminal shows them all, and nothing stores them.
    maxLogLines: Infinity,
    hostScript: packagePaths().hostScript,
    // Above the build, which is elsewhere if the project can only be read.
    dataDir: dirname(dirname(bundle)),
    backend: {
      readArtifact: async (sha256) => (await parts.find((part) => part.sha256 === sha256)?.read()) ?? null,
      resolveConfiguration: async (_, reference) =>
        wholeParameters(manifest.routes, await findStored(openClient, app, reference)),
      readVariables: async () => variables,
      appendLogs: async (_, lines) => lines.forEach(({ text }) => onOutput?.(text)),
    },
  });
}

/**
 * Fetches what is set of a configuration that the workflow asks for. A call from source carries its own: one that names
 * none runs with the code's defaults where nothing is deployed yet.
 *
 * @throws {WF_NOT_FOUND} for another project's app, and for an unknown variant, environment or revision
 */
async function findStored(
  openClient: () => Promise<Client>,
  app: string,
  reference: ConfigurationReference,
): Promise<Parameters> {
  const client = await openClient();
  const { application } = reference;
  if (application != null && application !== app && application !== (await findAppId(client, app)))
    throw userError(
      'WF_NOT_FOUND',
      `A workflow of app ${JSON.stringify(app)} cannot read the configuration of ${JSON.stringify(application)}.`,
    );
  const stored = client
    .fetchConfig({ body: toFetchConfig(reference, app) })
    .then(({ params, set_parameters }) => set_parameters ?? params);
  const isFirst = namesNothing(reference, { app_id: application ?? '', app_name: app });
  return await recover(stored, (error) => isFirst && isWfError(error) && error.code === 'WF_NOT_FOUND', {});
}

const Thrown = z.object({
  detail: z.object({
    stacktrace: z.array(z.string()),
    /** The place that the message tells. */
    place: z.string().optional(),
  }),
});

/**
 * Adds to a failed call where the author's code threw: position, source line, the author's frames that led there, and
 * causes. Any other error is returned as it is.
 */
export async function locateThrow(error: unknown, location: EntryLocation): Promise<unknown> {
  if (!isServiceError(error) || error.code !== 'WF_ROUTE_FAILED') return error;
  const thrown = Thrown.safeParse(error.details);
  if (!thrown.success) return error;
  const { stacktrace, place } = thrown.data.detail;
  const { own, causes } = splitCauses(stacktrace);
  const stack = own.join('\n');
  // The position is shown with the source line.
  const sentence = place === undefined ? error.message : error.message.replace(` (at ${place})`, '');
  const found = await locateError(sentence, stack, location);
  if (found.line === null) return error;
  const [, ...callers] = authorPositions(stack, location.root).map(formatPosition);
  const remarks = [...callers.map((position) => `  called from ${position}`), ...causes];
  return new SourceError({
    code: 'WF_ROUTE_FAILED',
    location: found,
    remark: remarks.length === 0 ? undefined : remarks.join('\n'),
    details: error.details,
    cause: error,
  });
}
