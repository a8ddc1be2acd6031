import type { LogStream } from '../../contract/deployments/deployment.ts';
import type { ImportedPackages } from '../../contract/deployments/bundle-parts.ts';
import type { ConfigurationReference } from '../../contract/variants/config.ts';
import type { ReportedUse } from '../../contract/host-protocol/bundle-protocol.ts';
import type { WarmUp } from '../../contract/evaluations/evaluation.ts';
import type { Parameters } from '../../contract/variants/variant.ts';
import type { RetryAdvice } from '../../foundation/retry-rule.ts';

export interface HostedDeployment {
  readonly id: string;
  readonly app_id: string;
  readonly app_name: string;
  /** Hash of the bundle; null when it is self-hosted. */
  readonly artifact_sha256: string | null;
  /** Address of a self-hosted workflow; null when there is a bundle. */
  readonly url: string | null;
  /** Its name in messages. @defaultValue the workflow of its app */
  readonly subject?: string;
  /** Incremented when an environment variable of the app is set or unset: an older process is then replaced. */
  readonly variables_version?: number;
  /** The variables of the environment that is called. Left out: the app's alone. */
  readonly environment?: HostedEnvironment;
  /** The variables that its process sees at least: one that was started with older ones is replaced. */
  readonly variables?: ReadVariables;
}

/** Environment variables of a workflow's process, by name. */
export type Variables = Readonly<Record<string, string>>;

export interface ReadVariables {
  readonly values: Variables;
  /** When they were read, in milliseconds of `performance.now()`. */
  readonly readAt: number;
}

/** Which variables a call of an environment runs with. */
interface HostedEnvironment {
  /** Set of its own variables; `null`: none. */
  readonly variablesId: string | null;
  /** Whether it is protected: then the app's variables do not reach it. */
  readonly isProtected: boolean;
}

/** The forwarded parts of a request; a `Request` with an unread body is one. */
export interface ForwardedRequest extends Pick<Request, 'method' | 'headers' | 'signal'> {
  readonly body: Uint8Array | ReadableStream<Uint8Array> | null;
}

/** The request that a call answers, and what it runs: the log of the app names them. */
export interface CallOrigin {
  readonly requestId: string;
  readonly variant: string;
  readonly revision: number | null;
  readonly environment: string | null;
}

export interface HostedCall {
  readonly deployment: HostedDeployment;
  /** Path and query under the deployment's address: `/run/summarise?inline=true`. */
  readonly path: string;
  readonly request: ForwardedRequest;
  /** Variant revision whose parameters the call runs with; null for playground calls. */
  readonly revisionId: string | null;
  /** Left out: the call answers no request. */
  readonly origin?: CallOrigin | undefined;
}

/** A JSON call whose answer is read completely. */
export interface HostedQuestion extends Pick<HostedCall, 'deployment' | 'path' | 'revisionId'> {
  /** JSON */
  readonly body: string;
  readonly signal: AbortSignal;
  /** Called when the workflow gets the call: before, its process starts. */
  readonly onSent?: (() => void) | undefined;
  /** Called with all that the call has used so far, whenever that is more: it may never answer. */
  readonly onUsage?: ((uses: readonly ReportedUse[]) => void) | undefined;
}

/** A client's short call, whose answer is passed on. */
export interface HostedExchange extends HostedQuestion {
  readonly traceparent: string | null;
  readonly origin?: CallOrigin | undefined;
  /** Creates the request that is forwarded where there is no channel. */
  readonly toRequest: () => ForwardedRequest;
}

export interface HostedAnswer extends RetryAdvice {
  readonly status: number;
  readonly text: string;
  /** The process ended during the call, perhaps because of another call. @defaultValue false */
  readonly hasEnded?: boolean;
  /** The call never reached the workflow. @defaultValue false */
  readonly isUnsent?: boolean;
  /** Name of an answer that the process caches because it is long. */
  readonly cachedAs?: string | undefined;
  /** The process was not warm. Left out: it was, or nobody knows, as of a self-hosted workflow. */
  readonly warmUp?: WarmUp;
  /** What the process that answered sees. Left out: nobody knows. */
  readonly variables?: Variables;
}

/** Runs deployed bundles, each in its own process. */
export interface Hosting extends AsyncDisposable {
  /**
   * Forwards a call and returns the route's answer. It rejects only for an aborted request: a bundle that crashes or
   * hangs is a 502, 503 or 504 with `{"detail": …}`.
   */
  call(call: HostedCall): Promise<Response>;
  /** Posts a client's short call over the process's channel; a long answer streams. Rejects as `call` does. */
  exchange(exchange: HostedExchange): Promise<HostedAnswer | Response>;
  /** Posts JSON as `call` does, at a fraction of the cost: evaluations make thousands of calls. */
  ask(question: HostedQuestion): Promise<HostedAnswer>;
  /** @throws {WF_INVALID_INPUT} when bundles may not import these packages here */
  requirePackages(packages: ImportedPackages): void;
  /** Stops every process; calls in flight fail. */
  stop(): Promise<void>;
}

export interface WrittenLine {
  /** RFC 3339 in UTC. */
  readonly at: string;
  readonly stream: LogStream;
  readonly text: string;
  /** The request whose call wrote it. Left out: nobody knows, as of what a bundle prints while it starts. */
  readonly origin?: CallOrigin | undefined;
}

export interface HostingBackend {
  /** The bytes of a bundle; null when it is not stored. */
  readArtifact(sha256: string): Promise<Uint8Array | null>;
  /** @throws {WF_NOT_FOUND} when nothing has the name in the reference */
  resolveConfiguration(deployment: HostedDeployment, reference: ConfigurationReference): Promise<Parameters>;
  /** Reads the environment variables declared for the app. No others of the service's reach a bundle. */
  readVariables(this: void, deployment: HostedDeployment): Promise<Variables>;
  /** Stores the output of an app's processes. Left out: it is discarded. */
  appendLogs?(appId: string, lines: readonly WrittenLine[]): Promise<void>;
}

/** Why the process of a bundle ended, or was ended, other than by plan. */
export const KILL_REASONS = ['memory', 'time', 'crash', 'protocol'] as const;
export type KillReason = (typeof KILL_REASONS)[number];
