import type {
  EvaluationOptions,
  RateLimit,
  EvaluationScenario,
  WarmUp,
} from '../../contract/evaluations/evaluation.ts';
import type { EvaluatorConfig } from '../../contract/evaluators/evaluator.ts';
import type { Result, ModelUse } from '../../contract/evaluations/result.ts';
import type { EvaluatorCode, RouteSchema } from '../../contract/deployments/route-schema.ts';
import type { Parameters } from '../../contract/variants/variant.ts';
import type { HostedDeployment } from '../hosting/hosting.ts';
import type { Judging } from '../../evaluation/engine/evaluation-case.ts';
import type { TestsetRow } from '../../contract/testsets/testset.ts';

export interface EvaluationJob {
  readonly id: string;
  readonly appId: string;
  readonly variantId: string;
  readonly variantName: string;
  readonly revision: number;
  readonly revisionId: string;
  /** What the revision sets; the code has the other values. */
  readonly parameters: Parameters;
  readonly deployment: HostedDeployment;
  readonly testset: string;
  readonly routes: readonly RouteSchema[];
  readonly evaluatorCode: EvaluatorCode | null;
  /** Path of the route to call; `null`: the entrypoint, or the only route. */
  readonly route: string | null;
  readonly rateLimit: RateLimit;
  readonly options: EvaluationOptions;
  /** RFC 3339 in UTC. */
  readonly createdAt: string;
  readonly correctAnswerColumn: string | null;
  readonly providerKeys: Readonly<Record<string, string>>;
  /** Id of the key that started it; `null`: unknown. */
  readonly startedByKey: string | null;
  /** Shared by the evaluations that one request started; `null`: it is the only one. */
  readonly runId: string | null;
  readonly evaluatorConfigs: readonly EvaluatorConfig[];
  readonly status: Result;
}

export interface PendingPart {
  /** Position of the first row. @defaultValue 0 */
  readonly from?: number;
  /** Position of the last row. @defaultValue the evaluation's last */
  readonly to?: number;
}

export interface PlacedRow {
  /** Position among the evaluation's rows, from 0; the repetitions of a test set's row are adjacent. */
  readonly position: number;
  readonly row: TestsetRow;
}

export interface PendingScenario extends PlacedRow {
  readonly id: string;
}

export interface FinishedScenario {
  readonly id: string;
  readonly outputs: EvaluationScenario['outputs'];
  readonly results: EvaluationScenario['results'];
  /** Of all attempts, in US dollars; `null` when unknown. */
  readonly cost: number | null;
  /** In seconds; `null` when no answer came. */
  readonly latency: number | null;
  /** Whether a call of this evaluation gave the output; otherwise it was stored, or shared with another row. */
  readonly isCalled: boolean;
  readonly judging: Judging;
  /** Hash of the stored output; left out: no output is stored for this row. */
  readonly cellHash?: string;
}

export interface JudgedScenario extends FinishedScenario, PendingScenario {
  /** Position of the first row of its case; `null`: it is the first, or a repetition of that. */
  readonly casePosition: number | null;
}

export interface StoredWork {
  readonly cells: readonly StoredCell[];
  readonly scores: readonly StoredScore[];
  /** What was stored before is replaced. @defaultValue nothing */
  readonly since?: StoredSince;
}

/** From when on outputs and scores were stored that a run may use, in RFC 3339; `null`: all. */
export interface StoredSince {
  readonly cells: string | null;
  readonly scores: string | null;
}

/** A score, stored under the hash of (evaluator's code and settings, output, row). @source design §7 */
export interface StoredScore {
  readonly hash: string;
  readonly result: Result;
  readonly cellHash?: string;
}

/** An output, stored under the hash of (bundle, route, resolved configuration, input, repeat). @source design §7 */
export interface StoredCell {
  readonly hash: string;
  readonly output: Result;
  readonly cost: number | null;
  readonly latency: number | null;
  readonly usage?: readonly ModelUse[];
  readonly warm_up?: WarmUp;
  /** Shared by the calls for the same row that several evaluations made at the same time. */
  readonly call_group?: string;
}
