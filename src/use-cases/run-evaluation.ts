import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from '../client/create-client.ts';
import type { Evaluation } from '../contract/records/evaluation.ts';
import { parseEvaluatorSpec } from '../evaluation/parse-evaluator-spec.ts';
import { requireAnswerColumns } from './require-answer-columns.ts';
import { storeEvaluators } from './store-evaluators.ts';
import { storeTestset, type StoredTestset } from './store-testset.ts';

export interface RunEvaluationOptions {
  readonly client: Client;
  readonly appId: string;
  /** Id or name of a stored test set, or a csv, json or jsonl file. */
  readonly testset: string;
  /** One evaluation is made per variant. */
  readonly variants: readonly { readonly id: string; readonly revision: number }[];
  /** `K,K:setting=value` */
  readonly evaluators: string;
  /** Path of the route to call; `null`: the entrypoint, or the only route. */
  readonly route?: string | null;
  /** Keys and addresses of model providers for judges, by the names of the interface. @defaultValue the service's own */
  readonly providerKeys?: Readonly<Record<string, string>>;
  /** Calls in flight at once, 1 to 1000. @defaultValue 16 */
  readonly concurrency?: number;
  readonly onEvent?: (event: EvaluationEvent) => void;
  readonly signal?: AbortSignal;
}

export type EvaluationEvent =
  | { readonly type: 'testset-store'; readonly testset: StoredTestset }
  | { readonly type: 'evaluation-start'; readonly evaluation_id: string; readonly variant: string }
  | {
      readonly type: 'evaluation-end';
      readonly evaluation_id: string;
      readonly variant: string;
      readonly status: string;
    };

/** Stores what an evaluation refers to, starts one per variant, and waits for all of them. */
export async function runEvaluation(options: RunEvaluationOptions): Promise<Evaluation[]> {
  const { client, appId, onEvent = () => {} } = options;
  const specs = parseEvaluatorSpec(options.evaluators);
  warmUp(options);
  const testset = await storeTestset(client, options.testset, (rows) =>
    requireAnswerColumns({ testset: options.testset, rows, evaluators: specs }),
  );
  onEvent({ type: 'testset-store', testset });
  const configs = await storeEvaluators(client, appId, specs);
  const started = await start(options, testset, configs);
  for (const evaluation of started) {
    onEvent({ type: 'evaluation-start', evaluation_id: evaluation.id, variant: variantOf(evaluation) });
  }
  return await Promise.all(started.map((evaluation) => waitFor(evaluation, options)));
}

/** Has the workflow's process start while the rows are stored. What is wrong with it, the evaluation will say. */
function warmUp({ client, appId, variants }: RunEvaluationOptions): void {
  for (const { id } of variants) {
    client.request({ method: 'GET', path: `/services/${appId}/${id}/health` }).catch(() => undefined);
  }
}

async function start(
  { client, appId, variants, route = null, concurrency = 16, providerKeys = {} }: RunEvaluationOptions,
  testset: StoredTestset,
  configs: readonly string[],
): Promise<Evaluation[]> {
  return await client.createEvaluations({
    body: {
      app_id: appId,
      variant_ids: variants.map((variant) => variant.id),
      variant_revisions: variants.map((variant) => variant.revision),
      evaluators_configs: [...configs],
      testset_id: testset.id,
      rate_limit: { batch_size: concurrency, max_retries: 3, retry_delay: 1, delay_between_batches: 0 },
      lm_providers_keys: { ...providerKeys },
      route,
    },
  });
}

const RUNNING = new Set<unknown>(['EVALUATION_INITIALIZED', 'EVALUATION_STARTED']);
const SHORTEST_WAIT_MS = 20;
const LONGEST_WAIT_MS = 1000;
/** Of the time that went by: whoever waits long does not mind a little more. */
const WAIT_SHARE = 0.05;

async function waitFor(evaluation: Evaluation, { client, onEvent, signal }: RunEvaluationOptions): Promise<Evaluation> {
  const startedAt = performance.now();
  while (true) {
    const { status } = await client.getEvaluationStatus({ evaluation_id: evaluation.id });
    if (!RUNNING.has(status.value)) {
      const ended = await client.getEvaluation({ evaluation_id: evaluation.id });
      onEvent?.({
        type: 'evaluation-end',
        evaluation_id: ended.id,
        variant: variantOf(ended),
        status: typeof ended.status.value === 'string' ? ended.status.value : JSON.stringify(ended.status.value),
      });
      return ended;
    }
    const share = (performance.now() - startedAt) * WAIT_SHARE;
    await wait(
      Math.min(Math.max(share, SHORTEST_WAIT_MS), LONGEST_WAIT_MS),
      undefined,
      signal === undefined ? {} : { signal },
    );
  }
}

function variantOf(evaluation: Evaluation): string {
  return evaluation.variant_names.join(', ');
}
