import type * as z from 'zod';
import type { Bytes } from '../../contract/endpoint/endpoint.ts';
import type { EndpointName, EndpointOutput, Endpoints } from '../../contract/endpoints.ts';
import type { Role } from '../../contract/endpoint/role.ts';
import type { ArtifactStorage } from '../hosting/artifacts/artifact-storage.ts';
import type { SandboxKind } from '../../sandbox/sandbox-kind.ts';
import type { Hosting } from '../hosting/hosting.ts';
import type { SecretBox } from '../secrets/create-secret-box.ts';
import type { Page } from '../store/page.ts';
import type { AuditDefault, Change } from './change.ts';
import type { ChangeListener } from '../store/change-listener.ts';
import type { Store } from '../store/open-store.ts';
import type { Db } from '../store/schema.ts';
import type { Retention } from './retention.ts';
import type { EvaluatorTools } from '../../evaluation/judges/evaluator-tools.ts';

/** The caller. */
export interface Principal {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  /** Requests a minute; left out or `null`: no limit. */
  readonly rateLimit?: number | null;
  /** Id of the key that this session of the page came from. Its requests count as that key's. */
  readonly sessionOf?: string;
  /** Ids of the apps that the key reaches; left out or `null`: all. */
  readonly appIds?: readonly string[] | null;
}

/** What an operation may use. */
export interface OperationContext {
  /** The database; for a `write` operation, its transaction. */
  readonly db: Db;
  readonly principal: Principal;
  /** What `prepare` returned. */
  readonly prepared: unknown;
  /** The instant of the request, RFC 3339 in UTC. */
  readonly now: string;
  /** Whether the caller sent `Wf-Version`: it knows the values that only wf has. */
  readonly speaksWf: boolean;
  /** Entity tags of the states that the caller will change; `null`: any. */
  readonly ifMatch: readonly string[] | null;
  /** Base URL of this service for its callers; `null` while it does not listen. */
  readonly publicUrl: () => string | null;
  /** Returns the address of a variant's routes; `null` while this service does not listen. */
  readonly addressOf: (appId: string, variantId: string) => string | null;
  /** Runs something after the transaction is committed, and never otherwise. */
  readonly afterCommit: (effect: () => void) => void;
  /**
   * Records a change in the audit log, in the same transaction; `null`: nothing changed. A write that never calls it is
   * described by its request and answer.
   */
  readonly record: (change: Change | null) => void;
  readonly hosting: Hosting;
  /** Storage of bundles. */
  readonly artifacts: ArtifactStorage;
  /** For what `prepare` stores: the commit of the operation makes it durable. */
  readonly passingTransaction: Store['passingTransaction'];
  /** Wakes the runner, for these evaluations at least. */
  readonly wakeRunner: (evaluationIds?: readonly string[]) => void;
  /** Subscribes to changes by this and other processes. */
  readonly subscribe: ChangeListener['subscribe'];
  /** Returns the problem of an evaluation that could not be stored as its status; `null`: none. */
  readonly problemOf: (evaluationId: string) => unknown;
  /** Fires when this service drains: it is no longer ready, and streams end. */
  readonly draining: AbortSignal;
  /** Finds what confines deployed code; `null` when it is unknown. */
  readonly sandboxKind: (() => Promise<SandboxKind>) | null;
  /** Describes why the service's folder takes no writes; `null` if it does, or if there is none. */
  readonly findDiskProblem: (() => Promise<string | null>) | null;
  /** Models and prices for evaluators. */
  readonly tools: ServiceTools;
  /** Seals the values that only this service may read. */
  readonly secrets: SecretBox;
  /** Measures and prunes what is stored. */
  readonly retention: Retention;
}

/** An empty object schema infers an index signature of `never`, which allows no other key. */
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
  /** The answer contains a secret and is not stored for a repeated `Idempotency-Key`. */
  readonly hasSecretAnswer?: boolean;
  /** Returns a record's revision, which is answered as its entity tag. */
  readonly revisionOf?: (record: OperationOutput<N>) => number;
  /** Callers who accept server-sent events can follow this list; its cursor is the record's id. */
  readonly canFollow?: boolean;
  /** Returns the topic that announces additions. Left out: the list is polled. */
  readonly topicOf?: (input: OperationInput<N>) => string;
  /**
   * Runs before the transaction, for slow and repeatable work that must not hold locks. Its effects do no harm when the
   * transaction fails; what it returns is `prepared` in the context.
   */
  readonly prepare?: (input: OperationInput<N>, context: OperationContext) => Promise<unknown>;
  readonly run: (input: OperationInput<N>, context: OperationContext) => Promise<OperationOutput<N>>;
  /** Streams the answer each time it changes, for callers who accept server-sent events. */
  readonly follow?: (
    input: OperationInput<N>,
    context: OperationContext,
    signal: AbortSignal,
  ) => AsyncIterable<OperationOutput<N>>;
}

/** What the service provides to evaluators. */
export type ServiceTools = Omit<EvaluatorTools, 'providerKeys' | 'caller' | 'keyId'>;
