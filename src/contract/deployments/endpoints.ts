import * as z from 'zod';
import { SetVariable, VariableName } from '../environments/environment.ts';
import { BYTES, endpoint, Paging } from '../endpoint/endpoint.ts';
import {
  Artifact,
  ArtifactHashes,
  CheckDeployment,
  Compatibility,
  CreatedDeployment,
  Deployment,
  MissingArtifacts,
  NewDeployment,
  NewService,
  Sha256Text,
  LogLine,
} from './deployment.ts';
import { AppVariantResponse } from '../variants/variant.ts';
import { RouteSchema } from './route-schema.ts';

/** Body that starts a variant's code. @source facts §2.2 */
export const StartVariant = z.strictObject({
  action: z.strictObject({ action: z.enum(['START', 'STOP']) }),
  /** Variables of the app to set first. */
  env_vars: z
    .strictObject({ env_vars: z.record(VariableName, SetVariable.shape.value) })
    .nullable()
    .optional(),
});
export type StartVariant = z.infer<typeof StartVariant>;

/** Body that restarts a variant's code. @source public client */
const RestartContainer = z.strictObject({ variant_id: z.string() });
type RestartContainer = z.infer<typeof RestartContainer>;

const Sha256 = z.object({ sha256: Sha256Text });
const AppId = z.object({ app_id: z.string() });

export const deploymentEndpoints = {
  putArtifact: endpoint({
    method: 'PUT',
    path: '/artifacts/{sha256}',
    tag: 'deployments',
    summary: 'Store a bundle under the hash of its content',
    source: 'wf',
    role: 'author',
    // What a list of parts names, too. A bundle's own bytes prove that the key has it.
    reach: 'its bundles',
    params: Sha256,
    body: BYTES,
    maxBytes: Number.POSITIVE_INFINITY,
    response: Artifact,
  }),
  getArtifact: endpoint({
    method: 'GET',
    path: '/artifacts/{sha256}',
    tag: 'deployments',
    summary: 'Fetch a bundle',
    source: 'wf',
    reach: { artifact: 'sha256' },
    params: Sha256,
    response: BYTES,
  }),
  headArtifact: endpoint({
    method: 'HEAD',
    path: '/artifacts/{sha256}',
    tag: 'deployments',
    summary: 'Check whether a bundle is stored',
    source: 'wf',
    reach: { artifact: 'sha256' },
    params: Sha256,
    response: null,
  }),
  listMissingArtifacts: endpoint({
    method: 'POST',
    path: '/artifacts/missing',
    tag: 'deployments',
    summary: 'List which of these bundles and parts of bundles are not stored',
    source: 'wf',
    reach: 'its bundles',
    body: ArtifactHashes,
    response: MissingArtifacts,
  }),
  createDeployment: endpoint({
    method: 'POST',
    path: '/apps/{app_id}/deployments',
    tag: 'deployments',
    summary: 'Bind a bundle and its route schemas to a variant, and to an environment when one is named',
    source: 'wf',
    role: 'author',
    reach: { app: 'app_id', bundles: 'its bundles' },
    params: AppId,
    body: NewDeployment,
    rows: 'routes',
    response: CreatedDeployment,
    isConditional: true,
  }),
  addVariantFromService: endpoint({
    method: 'POST',
    path: '/apps/{app_id}/variant/from-service',
    tag: 'deployments',
    summary: 'Register a self-hosted workflow by its address, with a new base and variant; its fields are not checked',
    source: 'facts §2.1',
    role: 'author',
    reach: { app: 'app_id' },
    params: AppId,
    body: NewService,
    response: AppVariantResponse,
  }),
  checkDeployment: endpoint({
    method: 'POST',
    path: '/apps/{app_id}/deployments/check',
    tag: 'deployments',
    summary: 'Check which stored configurations a deployment would break, without changing anything',
    source: 'wf',
    reach: { app: 'app_id' },
    params: AppId,
    body: CheckDeployment,
    rows: 'routes',
    response: Compatibility,
  }),
  listDeployments: endpoint({
    method: 'GET',
    path: '/apps/{app_id}/deployments',
    tag: 'deployments',
    summary: 'List deployments of an app, oldest first',
    source: 'wf',
    reach: { app: 'app_id' },
    params: AppId,
    query: Paging.extend({ base_name: z.string().optional() }),
    response: z.array(Deployment),
    list: true,
  }),
  listRoutes: endpoint({
    method: 'GET',
    path: '/apps/{app_id}/routes',
    tag: 'deployments',
    summary: 'List the route schemas that are deployed now',
    source: 'wf',
    reach: { app: 'app_id' },
    params: AppId,
    query: z.object({ base_name: z.string().optional() }),
    response: z.array(RouteSchema),
  }),
  listLogs: endpoint({
    method: 'GET',
    path: '/apps/{app_id}/logs',
    tag: 'logs',
    summary:
      "List what the processes of an app's workflow wrote, oldest first; with Accept: text/event-stream, follow it",
    source: 'wf',
    role: 'author',
    reach: { app: 'app_id' },
    params: z.object({ app_id: z.string() }),
    query: Paging.extend({
      /** Only the last lines, up to this number. */
      tail: z.coerce.number().int().min(1).max(10_000).optional(),
      /** Only lines of the request with this `X-Request-Id`. */
      request_id: z.string().optional(),
    }),
    response: z.array(LogLine),
    list: true,
  }),
};

const VariantId = z.object({ variant_id: z.string() });

/** What clients of the public service do with the code of a variant. */
export const runningCodeEndpoints = {
  startVariant: endpoint({
    method: 'PUT',
    path: '/variants/{variant_id}',
    tag: 'variants',
    summary: "Set variables of a variant's app, restart the processes of the app, and fetch the variant's address",
    source: 'facts §2.2',
    role: 'author',
    reach: { variant: 'variant_id' },
    params: VariantId,
    body: StartVariant,
    response: z.object({ uri: z.string() }),
  }),
  restartContainer: endpoint({
    method: 'POST',
    path: '/containers/restart_container',
    tag: 'variants',
    summary: "Restart the processes of a variant's app, except those of protected environments",
    source: 'public client',
    role: 'author',
    reach: { variant: 'body.variant_id' },
    body: RestartContainer,
    response: z.object({ message: z.string() }),
  }),
  updateVariantUrl: endpoint({
    method: 'PUT',
    path: '/variants/{variant_id}/service',
    tag: 'variants',
    summary: 'Replace the address of a self-hosted workflow, for all variants of its base',
    source: 'facts §2.2',
    role: 'author',
    reach: { variant: 'variant_id' },
    params: VariantId,
    query: NewService.pick({ url: true }),
    response: z.null(),
  }),
  getVariantLogs: endpoint({
    method: 'GET',
    path: '/variants/{variant_id}/logs',
    tag: 'variants',
    summary: "Fetch the last 1,000 lines that the processes of a variant's app wrote, as one text",
    source: 'facts §2.2',
    role: 'author',
    reach: { variant: 'variant_id' },
    params: VariantId,
    response: z.string(),
  }),
};
