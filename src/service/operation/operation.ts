import type { RecordKind } from '../../contract/audit/audit-entry.ts';
import { type Bytes, type Endpoint, type Role, ROLES } from '../../contract/endpoint/endpoint.ts';
import type { EvaluatorTools } from '../../evaluation/judges/evaluator-tools.ts';
import { userError } from '../../foundation/errors/wf-error.ts';
import type { Slices } from '../../http/create-slices.ts';
import type { SandboxKind } from '../../sandbox/sandbox-kind.ts';
import type { ArtifactStorage } from '../hosting/artifacts/artifact-storage.ts';
import type { Hosting, HostingBackend } from '../hosting/hosting.ts';
import type { Fingerprint } from '../secrets/create-fingerprint.ts';
import type { SecretBox } from '../secrets/create-secret-box.ts';
import type { ChangeFeed } from '../store/changes/change-feed.ts';
import type { Store } from '../store/open-store.ts';
import type { Db } from '../store/schema.ts';
import type * as z from 'zod';
import type { EndpointName, EndpointOutput, Endpoints } from '../../contract/endpoints.ts';
import type { Page } from '../store/page.ts';

export type Operation<N extends EndpointName> = OperationOf<OperationInput<N>, OperationOutput<N>>;

interface OperationOf<Input, Output> {
  /**
   * What the audit log says of a write, which is one transaction and honours an `Idempotency-Key`. Left out: the operation
   * only reads.
   */
  readonly audit?: AuditDefault;
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
  /** Its records may be long, so few callers read some at the same time. */
  readonly hasLongRecords?: boolean;
  /** Writes a long answer, as JSON in parts; `null`: it is not long, and `run` answers. */
  readonly parts?: (input: Input, context: OperationContext) => Promise<AsyncIterable<string> | null>;
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
export type AnyOperation = OperationOf<Readonly<Record<string, unknown>>, unknown>;

/** What all requests of a service share. It is created once, with the service. */
export interface ServiceContext {
  readonly store: Store;
  readonly hosting: Hosting;
  readonly artifacts: ArtifactStorage;
  /** Seals the values that only this service may read. */
  readonly secrets: SecretBox;
  readonly tools: ServiceTools;
  /** Tells what commits change. */
  readonly changes: ChangeFeed;
  readonly now: () => Date;
  /** Base URL of this service for its callers; `null` while it does not listen. */
  readonly publicUrl: () => string | null;
  /** Returns the address of a variant's routes; `null` while this service does not listen. */
  readonly addressOf: (appId: string, variantId: string) => string | null;
  /** Wakes the runner, for these evaluations at least. */
  readonly wakeRunner: (evaluationIds?: readonly string[]) => void;
  /** Returns the problem of an evaluation that could not be stored as its status; `null`: none. */
  readonly problemOf: (evaluationId: string) => unknown;
  /** Fires when this service drains: it is no longer ready, and streams end. */
  readonly draining: AbortSignal;
  /** Finds what confines deployed code; `null` when it is unknown. */
  readonly sandboxKind: (() => Promise<SandboxKind>) | null;
  /** Describes why the service's folder takes no writes; `null` if it does, or if there is none. */
  readonly findDiskProblem: (() => Promise<string | null>) | null;
}

export interface ServiceTools extends Omit<EvaluatorTools, 'providerKeys' | 'caller' | 'keyId'> {
  /** Reads the environment variables that a deployment's code sees. */
  readonly readVariables: HostingBackend['readVariables'];
  readonly fingerprint: Fingerprint;
  /** For work on what others send. */
  readonly slices: Slices;
}

/** What an operation may use: the service's own, and what belongs to one request. */
export interface OperationContext {
  readonly service: ServiceContext;
  /** The database; for a write, its transaction. */
  readonly db: Db;
  /** The service's tools, with the keys in the vault as this request's database has them. */
  readonly tools: ServiceTools;
  readonly principal: Principal;
  readonly prepared: unknown;
  /** The instant of the request, RFC 3339 in UTC. */
  readonly now: string;
  /** Whether the caller sent `Wf-Version`: it knows the values that only wf has. */
  readonly speaksWf: boolean;
  /** Entity tags of the states that the caller will change; `null`: any. */
  readonly ifMatch: readonly string[] | null;
  /** Runs something after the transaction is committed, and never otherwise. */
  readonly afterCommit: (effect: () => void) => void;
  /**
   * Records a change in the audit log, in the same transaction; `null`: nothing changed. A write that never calls it is
   * described by its request and answer.
   */
  readonly record: (change: Change | null) => void;
}

export interface Principal {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  /** Requests a minute; left out or `null`: no limit. */
  readonly rateLimit?: number | null;
  /** When the key ends, RFC 3339; left out or `null`: never. */
  readonly expiresAt?: string | null;
  /** Id of the key that this session of the page came from. Its requests count as that key's. */
  readonly sessionOf?: string;
  /** Ids of the apps that the key reaches; left out or `null`: all. */
  readonly appIds?: readonly string[] | null;
}

/** @throws {WF_NOT_ALLOWED} when the role is lower than the minimum */
export function requireRole(principal: Principal, least: Endpoint['role']): void {
  if (least === null || hasRole(principal, least)) return;
  throw userError(
    'WF_NOT_ALLOWED',
    `This requires the role ${least}; the key ${JSON.stringify(principal.name)} has the role ${principal.role}.`,
  );
}

/** A call costs money, and does what its workflow does. @throws {WF_NOT_ALLOWED} for an auditor's key */
export function requireCalling({ name, role }: Principal): void {
  if (role !== 'auditor') return;
  const message = `The key ${JSON.stringify(name)} has the role auditor, which only reads: it calls no routes.`;
  throw userError('WF_NOT_ALLOWED', message);
}

/** Returns whether a key has a role or one that includes it. */
export function hasRole({ role }: Principal, least: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(least);
}

export type ChangeVerb =
  | 'abandoned'
  | 'cancelled'
  | 'changed'
  | 'created'
  | 'deleted'
  | 'exported'
  | 'extended'
  | 'finished'
  | 'imported'
  | 'opened'
  | 'pruned'
  | 'resumed'
  | 'revoked'
  | 'set'
  | 'started'
  | 'stored'
  | 'unset';

/** How the audit log describes a write that records no change of its own. */
export interface AuditDefault {
  readonly kind: RecordKind;
  readonly verb: ChangeVerb;
}

export interface Change {
  readonly kind: RecordKind;
  readonly id?: string | null;
  readonly name?: string | null;
  readonly appId?: string | null;
  /** Name of the environment that the change is about. @defaultValue the name, of an environment; otherwise none */
  readonly environment?: string | null;
  /** Id of the state before the change. */
  readonly before?: string | null;
  /** Id of the state after the change. */
  readonly after?: string | null;
  /** A short phrase, as in `runs formal@3 as revision 2`. */
  readonly summary?: string | null;
  /** Name of the gate that the change overrides, for webhooks; the summary says it to people. */
  readonly overrides?: string | null;
}
