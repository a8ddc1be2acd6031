import { type Endpoint, type Role, ROLES } from '../../contract/endpoint/endpoint.ts';
import type { EvaluatorTools } from '../../evaluation/judges/evaluator-tools.ts';
import { UserError } from '../../foundation/errors/wf-error.ts';
import type { SandboxKind } from '../../sandbox/sandbox-kind.ts';
import type { ArtifactStorage } from '../hosting/artifacts/artifact-storage.ts';
import type { Hosting } from '../hosting/hosting.ts';
import type { SecretBox } from '../secrets/create-secret-box.ts';
import type { Store } from '../store/open-store.ts';
import type { Db } from '../store/schema.ts';
import type { Change } from './change.ts';
import type { Retention } from './retention.ts';

/** What all requests of a service share. It is created once, with the service. */
export interface ServiceContext {
  readonly store: Store;
  readonly hosting: Hosting;
  readonly artifacts: ArtifactStorage;
  /** Seals the values that only this service may read. */
  readonly secrets: SecretBox;
  /** Models and prices for evaluators. */
  readonly tools: ServiceTools;
  readonly retention: Retention;
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

export type ServiceTools = Omit<EvaluatorTools, 'providerKeys' | 'caller' | 'keyId'>;

/** What an operation may use: the service's own, and what belongs to one request. */
export interface OperationContext {
  readonly service: ServiceContext;
  /** The database; for a `write` operation, its transaction. */
  readonly db: Db;
  /** The service's tools, with the keys in the vault as this request's database has them. */
  readonly tools: ServiceTools;
  readonly principal: Principal;
  /** What `prepare` returned. */
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
  /** Id of the key that this session of the page came from. Its requests count as that key's. */
  readonly sessionOf?: string;
  /** Ids of the apps that the key reaches; left out or `null`: all. */
  readonly appIds?: readonly string[] | null;
}

/** @throws {WF_NOT_ALLOWED} when the role is lower than the minimum */
export function requireRole(principal: Principal, least: Endpoint['role']): void {
  if (least === null || ROLES.indexOf(principal.role) >= ROLES.indexOf(least)) return;
  throw new UserError({
    code: 'WF_NOT_ALLOWED',
    message: `This requires the role ${least}; the key ${JSON.stringify(principal.name)} has the role ${principal.role}.`,
  });
}
