import { JsonSchema } from '../deployments/route-schema.ts';
import { endpoint } from '../endpoint/endpoint.ts';
import { Health, Readiness } from './health.ts';

export const observeEndpoints = {
  getHealth: endpoint({
    method: 'GET',
    path: '/health',
    tag: 'service',
    summary: 'Check whether the service is up',
    source: 'facts §2.9',
    role: null,
    reach: 'open',
    response: Health,
  }),
  getReadiness: endpoint({
    method: 'GET',
    path: '/health/ready',
    tag: 'service',
    summary:
      'Check whether this replica accepts calls: its database answers with a current schema, its folder takes writes, and it is not draining',
    source: 'wf',
    role: null,
    reach: 'open',
    response: Readiness,
  }),
  getOpenApi: endpoint({
    method: 'GET',
    path: '/openapi.json',
    tag: 'service',
    summary: 'Fetch this interface as OpenAPI 3.1',
    source: 'wf',
    role: null,
    reach: 'open',
    response: JsonSchema,
  }),
};
