import type { AggregatedResult } from '../../contract/evaluations/evaluation.ts';
import type { SpentBefore } from '../../evaluation/engine/call-budget.ts';
import type { Result } from '../../contract/evaluations/result.ts';
import type { ClaimTiming } from './claims/claim-size.ts';
import type {
  EvaluationJob,
  PendingPart,
  PlacedRow,
  PendingScenario,
  FinishedScenario,
  JudgedScenario,
  StoredWork,
} from '../evaluations/evaluation-job.ts';
import type { CellClaims } from './claims/cell-claims.ts';

/** The end of an evaluation whose rows all have a verdict. */
export interface EvaluationEnd {
  readonly status: Result;
  readonly aggregatedResults: readonly AggregatedResult[];
  /** The summary of the rows, as JSON. */
  readonly summary: string;
}

/** The stored evaluations as the runner uses them. */
export interface EvaluationJobs {
  /** @throws {WF_NOT_FOUND} when it was deleted */
  load(evaluationId: string): Promise<EvaluationJob>;
  /** Lists the evaluations that are neither finished nor failed, oldest first: a restart runs them again. */
  listUnfinished(): Promise<string[]>;
  /** Stores the status of an unfinished one. @returns false when it was cancelled or deleted meanwhile */
  setStatus(evaluationId: string, status: Result): Promise<boolean>;
  /** Answers whether it still waits or runs. */
  isUnfinished(evaluationId: string): Promise<boolean>;
  /** Streams the rows without a verdict in pages, so that memory does not grow with their number. */
  pendingScenarios(evaluationId: string, part?: PendingPart): AsyncIterable<readonly PendingScenario[]>;
  /** Lists the positions of the next rows without a verdict, in order. */
  listPending(evaluationId: string, after: number, limit: number): Promise<number[]>;
  /** Counts the rows and those with a verdict, and averages the latency of a call in seconds. */
  readProgress(
    evaluationId: string,
  ): Promise<{ readonly rows: number; readonly done: number; readonly latency: number | null }>;
  /** Streams all rows in pages, whether they have a verdict or not. */
  rows(evaluationId: string): AsyncIterable<readonly PlacedRow[]>;
  /** Stores finished rows with their outputs and scores, all or none. A row that has a verdict keeps it. */
  saveScenarios(evaluationId: string, scenarios: readonly FinishedScenario[], work?: StoredWork): Promise<void>;
  /** Streams the rows that have a verdict, in order, in pages. */
  finishedScenarios(evaluationId: string, pageSize?: number): AsyncIterable<readonly JudgedScenario[]>;
  /** Adds up what this evaluation's calls and judges cost so far. */
  readSpent(evaluationId: string): Promise<SpentBefore>;
  /** Stores the results of a running one. */
  finish(evaluationId: string, end: EvaluationEnd): Promise<void>;
  /**
   * Opens the stored outputs for a run, by the hashes of their inputs.
   *
   * @param code - the code that computes them
   * @param timing - decides how many are claimed at a time; left out: all
   */
  openCells(code: string, timing?: ClaimTiming): CellClaims;
  /** Looks scores up by the hash of what decides them. */
  findScores(hashes: readonly string[]): Promise<ReadonlyMap<string, Result>>;
}
