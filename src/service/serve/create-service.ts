import { BUNDLE } from '../../foundation/sizes.ts';
import { type EvaluatorTools, NO_TOOLS } from '../../evaluation/judges/evaluator-tools.ts';
import { createSlices } from '../../http/create-slices.ts';
import { type Incoming, toResponse } from '../../http/exchange.ts';
import { DEFAULT_BODY_LIMIT } from '../../http/read-body.ts';
import type { SandboxKind } from '../../sandbox/sandbox-kind.ts';
import { createChangeFeed } from '../store/changes/change-feed.ts';
import { appendLogs } from '../deployments/queries/deployments.ts';
import { readArtifact } from '../deployments/stored-artifacts.ts';
import { openEnvironmentVariables, openVariables } from '../environments/app-variables.ts';
import { createBundleResolver } from '../environments/resolve-configuration.ts';
import { createArtifactStorage } from '../hosting/artifacts/artifact-storage.ts';
import type { Hosting, HostingBackend } from '../hosting/hosting.ts';
import type { EvaluationRunner, RunnerDependencies } from '../jobs/evaluation-jobs.ts';
import { countModelCalls } from '../keys/require-rate.ts';
import type { RequestTraces } from '../observe/request-traces.ts';
import type { ServedRequest } from '../observe/served-request.ts';
import type { ServiceContext } from '../operation/operation.ts';
import { type AnswerFor, createAnswer } from '../request/answer-request.ts';
import { FLIGHT_LIMITS, type FlightLimits } from '../request/flights.ts';
import type { BodyLimits } from '../request/parse-request.ts';
import type { Outcome } from '../request/run-operation.ts';
import { createFingerprint } from '../secrets/create-fingerprint.ts';
import { withVault } from '../vault/secret-values.ts';

export interface CreateServiceOptions
  extends Pick<ServiceContext, 'store' | 'secrets'>, Partial<Pick<ServiceContext, 'publicUrl' | 'artifacts' | 'now'>> {
  readonly createHosting: (backend: HostingBackend) => Hosting;
  /** Left out: evaluations are stored and wait for a runner in another process. */
  readonly createRunner?: (dependencies: RunnerDependencies) => EvaluationRunner;
  /** Reads further environment variables of an app's workflow, by its name, in addition to the stored ones. @defaultValue none */
  readonly readVariables?: (appName: string) => Promise<Readonly<Record<string, string>>>;
  /** What confines deployed code. @defaultValue unknown */
  readonly sandboxKind?: () => Promise<SandboxKind>;
  /** Describes why the service's folder takes no writes, for `/health/ready`. @defaultValue not checked */
  readonly findDiskProblem?: () => Promise<string | null>;
  /** Models and prices for judges. @defaultValue none */
  readonly tools?: Omit<EvaluatorTools, 'providerKeys' | 'caller' | 'keyId' | 'countModelCall'>;
  /** @defaultValue bodies 10 MiB, bundles 50 MiB; at the same time {@link FLIGHT_LIMITS} */
  readonly limits?: Partial<BodyLimits & FlightLimits>;
  /** Called with each failure of the service itself and the id of the request. */
  readonly onError?: (error: unknown, requestId: string) => void;
  readonly traces?: RequestTraces;
  /** Called with each answered request. */
  readonly onServed?: (served: ServedRequest) => void;
}

/** A request without a web `Request`, which is created only on demand. */
export interface PlainRequest extends Incoming {
  toWeb(): Request;
}

/** The service: answers requests, with or without a socket. */
export interface Service extends AsyncDisposable {
  fetch(request: Request, options?: AnswerFor): Promise<Response>;
  /** Answers a caller in the same process, without a web request. */
  answer(request: PlainRequest, options?: AnswerFor): Promise<Outcome>;
  /** Drains: `/health/ready` answers 503 and event streams end; other requests are still served. */
  drain(): void;
  /** Resolves when no evaluation is waiting or running here. */
  whenIdle(): Promise<void>;
  /** Stops running evaluations and bundles. The caller closes the store. */
  close(): Promise<void>;
}

/** Creates the service over a store. Nothing is started or read before the first request. */
export function createService(options: CreateServiceOptions): Service {
  const { store, secrets, publicUrl = () => null, onError = () => {}, traces, onServed } = options;
  const { artifacts = createArtifactStorage(null), now = () => new Date() } = options;
  const backend = createHostingBackend({ ...options, artifacts, now });
  const slices = createSlices();
  const tools = {
    ...(options.tools ?? NO_TOOLS),
    countModelCall: countModelCalls(store.db, now),
    readVariables: backend.readVariables,
    fingerprint: createFingerprint(store.db, secrets),
    slices,
  };
  const hosting = options.createHosting(backend);
  const runnerTools = withVault(tools, store.db, secrets);
  const runner = options.createRunner?.({ store, secrets, hosting, tools: runnerTools, now });
  const draining = new AbortController();
  const service: ServiceContext = {
    store,
    hosting,
    artifacts,
    secrets,
    tools,
    changes: createChangeFeed(store),
    now,
    publicUrl,
    addressOf: (appId, variantId) => {
      const base = publicUrl();
      return base === null ? null : `${base.replace(/\/+$/, '')}/services/${appId}/${variantId}`;
    },
    wakeRunner: (evaluationIds) => runner?.wake(evaluationIds),
    problemOf: (evaluationId) => runner?.problemOf(evaluationId) ?? null,
    draining: draining.signal,
    sandboxKind: options.sandboxKind ?? null,
    findDiskProblem: options.findDiskProblem ?? null,
  };
  const own = { bodyBytes: DEFAULT_BODY_LIMIT, artifactBytes: BUNDLE.most };
  const limits = { ...own, ...FLIGHT_LIMITS, ...options.limits };
  const answer = createAnswer({ service, limits, slices, onError, traces, onServed });
  const close = async (): Promise<void> => {
    await runner?.close();
    await hosting.stop();
  };
  return {
    fetch: async (request, asker = {}) => {
      const outcome = await answer(request, () => request, asker);
      return outcome.kind === 'plain' ? toResponse(outcome.answer) : outcome.response;
    },
    answer: async (incoming, asker = {}) => await answer(incoming, () => incoming.toWeb(), asker),
    drain: () => draining.abort(),
    whenIdle: async () => await runner?.whenIdle(),
    close,
    [Symbol.asyncDispose]: close,
  };
}

function createHostingBackend({
  store,
  artifacts,
  secrets,
  readVariables,
  now,
}: Pick<CreateServiceOptions, 'store' | 'secrets' | 'readVariables'> &
  Pick<ServiceContext, 'artifacts' | 'now'>): HostingBackend {
  return {
    readArtifact: (sha256) => readArtifact(store.reads, artifacts, sha256),
    resolveConfiguration: createBundleResolver(store.reads),
    appendLogs: (appId, lines) => appendLogs(store.db, appId, lines, now()),
    // Stored variables go before those that the project's folder declares, and an environment's before the app's.
    readVariables: async ({ app_id, app_name, environment }) => ({
      ...(await readVariables?.(app_name)),
      ...(environment?.isProtected === true ? {} : await openVariables(store.reads, secrets, app_id)),
      ...(await openEnvironmentVariables(store.reads, secrets, app_id, environment?.variablesId ?? null)),
    }),
  };
}
