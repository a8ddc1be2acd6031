import * as z from 'zod';
import { endpointsOf, extension } from '../endpoint/endpoint.ts';
import { JsonSchema } from '../deployments/route-schema.ts';

/** Response of a service that is up. @source facts §2.9 */
export const Health = z.object({
  status: z.string(),
  /** What confines deployed code: `bubblewrap`, `namespaces` or `permission-model`. Ours. */
  sandbox: extension(z.string().optional()),
  /** Version of the program that answered. Ours. */
  version: extension(z.string().optional()),
  /** The commit that it was built from, 12 hexadecimal digits. Left out: unknown. Ours. */
  commit: extension(z.string().optional()),
  /** Number of the newest migration that it knows. Ours. */
  schema: extension(z.number().int().optional()),
});

/** Whether a replica accepts calls. Ours. */
const Readiness = z.object({
  status: z.string(),
  /** Number of the newest migration of the database, and of the newest that this wf knows. */
  schema: z.object({ applied: z.number().int(), known: z.number().int() }),
});

const endpoint = endpointsOf({ tag: 'service', source: 'wf' });

export const observeEndpoints = {
  getHealth: endpoint('GET /health', {
    summary: 'Check whether the service is up',
    source: 'facts §2.9',
    role: null,
    reach: 'open',
    response: Health,
  }),
  getReadiness: endpoint('GET /health/ready', {
    summary:
      'Check whether this replica accepts calls: its database answers with a current schema, its folder takes writes, and it is not draining',
    role: null,
    reach: 'open',
    response: Readiness,
  }),
  getOpenApi: endpoint('GET /openapi.json', {
    summary: 'Fetch this interface as OpenAPI 3.1',
    role: null,
    reach: 'open',
    response: JsonSchema,
  }),
};
