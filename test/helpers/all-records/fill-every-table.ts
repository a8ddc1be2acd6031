import { setTimeout as delay } from 'node:timers/promises';
import { NO_TOOLS } from '../../../src/evaluation/judges/evaluator-tools.ts';
import { createEvaluationRunner } from '../../../src/service/jobs/runner/create-evaluation-runner.ts';
import { createEvaluationBackend } from '../../../src/service/jobs/evaluation-jobs.ts';
import { createWorld, type World } from '../service-world.ts';
import { answerWith, createFunctionHosting, type RouteCall } from '../start-evaluations.ts';
import { startService, type RunningService, type StartServiceOptions } from '../start-service.ts';
import { addDeployments, addPromotions } from './add-deployments.ts';
import { addEvaluation } from './add-evaluation.ts';
import { addHumanEvaluations } from './add-human-evaluations.ts';
import { addJudgedEvaluation } from './add-judged-evaluation.ts';
import { addKeys, addProcessRecords, addWorkspace } from './add-process-records.ts';

/** Starts a service whose evaluations call a function that returns upper case. */
export async function startFullService(
  options: Pick<StartServiceOptions, 'database' | 'now'> = {},
): Promise<RunningService> {
  return await startService({
    ...options,
    createHosting: () => createFunctionHosting({ answer: shoutByModel, isCold: true }),
    createRunner: (dependencies) => createEvaluationRunner(createEvaluationBackend(dependencies)),
    tools: { ...NO_TOOLS, priceModel: async () => 0.002 },
  });
}

/** Answers in upper case, and says what that cost. As slow as it must be for evaluations that start together to meet. */
async function shoutByModel({ body }: RouteCall): Promise<Response> {
  await delay(100);
  const tokens = { input_tokens: 120, cache_read_tokens: 80, output_tokens: 48 };
  const usage = [{ model: 'gpt-4o-mini', provider: 'openai', calls: 1, ...tokens, cost: 0.001 }];
  return answerWith(String(body['text']).toUpperCase(), { total: 0.001 }, usage);
}

/** Records of every kind, created by the API's own operations. */
export interface FilledWorld extends World {
  readonly evaluationId: string;
  /** An evaluation that can be resumed. */
  readonly stoppedId: string;
  readonly evaluatorConfigId: string;
  readonly testsetId: string;
  /** People compare two variants here. */
  readonly comparisonId: string;
  readonly voterCode: string;
  /** A case that a key scored. */
  readonly scoredScenarioId: string;
}

/** Fills every table of an empty database. Needs a service of `startFullService`. */
export async function fillEveryTable(running: RunningService, now: () => Date): Promise<FilledWorld> {
  const world = await createWorld(running);
  await addDeployments(world);
  const evaluation = await addEvaluation(world);
  await addJudgedEvaluation(world);
  await addPromotions(world, evaluation.evaluationId);
  const human = await addHumanEvaluations(world, evaluation.testsetId);
  await running.service.whenIdle();
  await addKeys(world, now);
  await addProcessRecords(world, evaluation.evaluationId, now);
  await addWorkspace(world);
  await world.call('updateVariantMetadata', { variant_id: world.variantId, body: { labels: { team: 'search' } } });
  return { ...world, ...evaluation, ...human };
}
