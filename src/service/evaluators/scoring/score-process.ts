/** Runs in a process of its own: computes scores, one after another, until it is killed or its parent is gone. */
import { findEvaluator } from '../../../evaluation/evaluators/catalogue/evaluators.ts';
import type { Score } from '../../../evaluation/evaluators/definition/evaluator-definition.ts';
import { prepareEvaluator } from '../../../evaluation/evaluators/prepare/prepare-evaluator.ts';
import type { ScoreAnswer, ScoreWork } from './score-task.ts';

/** Evaluators that stay prepared: a JSON Schema is compiled once for all rows. */
const MAX_PREPARED = 16;

const prepared = new Map<string, Score>();
let before: Promise<unknown> = Promise.resolve();

process.on('message', (message) => {
  // Sent by src/service/evaluators/scoring/create-score-worker.ts.
  const work = message as ScoreWork;
  before = before.then(async () => {
    const begun = performance.now();
    const value = await compute(work);
    answer({ value, ms: performance.now() - begun });
  });
});
process.on('disconnect', () => process.exit());
answer({ isReady: true });

async function compute({ key, settings, sent }: ScoreWork) {
  if (sent !== undefined) return await prepare(key, settings)({ output: sent.output, row: sent.row });
  // The settings passed the template before they were sent.
  return (await findEvaluator(key)?.check?.(JSON.parse(settings) as Record<string, unknown>)) ?? null;
}

function prepare(key: string, settings: string): Score {
  const name = `${key} ${settings}`;
  const found = prepared.get(name);
  if (found !== undefined) return found;
  // As above.
  const { score } = prepareEvaluator(key, JSON.parse(settings) as Record<string, unknown>);
  const [oldest] = prepared.keys();
  if (oldest !== undefined && prepared.size === MAX_PREPARED) prepared.delete(oldest);
  prepared.set(name, score);
  return score;
}

function answer(message: ScoreAnswer): void {
  process.send?.(message);
}
