import type { AggregatedResult } from '../../contract/evaluations/evaluation.ts';
import type { Result } from '../../contract/evaluations/result.ts';
import type { ClaimsAhead } from './claims/claim-pace.ts';
import type { EvaluationJob } from '../evaluations/evaluation-job.ts';
import type {
  PendingPart,
  PlacedRow,
  PendingScenario,
  FinishedScenario,
  JudgedScenario,
  StoredWork,
} from '../evaluations/evaluation-rows.ts';
import type { CellClaims } from './claims/cell-claims.ts';

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
