import type { EvaluationOptions } from '../../src/contract/evaluations/evaluation.ts';
import type { TestsetRow } from '../../src/contract/testsets/testset.ts';
import type { EvaluatorConfig } from '../../src/contract/evaluators/evaluator.ts';
import { aggregateEvaluation } from '../../src/service/jobs/runner/aggregate-evaluation.ts';
import { createEvaluationJobs } from '../../src/service/jobs/evaluation-jobs.ts';
import type { World } from './service-world.ts';
import { TEST_SECRETS } from './start-service.ts';

export interface JudgedEvaluation {
  readonly variantId: string;
  /** Whether each row's answer was right. */
  readonly verdicts: readonly boolean[];
  /** @defaultValue `auto_exact_match` */
  readonly evaluatorKey?: string;
  /** @defaultValue a question each */
  readonly rows?: readonly TestsetRow[];
  /** Test set with as many rows as there are verdicts. @defaultValue one that all evaluations of so many rows share */
  readonly testsetId?: string;
  readonly options?: EvaluationOptions;
  /** @defaultValue the entrypoint */
  readonly route?: string;
}

/** Settings that the evaluator requires. */
const SETTINGS: Readonly<Record<string, Record<string, unknown>>> = { auto_contains: { substring: 'r' } };

/** Stores a finished evaluation as the runner does, judged by `exact_match`, and returns its id. */
export async function makeJudgedEvaluation(world: World, judged: JudgedEvaluation): Promise<string> {
  const { variantId, verdicts, evaluatorKey = 'auto_exact_match', rows, testsetId, options = {}, route } = judged;
  const testset =
    rows === undefined
      ? testsetId === undefined
        ? await findTestset(world, verdicts.length)
        : { id: testsetId }
      : await world.call('createTestset', { body: { name: world.nextName(), csvdata: [...rows] } });
  const settings = { name: 'exact_match', evaluator_key: evaluatorKey, settings_values: SETTINGS[evaluatorKey] ?? {} };
  const config = await world.call('createEvaluatorConfig', { body: { app_id: world.appId, ...settings } });
  const rate_limit = { batch_size: 10, max_retries: 0, retry_delay: 0, delay_between_batches: 0 };
  const [evaluation] = await world.call('createEvaluations', {
    body: {
      app_id: world.appId,
      variant_ids: [variantId],
      evaluators_configs: [config.id],
      testset_id: testset.id,
      rate_limit,
      options,
      ...(route === undefined ? {} : { route }),
    },
  });
  if (evaluation === undefined) throw new Error('One variant makes one evaluation');
  await finish(world, evaluation.id, config, verdicts);
  return evaluation.id;
}

/** Evaluations with as many rows share a test set: only such are compared. */
async function findTestset({ call }: World, rows: number): Promise<{ readonly id: string }> {
  const name = `questions-${rows}`;
  const [stored] = await call('listTestsets', { name });
  if (stored !== undefined) return stored;
  const csvdata = Array.from({ length: rows }, (_, index) => ({
    text: `question ${index}`,
    correct_answer: 'right',
  }));
  return await call('createTestset', { body: { name, csvdata } });
}

async function finish(world: World, id: string, config: EvaluatorConfig, verdicts: readonly boolean[]): Promise<void> {
  const jobs = createEvaluationJobs(world.running.store, TEST_SECRETS, () => new Date());
  for await (const page of jobs.pendingScenarios(id)) {
    const scenarios = page.map((scenario) => {
      const isRight = verdicts[scenario.position] === true;
      return {
        id: scenario.id,
        outputs: [{ result: { type: 'text', value: isRight ? 'right' : 'wrong' }, cost: null, latency: 0.1 }],
        results: [{ evaluator_config: config.id, result: { type: 'bool', value: isRight } }],
        cost: null,
        latency: 0.1,
        isCalled: true,
        judging: { calls: 0, cost: 0 },
      };
    });
    await jobs.saveScenarios(id, scenarios);
  }
  await jobs.finish(id, await aggregateEvaluation(jobs, await jobs.load(id)));
}
