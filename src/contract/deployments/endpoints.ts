import * as z from 'zod';
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
} from './deployment.ts';
import { LogLine } from './log.ts';
import { AppVariantResponse } from '../variants/variant.ts';
import { RouteSchema } from './route-schema.ts';

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
    params: Sha256,
    response: BYTES,
  }),
  headArtifact: endpoint({
    method: 'HEAD',
    path: '/artifacts/{sha256}',
    tag: 'deployments',
    summary: 'Check whether a bundle is stored',
    source: 'wf',
    params: Sha256,
    response: null,
  }),
  listMissingArtifacts: endpoint({
    method: 'POST',
    path: '/artifacts/missing',
    tag: 'deployments',
    summary: 'List which of these bundles and parts of bundles are not stored',
    source: 'wf',
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
