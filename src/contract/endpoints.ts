import type * as z from 'zod';
import type { Bytes, Endpoint } from './endpoint/endpoint.ts';
import { auditEndpoints } from './audit/audit-entry.ts';
import { appEndpoints } from './apps/app.ts';
import { archiveEndpoints } from './archives/archive.ts';
import { deploymentEndpoints, runningCodeEndpoints } from './deployments/endpoints.ts';
import { evaluationEndpoints } from './evaluations/endpoints.ts';
import { evaluatorEndpoints } from './evaluators/evaluator.ts';
import { humanEvaluationEndpoints, humanVoteEndpoints } from './human-evaluations/endpoints.ts';
import { keyEndpoints } from './keys/key.ts';
import { observeEndpoints } from './observe/health.ts';
import { testsetEndpoints } from './testsets/testset.ts';
import { statusEndpoints } from './environments/status.ts';
import { variableEndpoints } from './environments/variables.ts';
import { environmentEndpoints } from './environments/environment.ts';
import { configEndpoints } from './variants/config-endpoints.ts';
import { variantEndpoints } from './variants/variant.ts';
import { retentionEndpoints } from './retention/retention.ts';
import { traceEndpoints } from './traces/span.ts';
import { vaultEndpoints } from './vault/secret.ts';
import { webhookEndpoints } from './webhooks/webhook.ts';
import { workspaceEndpoints } from './workspaces/workspace.ts';

/** The endpoints of each feature. */
export const FEATURES = {
  apps: appEndpoints,
  variants: variantEndpoints,
  environments: { ...configEndpoints, ...environmentEndpoints, ...variableEndpoints, ...statusEndpoints },
  deployments: { ...deploymentEndpoints, ...runningCodeEndpoints },
  archives: archiveEndpoints,
  evaluations: evaluationEndpoints,
  evaluators: evaluatorEndpoints,
  'human-evaluations': { ...humanEvaluationEndpoints, ...humanVoteEndpoints },
  testsets: testsetEndpoints,
  keys: keyEndpoints,
  observe: observeEndpoints,
  audit: auditEndpoints,
  retention: retentionEndpoints,
  workspaces: workspaceEndpoints,
  vault: vaultEndpoints,
  traces: traceEndpoints,
  webhooks: webhookEndpoints,
} as const satisfies Record<string, Record<string, Endpoint>>;

export type Feature = keyof typeof FEATURES;

/**
 * The one table of the interface. Types, client methods, service operations, OpenAPI and the conformance suite derive
 * from it.
 *
 * @source seed §4, facts §2, design §5
 */
export const ENDPOINTS: Endpoints = Object.assign({}, ...Object.values(FEATURES));

export type Endpoints = Joined<(typeof FEATURES)[Feature]>;

/** Has the fields of all members of a union. */
type Joined<T> = (T extends unknown ? (each: T) => void : never) extends (all: infer All) => void ? All : never;

export type EndpointName = keyof Endpoints;

/** Works around empty object schemas: they infer an index signature of `never`, which allows no other key. */
type Fields<T> = string extends keyof T ? unknown : T;
type BodyInput<B> = B extends z.ZodType ? { body: z.input<B> } : B extends Bytes ? { body: Uint8Array } : unknown;

/** Arguments of a call: path and query parameters in one object, and `body` if the endpoint has one. */
export type EndpointInput<N extends EndpointName> = Fields<z.input<Endpoints[N]['params']>> &
  Fields<z.input<Endpoints[N]['query']>> &
  BodyInput<Endpoints[N]['body']>;

/** Response of an endpoint. */
export type EndpointOutput<N extends EndpointName> = Endpoints[N]['response'] extends infer R
  ? R extends z.ZodType
    ? z.output<R>
    : R extends Bytes
      ? Uint8Array
      : undefined
  : never;
