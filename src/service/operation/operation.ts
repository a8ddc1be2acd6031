import type * as z from 'zod';
import type { Bytes } from '../../contract/endpoint/endpoint.ts';
import type { EndpointName, EndpointOutput, Endpoints } from '../../contract/endpoints.ts';
import type { Role } from '../../contract/endpoint/role.ts';
import type { ArtifactStorage } from '../hosting/artifacts/artifact-storage.ts';
import type { Hosting } from '../hosting/hosting.ts';
import type { SecretBox } from '../secrets/create-secret-box.ts';
import type { Page } from '../store/page.ts';
import type { AuditDefault, Change } from './change.ts';
import type { ChangeListener } from '../store/change-listener.ts';
import type { Db } from '../store/schema.ts';
import type { EvaluatorTools } from '../../evaluation/judges/evaluator-tools.ts';

/** Who calls. */
export interface Principal {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  /** Requests a minute; left out or `null`: as many as it likes. */
  readonly rateLimit?: number | null;
  /** Id of the key that this session of the page came from. Its requests count as that key's. */
  readonly sessionOf?: string;
}

/** What an operation works with. */
export interface OperationContext {
  /** The database; for a `write` operation the transaction that holds all it does. */
  readonly db: Db;
  readonly principal: Principal;
  /** The instant of the request, RFC 3339 in UTC. */
  readonly now: string;
  /** Entity tags of the states that the caller will change; `null`: any. */
  readonly ifMatch: readonly string[] | null;
  /** Address under which this service serves a variant; `null` while it listens nowhere. */
  readonly addressOf: (appId: string, variantId: string) => string | null;
  /** Runs something once the transaction is committed, and never when it is not. */
  readonly afterCommit: (effect: () => void) => void;
  /**
   * Tells the audit log what is changed, in the same transaction; `null`: nothing is. An operation that never calls it is
   * logged by what was asked and answered.
   */
  readonly record: (change: Change | null) => void;
  readonly hosting: Hosting;
  /** Where bundles are kept. */
  readonly artifacts: ArtifactStorage;
  /** Has the runner look for work, of these evaluations at least. */
  readonly wakeRunner: (evaluationIds?: readonly string[]) => void;
  /** Waits for what this and other processes write. */
  readonly subscribe: ChangeListener['subscribe'];
  /** What keeps an evaluation from getting on that its record cannot say; `null`: nothing. */
  readonly problemOf: (evaluationId: string) => unknown;
  /** Fires when this service takes leave: it is ready no more, and streams end. */
  readonly draining: AbortSignal;
  /** What evaluators ask others with. */
  readonly tools: ServiceTools;
  /** Seals what only this service may read. */
  readonly secrets: SecretBox;
}

/** An empty object schema infers an index signature of `never`, which no other key could be added to. */
type Fields<T> = string extends keyof T ? unknown : T;
type BodyOutput<B> = B extends z.ZodType ? { body: z.output<B> } : B extends Bytes ? { body: Uint8Array } : unknown;

/** A request, parsed: path and query parameters side by side, and `body` where there is one. */
export type OperationInput<N extends EndpointName> = Fields<z.output<Endpoints[N]['params']>> &
  Fields<z.output<Endpoints[N]['query']>> &
  BodyOutput<Endpoints[N]['body']>;

type ItemOf<T> = T extends readonly (infer I)[] ? I : never;

export type OperationOutput<N extends EndpointName> = Endpoints[N]['list'] extends true
  ? Page<ItemOf<EndpointOutput<N>>>
  : EndpointOutput<N>;

/** What an endpoint does. */
export type Operation<N extends EndpointName> = OperationBehaviour<N> & OperationAccess;

/** A write is one transaction and honours an `Idempotency-Key`. It declares what the audit log says of it. */
export type OperationAccess = { readonly access: 'read' } | { readonly access: 'write'; readonly audit: AuditDefault };

interface OperationBehaviour<N extends EndpointName> {
  /** The answer holds a secret, and is not kept for a repeated `Idempotency-Key`. */
  readonly hasSecretAnswer?: boolean;
  /** The revision a record is at, answered as its entity tag. */
  readonly revisionOf?: (record: OperationOutput<N>) => number;
  /** A list that a caller who accepts server-sent events is told additions of; its cursor is its records' id. */
  readonly canFollow?: boolean;
  /** What is announced when the list grows. Left out: whoever follows looks at intervals. */
  readonly topicOf?: (input: OperationInput<N>) => string;
  /**
   * What comes before the transaction, because it is slow and can be done again: nobody waits for its locks meanwhile, and
   * what it leaves when the transaction fails does no harm.
   */
  readonly prepare?: (input: OperationInput<N>, context: OperationContext) => Promise<void>;
  readonly run: (input: OperationInput<N>, context: OperationContext) => Promise<OperationOutput<N>>;
  /** What a caller who accepts server-sent events is told instead of one answer, each time it changes. */
  readonly follow?: (
    input: OperationInput<N>,
    context: OperationContext,
    signal: AbortSignal,
  ) => AsyncIterable<OperationOutput<N>>;
}

/** What the service gives to evaluators that ask others. */
export type ServiceTools = Omit<EvaluatorTools, 'providerKeys'>;
