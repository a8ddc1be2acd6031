import type { EvaluationOptions, RateLimit } from '../../contract/evaluations/evaluation.ts';
import type { EvaluatorConfig } from '../../contract/evaluators/evaluator.ts';
import type { Result } from '../../contract/evaluations/result.ts';
import type { EvaluatorCode, RouteSchema } from '../../contract/deployments/route-schema.ts';
import type { Parameters } from '../../contract/variants/variant.ts';
import type { HostedDeployment } from '../hosting/hosting.ts';

/** One evaluation of one variant, with everything needed to run it. */
export interface EvaluationJob {
  readonly id: string;
  readonly appId: string;
  readonly variantId: string;
  readonly variantName: string;
  readonly revision: number;
  readonly revisionId: string;
  readonly parameters: Parameters;
  readonly deployment: HostedDeployment;
  /** The test set and its revision. */
  readonly testset: string;
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
  /** Id of the key that started it; `null`: unknown. */
  readonly startedByKey: string | null;
  readonly evaluatorConfigs: readonly EvaluatorConfig[];
  readonly status: Result;
}
