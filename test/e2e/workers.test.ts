import { test } from 'vitest';
import type { EvaluationScenario } from '../../src/contract/evaluations/evaluation.ts';
import { casesOf, createAsk, readDone, readResults, startEvaluation, untilEnded } from '../helpers/ask-fleet.ts';
import { startPostgresServer } from '../helpers/postgres-server.ts';
import { disturbEvaluation } from '../helpers/run-chaos.ts';
import { startFleet } from '../helpers/start-fleet.ts';

/** Small enough for every test run; `node test/bench/chaos.ts` has the full size. */
const SIZE = { cells: 800, kills: 4, replicas: 2, workers: 2, seed: 20_261_121 };

// At the same time: a claim of a worker that is gone lasts for ten seconds, in which nothing happens.
test.concurrent('an evaluation whose replicas, workers and database are killed is complete', async ({ expect }) => {
  await using server = await startPostgresServer();
  const { results, killed, wrong, answers } = await disturbEvaluation(server, SIZE);
  const cases = casesOf(SIZE.cells);
  const isRight = cases.map(({ text, correct_answer }) => text === correct_answer);
  expect(results).toEqual({
    status: { type: 'status', value: 'EVALUATION_FINISHED' },
    scores: [{ type: 'number', value: isRight.filter(Boolean).length / SIZE.cells }],
    cost: (SIZE.cells * 0.001).toFixed(6),
    rows: cases.map(({ text }, index) => [text, [text], [isRight[index]]]),
  });
  expect(new Set(killed.map((what) => what.split(' ')[0]))).toEqual(new Set(['replica', 'worker', 'database']));
  expect(wrong).toEqual([]);
  expect(answers).toBeGreaterThan(0);
});

/** More than two workers hold at once, so that the other one has work left when the first one hangs. */
const ROWS = 600;

/** Ends its process at one input. */
const WORKFLOW = `
import { recordUsage, route } from 'wfkit';
import * as z from 'zod';

const input = z.object({ text: z.string() });

export const echo = route('/echo', { input }, async ({ input }) => {
  if (input.text === 'leave') process.exit(3);
  recordUsage({ model: 'none', input_tokens: 1, output_tokens: 1, cost: 0.001 });
  return input.text;
});
`;

test.concurrent("a hanging worker's rows are taken over, and it changes nothing when it wakes up", async ({
  expect,
}) => {
  await using server = await startPostgresServer();
  // A worker that hangs in a transaction holds its locks for so long; a minute otherwise.
  const databaseUrl = `${server.url}?idle_in_transaction_session_timeout=3000`;
  await using fleet = await startFleet({ databaseUrl, replicas: 1, workers: 2, workflow: WORKFLOW });
  const ask = createAsk(fleet.urls[0] ?? '', fleet.key);
  const id = await startEvaluation(ask, fleet, casesOf(ROWS));
  await expect.poll(() => readDone(ask, id)).toBeGreaterThan(0);
  const wakeUp = fleet.workers[0]?.hang();
  await untilEnded(ask, id);
  const before = await readResults(ask, id);
  wakeUp?.();
  // Another worker has its rows by now; it continues with new ones, of which one ends its process.
  const later = casesOf(200, 'later').map((one, index) => (index === 17 ? { ...one, text: 'leave' } : one));
  const second = await startEvaluation(ask, fleet, later);
  await untilEnded(ask, second);
  const { body } = await ask<EvaluationScenario[]>('GET', `/evaluations/${second}/evaluation_scenarios?limit=1000`);
  const [failed, ...others] = body.filter(({ outputs }) => outputs[0]?.result.type === 'error');
  expect(failed?.outputs[0]?.result.error?.message).toContain('its process ended with exit code 3');
  expect([failed?.inputs[0]?.value, others, body.length]).toEqual(['leave', [], later.length]);
  expect(await readResults(ask, id)).toEqual(before);
  expect(before.rows.map(([text]) => text)).toEqual(casesOf(ROWS).map(({ text }) => text));
  expect(before.cost).toBe('0.600000');
});
