import * as z from 'zod';
import { endpoint, Paging } from '../endpoint/endpoint.ts';
import { Health, Key, NewKey, Profile, Readiness } from './key.ts';
import { JsonSchema } from '../deployments/route-schema.ts';

export const identityEndpoints = {
  getHealth: endpoint({
    method: 'GET',
    path: '/health',
    tag: 'service',
    summary: 'Ask whether the service is up',
    source: 'facts §2.9',
    role: null,
    response: Health,
  }),
  getReadiness: endpoint({
    method: 'GET',
    path: '/health/ready',
    tag: 'service',
    summary:
      'Ask whether this replica may be sent calls: its database answers with a current schema, and it is not draining',
    source: 'wf',
    role: null,
    response: Readiness,
  }),
  getOpenApi: endpoint({
    method: 'GET',
    path: '/openapi.json',
    tag: 'service',
    summary: 'Fetch this interface as OpenAPI 3.1',
    source: 'wf',
    role: null,
    response: JsonSchema,
  }),
  getProfile: endpoint({
    method: 'GET',
    path: '/profile',
    tag: 'service',
    summary: 'Fetch who the credential belongs to',
    source: 'facts §2.9',
    response: Profile,
  }),
  listKeys: endpoint({
    method: 'GET',
    path: '/keys',
    tag: 'keys',
    summary: 'List keys, without their secrets',
    source: 'facts §2.9',
    role: 'operator',
    query: Paging,
    response: z.array(Key),
    list: true,
  }),
  createKey: endpoint({
    method: 'POST',
    path: '/keys',
    tag: 'keys',
    summary: 'Make a key; the answer is the only place its secret appears',
    source: 'facts §2.9',
    role: 'operator',
    body: NewKey,
    response: z.string(),
  }),
  deleteKey: endpoint({
    method: 'DELETE',
    path: '/keys/{key_prefix}',
    tag: 'keys',
    summary: 'Revoke a key',
    source: 'facts §2.9',
    role: 'operator',
    params: z.object({ key_prefix: z.string() }),
    response: z.null(),
  }),
};
