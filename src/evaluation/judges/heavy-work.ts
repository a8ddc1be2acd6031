import type { JudgedResult } from '../../contract/evaluations/result.ts';
import type { TestsetRow } from '../../contract/testsets/testset.ts';

/** An evaluator and its checked settings, as they are sent to another process. */
export interface SentEvaluator {
  readonly key: string;
  /** JSON, written once for all rows. */
  readonly settings: string;
  /** Callers take turns. */
  readonly caller: string;
}

/** What is sent to score one output. */
export interface SentRow {
  readonly output?: unknown;
  readonly row: TestsetRow;
}

/**
 * Computes what may take long, or more memory than there is, in processes that can be killed. A request's input decides
 * how long an evaluator computes, and nobody else's request waits for it.
 */
export interface HeavyWork {
  /** Scores a row. Work that exceeds a limit is a result of type error. @throws only the signal's reason */
  score(this: void, evaluator: SentEvaluator, sent: SentRow, signal?: AbortSignal): Promise<JudgedResult>;
  /** Checks settings beyond their template; `null`: no problem. */
  check(this: void, evaluator: SentEvaluator): Promise<{ readonly setting: string; readonly message: string } | null>;
}
