import { expect, test } from 'vitest';
import { casesOf, createAsk, readDone, readResults, startEvaluation, untilEnded } from '../helpers/ask-fleet.ts';
import { startPostgresServer } from '../helpers/postgres-server.ts';
import { runChaos } from '../helpers/run-chaos.ts';
import { startFleet } from '../helpers/start-fleet.ts';

/** Small enough for every test run; `node test/bench/chaos.ts` has the full size. */
const SIZE = { cells: 800, kills: 4, replicas: 2, workers: 2, seed: 20_261_121 };

test('an evaluation whose replicas, workers and database are killed has the same results', async () => {
  const { undisturbed, disturbed, killed, wrong, answers } = await runChaos(SIZE);
  expect(disturbed).toEqual(undisturbed);
  expect(disturbed.rows.map(([text]) => text)).toEqual(casesOf(SIZE.cells).map(({ text }) => text));
  expect(new Set(killed.map((what) => what.split(' ')[0]))).toEqual(new Set(['replica', 'worker', 'database']));
  expect(wrong).toEqual([]);
  expect(answers).toBeGreaterThan(0);
});

/** More than two workers hold at once, so that the other one has work left when the first one hangs. */
const ROWS = 600;

test("a hanging worker's rows are taken over, and it changes nothing when it wakes up", async () => {
  await using server = await startPostgresServer();
  // A worker that hangs in a transaction holds its locks for so long; a minute otherwise.
  const databaseUrl = `${server.url}?idle_in_transaction_session_timeout=3000`;
  await using fleet = await startFleet({ databaseUrl, replicas: 1, workers: 2 });
  const ask = createAsk(fleet.urls[0] ?? '', fleet.key);
  const id = await startEvaluation(ask, fleet, casesOf(ROWS));
  await expect.poll(() => readDone(ask, id)).toBeGreaterThan(0);
  const wakeUp = fleet.workers[0]?.hang();
  await untilEnded(ask, id);
  const before = await readResults(ask, id);
  wakeUp?.();
  // Another worker has its rows by now; it continues with new ones.
  const second = await startEvaluation(ask, fleet, casesOf(200, 'later'));
  await untilEnded(ask, second);
  expect(await readResults(ask, id)).toEqual(before);
  expect(before.rows.map(([text]) => text)).toEqual(casesOf(ROWS).map(({ text }) => text));
  expect(before.cost).toBe('0.600000');
});
