import type * as z from 'zod';
import type { Bytes, Endpoint } from '../../contract/endpoint/endpoint.ts';
import type { EndpointName, EndpointOutput, Endpoints } from '../../contract/endpoints.ts';
import type { Page } from '../store/page.ts';
import type { AuditDefault } from './change.ts';
import type { OperationContext } from './context.ts';

export type Operation<N extends EndpointName> = OperationAccess &
  OperationBehaviour<OperationInput<N>, OperationOutput<N>>;

/** A write is one transaction and honours an `Idempotency-Key`. It declares what the audit log says of it. */
type OperationAccess = { readonly access: 'read' } | { readonly access: 'write'; readonly audit: AuditDefault };

interface OperationBehaviour<Input, Output> {
  /** The answer contains a secret and is not stored for a repeated `Idempotency-Key`. */
  readonly hasSecretAnswer?: boolean;
  /** Returns a record's revision, which is answered as its entity tag. */
  readonly revisionOf?: (record: Output) => number;
  /** Callers who accept server-sent events can follow this list; its cursor is the record's id. */
  readonly canFollow?: boolean;
  /** Returns the topic that announces additions. Left out: the list is polled. */
  readonly topicOf?: (input: Input) => string;
  /**
   * Runs before the transaction, for slow and repeatable work that must not hold locks. Its effects do no harm when the
   * transaction fails; what it returns is `prepared` in the context.
   */
  readonly prepare?: (input: Input, context: OperationContext) => Promise<unknown>;
  readonly run: (input: Input, context: OperationContext) => Promise<Output>;
  /** Streams the answer each time it changes, for callers who accept server-sent events. */
  readonly follow?: (input: Input, context: OperationContext, signal: AbortSignal) => AsyncIterable<Output>;
}

/** An empty object schema infers an index signature of `never`, which allows no other key. */
type Fields<T> = string extends keyof T ? unknown : T;
type BodyOutput<B> = B extends z.ZodType ? { body: z.output<B> } : B extends Bytes ? { body: Uint8Array } : unknown;

/** A request, parsed: path and query parameters side by side, and `body` where there is one. */
export type OperationInput<N extends EndpointName> = Fields<z.output<Endpoints[N]['params']>> &
  Fields<z.output<Endpoints[N]['query']>> &
  BodyOutput<Endpoints[N]['body']>;

type ItemOf<T> = T extends readonly (infer I)[] ? I : never;

type OperationOutput<N extends EndpointName> = Endpoints[N]['list'] extends true
  ? Page<ItemOf<EndpointOutput<N>>>
  : EndpointOutput<N>;

export interface Served {
  readonly endpoint: Endpoint;
  readonly operation: AnyOperation;
}

/** An operation whose endpoint is not known at compile time. */
export type AnyOperation = OperationAccess & OperationBehaviour<Readonly<Record<string, unknown>>, unknown>;
