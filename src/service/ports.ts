import type { ConfigurationReference } from '../contract/variants/configuration-reference.ts';
import type {
  AggregatedResult,
  EvaluationOptions,
  EvaluationScenario,
  RateLimit,
} from '../contract/evaluations/evaluation.ts';
import type { EvaluatorConfig } from '../contract/evaluators/evaluator.ts';
import type { LogStream } from '../contract/deployments/log.ts';
import type { Result } from '../contract/evaluations/result.ts';
import type { EvaluatorCode, RouteSchema } from '../contract/deployments/route-schema.ts';
import type { TestsetRow } from '../contract/testsets/testset.ts';
import type { Parameters } from '../contract/variants/variant.ts';
import type { FoundCells, WantedCells } from '../evaluation/engine/look-up-cells.ts';
import type { EvaluatorTools } from '../evaluation/judges/evaluator-tools.ts';
import type { ClaimsAhead } from './jobs/claims/claim-pace.ts';

/** A deployment as hosting sees it: whose it is, and where its code is. */
export interface HostedDeployment {
  readonly id: string;
  readonly app_id: string;
  readonly app_name: string;
  /** Hash of the bundle; null when it is self-hosted. */
  readonly artifact_sha256: string | null;
  /** Address of a self-hosted workflow; null when there is a bundle. */
  readonly url: string | null;
  /** What messages call it. @defaultValue the workflow of its app */
  readonly subject?: string;
  /** Grows when an environment variable of the app is set or unset: a process that started before is replaced. */
  readonly variables_version?: number;
}

/** A call of a deployed route. */
/** What is passed on of a request; a `Request` whose body nobody has read is one. */
export interface ForwardedRequest extends Pick<Request, 'method' | 'headers' | 'signal'> {
  readonly body: Uint8Array | ReadableStream<Uint8Array> | null;
}

export interface HostedCall {
  readonly deployment: HostedDeployment;
  /** Path and query below the deployment's address: `/run/summarise?inline=true`. */
  readonly path: string;
  readonly request: ForwardedRequest;
  /** Variant revision whose parameters the call runs with; null for playground calls. */
  readonly revisionId: string | null;
}

/** A call whose whole answer is wanted at once, as one of many. */
export interface HostedQuestion extends Pick<HostedCall, 'deployment' | 'path' | 'revisionId'> {
  /** JSON */
  readonly body: string;
  readonly signal: AbortSignal;
}

export interface HostedAnswer {
  readonly status: number;
  readonly text: string;
  /** The header of this name. */
  readonly retryAfter: string | null;
  /** The process that had the call ended, perhaps of another one that it had. @defaultValue false */
  readonly hasEnded?: boolean;
}

/** Runs deployed bundles, each in a process of its own. */
export interface Hosting extends AsyncDisposable {
  /**
   * Passes a call on and answers what the route answers. Never rejects but for an aborted request: a bundle that
   * crashes or hangs is a 502, 503 or 504 with `{"detail": …}`.
   */
  call(call: HostedCall): Promise<Response>;
  /** Posts JSON as `call` does, at a fraction of its cost where thousands are asked. */
  ask(question: HostedQuestion): Promise<HostedAnswer>;
  /** Stops every process; calls in flight fail. */
  stop(): Promise<void>;
}

export type { ConfigurationReference };

/** A line that a process wrote. */
export interface WrittenLine {
  /** RFC 3339 in UTC. */
  readonly at: string;
  readonly stream: LogStream;
  readonly text: string;
}

/** What hosting needs of the service around it. */
export interface HostingBackend {
  /** The bytes of a bundle; null when it is not stored. */
  readArtifact(sha256: string): Promise<Uint8Array | null>;
  /** @throws {WF_NOT_FOUND} when the reference means nothing */
  resolveConfiguration(deployment: HostedDeployment, reference: ConfigurationReference): Promise<Parameters>;
  /** The environment variables declared for the app; nothing else of the service's environment reaches a bundle. */
  readVariables(deployment: HostedDeployment): Promise<Readonly<Record<string, string>>>;
  /** Keeps what an app's processes write. Left out: nobody reads it. */
  appendLogs?(appId: string, lines: readonly WrittenLine[]): Promise<void>;
}

/** One evaluation of one variant, with all that running it needs. */
export interface EvaluationJob {
  readonly id: string;
  readonly appId: string;
  readonly variantId: string;
  readonly variantName: string;
  readonly revision: number;
  readonly revisionId: string;
  readonly parameters: Parameters;
  readonly deployment: HostedDeployment;
  readonly routes: readonly RouteSchema[];
  /** Evaluators that were deployed with the code. */
  readonly evaluatorCode: EvaluatorCode | null;
  /** Path of the route to call; `null`: the entrypoint, or the only route. */
  readonly route: string | null;
  readonly rateLimit: RateLimit;
  readonly options: EvaluationOptions;
  readonly correctAnswerColumn: string | null;
  /** Keys of model providers that the evaluation was started with. */
  readonly providerKeys: Readonly<Record<string, string>>;
  readonly evaluatorConfigs: readonly EvaluatorConfig[];
  readonly status: Result;
}

/** Which rows of an evaluation. */
export interface PendingPart {
  /** Position of the first row. @defaultValue 0 */
  readonly from?: number;
  /** Position of the last row. @defaultValue the evaluation's last */
  readonly to?: number;
}

/** A row of an evaluation. */
export interface PlacedRow {
  /** Place among the evaluation's rows, from 0: the repetitions of a row of the test set stand side by side. */
  readonly position: number;
  readonly row: TestsetRow;
}

/** A row that has no verdict yet. */
export interface PendingScenario extends PlacedRow {
  readonly id: string;
}

/** What came out of a row. */
export interface FinishedScenario {
  readonly id: string;
  readonly outputs: EvaluationScenario['outputs'];
  /** One per evaluator configuration. */
  readonly results: EvaluationScenario['results'];
  /** In US dollars; `null` when unknown. */
  readonly cost: number | null;
  /** In seconds; `null` when no answer came. */
  readonly latency: number | null;
  /** Whether a call of this evaluation gave the answer; otherwise it was there, or came with another row's. */
  readonly isCalled: boolean;
}

/** A row that has a verdict, with what it was made from. */
export interface JudgedScenario extends FinishedScenario, PendingScenario {}

/** What is kept of finished rows for other evaluations. */
export interface StoredWork {
  readonly cells: readonly StoredCell[];
  readonly scores: readonly StoredScore[];
}

/** The end of an evaluation whose rows all have a verdict. */
export interface EvaluationEnd {
  readonly status: Result;
  readonly aggregatedResults: readonly AggregatedResult[];
  /** What the rows come to, as JSON. */
  readonly summary: string;
}

/** The stored evaluations, as the runner sees them. */
export interface EvaluationJobs {
  /** @throws {WF_NOT_FOUND} when it was deleted */
  load(evaluationId: string): Promise<EvaluationJob>;
  /** Lists the evaluations that are neither finished nor failed, oldest first: what a restart takes up again. */
  listUnfinished(): Promise<string[]>;
  /** Stores the status of one that waits or runs; answers false when it was cancelled or deleted meanwhile. */
  setStatus(evaluationId: string, status: Result): Promise<boolean>;
  /** Answers whether it still waits or runs: nobody cancelled or deleted it. */
  isUnfinished(evaluationId: string): Promise<boolean>;
  /** Streams the rows without a verdict in pages, so that memory does not grow with their number. */
  pendingScenarios(evaluationId: string, part?: PendingPart): AsyncIterable<readonly PendingScenario[]>;
  /** Lists where the next rows without a verdict stand, in order. */
  listPending(evaluationId: string, after: number, limit: number): Promise<number[]>;
  /** Counts the rows, those that have a verdict, and how long a call took in seconds. */
  readProgress(
    evaluationId: string,
  ): Promise<{ readonly rows: number; readonly done: number; readonly latency: number | null }>;
  /** Streams all rows in pages, whether they have a verdict or not. */
  rows(evaluationId: string): AsyncIterable<readonly PlacedRow[]>;
  /** Stores finished rows, and the cells and scores they came from, all or none. A row that has a verdict keeps it. */
  saveScenarios(evaluationId: string, scenarios: readonly FinishedScenario[], work?: StoredWork): Promise<void>;
  /** Streams the rows that have a verdict, in order, in pages. */
  finishedScenarios(evaluationId: string, pageSize?: number): AsyncIterable<readonly JudgedScenario[]>;
  /** What the calls that this evaluation made cost so far, as far as it is known, and how many they are. */
  readSpent(evaluationId: string): Promise<{ readonly calls: number; readonly cost: number }>;
  /** Stores the end of one that runs. */
  finish(evaluationId: string, end: EvaluationEnd): Promise<void>;
  /**
   * Opens the outputs for a run, by the hashes of what made them.
   *
   * @param code - what makes all that it needs
   * @param ahead - how much of what it asks for it claims at once; left out: all
   */
  openCells(code: string, ahead?: ClaimsAhead): CellClaims;
  /** Looks scores up by the hash of what decides them. */
  findScores(hashes: readonly string[]): Promise<ReadonlyMap<string, Result>>;
}

/** The outputs as one run sees them: those that it finds missing are its own to call for, until it is disposed. */
export interface CellClaims extends AsyncDisposable {
  find(this: void, wanted: WantedCells): Promise<FoundCells>;
}

/** A score, kept under the hash of (evaluator's code and settings, output, row). @source design §7 */
export interface StoredScore {
  readonly hash: string;
  readonly result: Result;
}

/** An output, kept under the hash of (bundle, route, resolved configuration, input, repeat). @source design §7 */
export interface StoredCell {
  readonly hash: string;
  readonly output: Result;
  readonly cost: number | null;
  readonly latency: number | null;
}

/** A process's right to run an evaluation. */
export interface EvaluationLease {
  readonly evaluationId: string;
  /** Names one process. */
  readonly owner: string;
  /** RFC 3339 in UTC. */
  readonly expiresAt: string;
}

/** Which process runs which evaluation. */
export interface EvaluationLeaseStore {
  findOwner(evaluationId: string): Promise<string | null>;
  /** Takes a lease that nobody has, that expired before `now`, or that `from` has. Answers whether it did. */
  take(lease: EvaluationLease, when: { readonly now: string; readonly from: string | null }): Promise<boolean>;
  /** Answers false when the lease is another's, or its evaluation was cancelled or deleted. */
  renew(lease: EvaluationLease): Promise<boolean>;
  drop(evaluationId: string, owner: string): Promise<void>;
}

/** Runs evaluations in the background. */
export interface EvaluationRunner extends AsyncDisposable {
  /** Says that an evaluation may be waiting, and which this process is asked to run. Returns at once. */
  wake(evaluationIds?: readonly string[]): void;
  /**
   * Why the last run of an evaluation here broke off without a word in its record, since the database took none. It rests,
   * and is tried again. `null`: nothing is wrong.
   */
  problemOf(evaluationId: string): unknown;
  /** Resolves when no evaluation is waiting or running here. */
  whenIdle(): Promise<void>;
  /** Leaves running evaluations where they are, to be resumed. */
  close(): Promise<void>;
}

/** What the runner needs of the service around it. */
export interface EvaluationBackend {
  readonly jobs: EvaluationJobs;
  readonly leases: EvaluationLeaseStore;
  readonly hosting: Hosting;
  readonly tools: ServiceTools;
  readonly now: () => Date;
}

/** What the service gives to evaluators that ask others. */
export type ServiceTools = Omit<EvaluatorTools, 'providerKeys'>;
