import * as z from 'zod';
import { SetVariable, VariableName } from '../environments/variables.ts';
import { BYTES, endpointsOf, Paging } from '../endpoint/endpoint.ts';
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
import { LOG_TAIL } from '../../foundation/sizes.ts';

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

const endpoint = endpointsOf({ tag: 'deployments', source: 'wf' });
const logEndpoint = endpointsOf({ tag: 'logs' });
const variantEndpoint = endpointsOf({ tag: 'variants', source: 'facts §2.2' });

export const deploymentEndpoints = {
  putArtifact: endpoint('PUT /artifacts/{sha256}', {
    summary: 'Store a bundle under the hash of its content',
    role: 'author',
    // What a list of parts names, too. A bundle's own bytes prove that the key has it.
    reach: 'its bundles',
    params: { sha256: Sha256Text },
    body: BYTES,
    maxBytes: Number.POSITIVE_INFINITY,
    response: Artifact,
  }),
  getArtifact: endpoint('GET /artifacts/{sha256}', {
    summary: 'Fetch a bundle',
    reach: { artifact: 'sha256' },
    params: { sha256: Sha256Text },
    response: BYTES,
  }),
  headArtifact: endpoint('HEAD /artifacts/{sha256}', {
    summary: 'Check whether a bundle is stored',
    reach: { artifact: 'sha256' },
    params: { sha256: Sha256Text },
    response: null,
  }),
  listMissingArtifacts: endpoint('POST /artifacts/missing', {
    summary: 'List which of these bundles and parts of bundles are not stored',
    reach: 'its bundles',
    body: ArtifactHashes,
    response: MissingArtifacts,
  }),
  createDeployment: endpoint('POST /apps/{app_id}/deployments', {
    summary: 'Bind a bundle and its route schemas to a variant, and to an environment when one is named',
    role: 'author',
    reach: { app: 'app_id', bundles: 'its bundles' },
    body: NewDeployment,
    rows: 'routes',
    response: CreatedDeployment,
    isConditional: true,
  }),
  addVariantFromService: endpoint('POST /apps/{app_id}/variant/from-service', {
    summary: 'Register a self-hosted workflow by its address, with a new base and variant; its fields are not checked',
    source: 'facts §2.1',
    role: 'author',
    reach: { app: 'app_id' },
    body: NewService,
    response: AppVariantResponse,
  }),
  checkDeployment: endpoint('POST /apps/{app_id}/deployments/check', {
    summary: 'Check which stored configurations a deployment would break, without changing anything',
    reach: { app: 'app_id' },
    body: CheckDeployment,
    rows: 'routes',
    response: Compatibility,
  }),
  listDeployments: endpoint('GET /apps/{app_id}/deployments', {
    summary: 'List deployments of an app, oldest first',
    reach: { app: 'app_id' },
    query: Paging.extend({ base_name: z.string().optional() }),
    response: z.array(Deployment),
  }),
  listRoutes: endpoint('GET /apps/{app_id}/routes', {
    summary: 'List the route schemas that are deployed now',
    reach: { app: 'app_id' },
    query: z.object({ base_name: z.string().optional() }),
    response: z.array(RouteSchema),
  }),
  listLogs: logEndpoint('GET /apps/{app_id}/logs', {
    summary:
      "List what the processes of an app's workflow wrote, oldest first; with Accept: text/event-stream, follow it",
    source: 'wf',
    role: 'auditor',
    reach: { app: 'app_id' },
    query: Paging.extend({
      /** Only the last lines, up to this number. */
      tail: z.coerce.number().int().min(1).max(LOG_TAIL.most).optional(),
      /** Only lines of the request with this `X-Request-Id`. */
      request_id: z.string().optional(),
    }),
    response: z.array(LogLine),
  }),
};

/** What clients of the public service do with the code of a variant. */
export const runningCodeEndpoints = {
  startVariant: variantEndpoint('PUT /variants/{variant_id}', {
    summary: "Set variables of a variant's app, restart the processes of the app, and fetch the variant's address",
    role: 'author',
    reach: { variant: 'variant_id' },
    body: StartVariant,
    response: z.object({ uri: z.string() }),
  }),
  restartContainer: variantEndpoint('POST /containers/restart_container', {
    summary: "Restart the processes of a variant's app, except those of protected environments",
    source: 'public client',
    role: 'author',
    reach: { variant: 'body.variant_id' },
    body: RestartContainer,
    response: z.object({ message: z.string() }),
  }),
  updateVariantUrl: variantEndpoint('PUT /variants/{variant_id}/service', {
    summary: 'Replace the address of a self-hosted workflow, for the variants of its base',
    role: 'author',
    reach: { variant: 'variant_id' },
    query: NewService.pick({ url: true }),
    response: z.null(),
  }),
  getVariantLogs: variantEndpoint('GET /variants/{variant_id}/logs', {
    summary: "Fetch the last 1,000 lines that the processes of a variant's app wrote, as one text",
    role: 'auditor',
    reach: { variant: 'variant_id' },
    response: z.string(),
  }),
};
