import * as z from 'zod';
import { extension } from '../endpoint/extension.ts';
import { JsonSchema } from '../deployments/route-schema.ts';
import { endpoint } from '../endpoint/endpoint.ts';

/** Response of a service that is up. @source facts §2.9 */
export const Health = z.object({
  status: z.string(),
  /** What confines deployed code: `bubblewrap`, `namespaces` or `permission-model`. Ours. */
  sandbox: extension(z.string().optional()),
});
export type Health = z.infer<typeof Health>;

/** Whether a replica accepts calls. Ours. */
const Readiness = z.object({
  status: z.string(),
  /** Number of the newest migration of the database, and of the newest that this wf knows. */
  schema: z.object({ applied: z.number().int(), known: z.number().int() }),
});

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
