import type { Incoming } from '../../http/incoming.ts';
import { toResponse } from '../../http/refusal.ts';
import { DEFAULT_BODY_LIMIT } from '../../http/read-body.ts';
import { NO_TOOLS } from '../../evaluation/judges/evaluator-tools.ts';
import { createAnswer } from '../request/answer-request.ts';
import { type ArtifactStorage, createArtifactStorage } from '../hosting/artifacts/artifact-storage.ts';
import { createEvaluationJobs } from '../jobs/create-evaluation-jobs.ts';
import { createHostingBackend, type ReadVariables } from './create-hosting-backend.ts';
import type { Principal, ServiceTools } from '../operation/operation.ts';
import type { BodyLimits } from '../request/parse-request.ts';
import type { EvaluationBackend, EvaluationRunner } from '../jobs/evaluation-runner.ts';
import type { Hosting, HostingBackend } from '../hosting/hosting.ts';
import type { OperationDependencies, Outcome } from '../request/run-operation.ts';
import type { RequestTraces } from '../observe/request-traces.ts';
import type { ServedRequest } from '../observe/served-request.ts';
import type { SecretBox } from '../secrets/create-secret-box.ts';
import type { Store } from '../store/open-store.ts';
import { createLeaseStore } from '../jobs/queries/evaluation-leases.ts';

export interface CreateServiceOptions {
  readonly store: Store;
  readonly createHosting: (backend: HostingBackend) => Hosting;
  /** Left out: evaluations are stored, and wait for a runner elsewhere. */
  readonly createRunner?: (backend: EvaluationBackend) => EvaluationRunner;
  /** Base URL under which callers reach this service; `null` while it listens nowhere. */
  readonly publicUrl?: () => string | null;
  /** Seals what is stored for this service's eyes only. */
  readonly secrets: SecretBox;
  /** Where bundles are kept. @defaultValue the database */
  readonly artifacts?: ArtifactStorage;
  /** The environment variables declared for an app's workflow beside those that are stored. @defaultValue none */
  readonly readVariables?: ReadVariables;
  /** Where judges find models, and their prices. @defaultValue nowhere */
  readonly tools?: ServiceTools;
  /** @defaultValue bodies 10 MiB, bundles 50 MiB */
  readonly limits?: Partial<BodyLimits>;
  /** @defaultValue the system's clock */
  readonly now?: () => Date;
  /** Told of each failure that is the service's own, with the id of the request. */
  readonly onError?: (error: unknown, requestId: string) => void;
  /** Makes a span of each request. */
  readonly traces?: RequestTraces;
  /** Told of each request that was answered. */
  readonly onServed?: (served: ServedRequest) => void;
}

export interface FetchOptions {
  /** Who calls, when the caller is known without a key: the owner of the process. */
  readonly principal?: Principal;
}

/** A request that was never a web request, and can be made one. */
export interface PlainRequest extends Incoming {
  toWeb(): Request;
}

/** The service: answers requests, with or without a socket. */
export interface Service extends AsyncDisposable {
  fetch(request: Request, options?: FetchOptions): Promise<Response>;
  /** Answers a caller in the same process, which need make no web request. */
  answer(request: PlainRequest, options?: FetchOptions): Promise<Outcome>;
  /** Takes leave: `/health/ready` answers 503 from now on, and streams of events end; all else is served as before. */
  drain(): void;
  /** Resolves when no evaluation is waiting or running here. */
  whenIdle(): Promise<void>;
  /** Stops running evaluations and bundles. The store stays open: it belongs to whoever opened it. */
  close(): Promise<void>;
}

/** Makes the service over a store. Nothing is started and nothing is read before the first request. */
export function createService(options: CreateServiceOptions): Service {
  const {
    store,
    secrets,
    tools = NO_TOOLS,
    artifacts = createArtifactStorage(null),
    now = () => new Date(),
    publicUrl = () => null,
    onError = () => {},
  } = options;
  const limits = { bodyBytes: DEFAULT_BODY_LIMIT, artifactBytes: 50 * 1024 * 1024, ...options.limits };
  const hosting = options.createHosting(
    createHostingBackend({
      db: store.db,
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
    tools,
    now,
  });
  const draining = new AbortController();
  const surroundings: OperationDependencies = {
    draining: draining.signal,
    hosting,
    artifacts,
    secrets,
    tools,
    wakeRunner: (evaluationIds) => runner?.wake(evaluationIds),
    problemOf: (evaluationId) => runner?.problemOf(evaluationId) ?? null,
    addressOf: (appId, variantId) => {
      const base = publicUrl();
      return base === null ? null : `${base.replace(/\/+$/, '')}/services/${appId}/${variantId}`;
    },
  };
  const { traces, onServed } = options;
  const answer = createAnswer({ store, hosting, limits, now, surroundings, onError, traces, onServed });
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
