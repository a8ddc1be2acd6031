import { createSlices } from '../../http/create-slices.ts';
import type { Incoming } from '../../http/incoming.ts';
import { toResponse } from '../../http/refusal.ts';
import { DEFAULT_BODY_LIMIT } from '../../http/read-body.ts';
import { NO_TOOLS } from '../../evaluation/judges/evaluator-tools.ts';
import { createAnswer } from '../request/answer-request.ts';
import { type ArtifactStorage, createArtifactStorage } from '../hosting/artifacts/artifact-storage.ts';
import { countModelCalls } from '../keys/count-model-calls.ts';
import { createEvaluationJobs } from '../jobs/create-evaluation-jobs.ts';
import { createHostingBackend, type ReadVariables } from './create-hosting-backend.ts';
import type { Principal, ServiceTools } from '../operation/operation.ts';
import type { BodyLimits } from '../request/parse-request.ts';
import type { EvaluationBackend, EvaluationRunner } from '../jobs/evaluation-runner.ts';
import type { SandboxKind } from '../../sandbox/sandbox-kind.ts';
import type { Hosting, HostingBackend } from '../hosting/hosting.ts';
import type { OperationDependencies, Outcome } from '../request/run-operation.ts';
import type { RequestTraces } from '../observe/request-traces.ts';
import type { ServedRequest } from '../observe/served-request.ts';
import type { SecretBox } from '../secrets/create-secret-box.ts';
import type { Store } from '../store/open-store.ts';
import { createRetention } from '../retention/create-retention.ts';
import { withVault } from '../vault/secret-values.ts';
import { createLeaseStore } from '../jobs/queries/evaluation-leases.ts';

export interface CreateServiceOptions {
  readonly store: Store;
  readonly createHosting: (backend: HostingBackend) => Hosting;
  /** Left out: evaluations are stored and wait for a runner in another process. */
  readonly createRunner?: (backend: EvaluationBackend) => EvaluationRunner;
  /** Base URL of this service for its callers; `null` while it does not listen. */
  readonly publicUrl?: () => string | null;
  /** Seals the values that only this service may read. */
  readonly secrets: SecretBox;
  /** Where bundles are stored. @defaultValue the database */
  readonly artifacts?: ArtifactStorage;
  /** Reads further environment variables of an app's workflow, in addition to the stored ones. @defaultValue none */
  readonly readVariables?: ReadVariables;
  /** What confines deployed code. @defaultValue unknown */
  readonly sandboxKind?: () => Promise<SandboxKind>;
  /** Describes why the service's folder takes no writes, for `/health/ready`. @defaultValue not checked */
  readonly findDiskProblem?: () => Promise<string | null>;
  /** Models and prices for judges. @defaultValue none */
  readonly tools?: Omit<ServiceTools, 'countModelCall'>;
  /** @defaultValue bodies 10 MiB, bundles 50 MiB */
  readonly limits?: Partial<BodyLimits>;
  /** @defaultValue the system's clock */
  readonly now?: () => Date;
  /** Called with each failure of the service itself and the id of the request. */
  readonly onError?: (error: unknown, requestId: string) => void;
  /** Creates a span for each request. */
  readonly traces?: RequestTraces;
  /** Called with each answered request. */
  readonly onServed?: (served: ServedRequest) => void;
}

export interface FetchOptions {
  /** The caller, when known without a key: the owner of the process. */
  readonly principal?: Principal;
}

/** A request without a web `Request`, which is created only on demand. */
export interface PlainRequest extends Incoming {
  toWeb(): Request;
}

/** The service: answers requests, with or without a socket. */
export interface Service extends AsyncDisposable {
  fetch(request: Request, options?: FetchOptions): Promise<Response>;
  /** Answers a caller in the same process, without a web request. */
  answer(request: PlainRequest, options?: FetchOptions): Promise<Outcome>;
  /** Drains: `/health/ready` answers 503 and event streams end; other requests are still served. */
  drain(): void;
  /** Resolves when no evaluation is waiting or running here. */
  whenIdle(): Promise<void>;
  /** Stops running evaluations and bundles. The caller closes the store. */
  close(): Promise<void>;
}

/** Creates the service over a store. Nothing is started or read before the first request. */
export function createService(options: CreateServiceOptions): Service {
  const {
    store,
    secrets,
    tools: givenTools = NO_TOOLS,
    artifacts = createArtifactStorage(null),
    now = () => new Date(),
    publicUrl = () => null,
    onError = () => {},
  } = options;
  const tools = { ...givenTools, countModelCall: countModelCalls(store.db, now) };
  const limits = { bodyBytes: DEFAULT_BODY_LIMIT, artifactBytes: 50 * 1024 * 1024, ...options.limits };
  const hosting = options.createHosting(
    createHostingBackend({
      store,
      artifacts,
      secrets,
      now,
      readVariables: options.readVariables ?? (async () => ({})),
    }),
  );
  const runner = options.createRunner?.({
    jobs: createEvaluationJobs(store, secrets, now),
    leases: createLeaseStore(store.db),
    hosting,
    tools: withVault(tools, store.db, secrets),
    now,
  });
  const draining = new AbortController();
  const dependencies: OperationDependencies = {
    publicUrl,
    draining: draining.signal,
    sandboxKind: options.sandboxKind ?? null,
    findDiskProblem: options.findDiskProblem ?? null,
    hosting,
    artifacts,
    passingTransaction: store.passingTransaction,
    secrets,
    tools,
    retention: createRetention({ store, artifacts }),
    wakeRunner: (evaluationIds) => runner?.wake(evaluationIds),
    problemOf: (evaluationId) => runner?.problemOf(evaluationId) ?? null,
    addressOf: (appId, variantId) => {
      const base = publicUrl();
      return base === null ? null : `${base.replace(/\/+$/, '')}/services/${appId}/${variantId}`;
    },
  };
  const { traces, onServed } = options;
  const answer = createAnswer({
    store,
    hosting,
    limits,
    now,
    slices: createSlices(),
    dependencies,
    onError,
    traces,
    onServed,
  });
  const close = async (): Promise<void> => {
    await runner?.close();
    await hosting.stop();
  };
  return {
    fetch: async (request, { principal = null } = {}) => {
      const outcome = await answer(request, () => request, principal);
      return outcome.kind === 'plain' ? toResponse(outcome.answer) : outcome.response;
    },
    answer: async (incoming, { principal = null } = {}) => await answer(incoming, () => incoming.toWeb(), principal),
    drain: () => draining.abort(),
    whenIdle: async () => await runner?.whenIdle(),
    close,
    [Symbol.asyncDispose]: close,
  };
}
