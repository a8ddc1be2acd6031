import { testedDatabase } from '../../helpers/tested-database.ts';
import { expect, test } from 'vitest';
import { NO_TOOLS } from '../../../src/evaluation/judges/evaluator-tools.ts';
import {
  startEvaluations,
  type TestEvaluations,
  type StartEvaluationsOptions,
} from '../../helpers/start-evaluations.ts';
import { startModelServer } from '../../helpers/start-model-server.ts';

const rowsOf = (...texts: readonly string[]) => texts.map((text) => ({ text, correct_answer: text.toUpperCase() }));
const CRITIQUE = { auto_ai_critique: { model: 'gpt-4o-mini' } };

async function countStored({ service }: TestEvaluations) {
  const count = async (table: 'cells' | 'scores' | 'evaluation_outcomes' | 'artifacts') => {
    const { rows } = await service.store.db
      .selectFrom(table)
      .select((the) => the.fn.countAll().as('rows'))
      .executeTakeFirstOrThrow();
    return Number(rows);
  };
  return {
    cells: await count('cells'),
    scores: await count('scores'),
    outcomes: await count('evaluation_outcomes'),
  };
}

const NONE = { cells: 0, scores: 0, outcomes: 0 };

const start = (options: StartEvaluationsOptions = {}) => startEvaluations({ ...options, database: testedDatabase() });
const remove = async (host: TestEvaluations, ...ids: readonly string[]) => {
  const body = { evaluations_ids: ids };
  expect((await host.service.send('DELETE', '/evaluations', { body })).status).toBe(204);
};

test('of an evaluation takes the outputs along that no other evaluation has', async () => {
  await using host = await start();
  const first = await host.run(rowsOf('a', 'b', 'c'));
  const second = await host.run(rowsOf('c', 'd'));
  expect([await countStored(host), host.calls.length]).toEqual([{ cells: 4, scores: 0, outcomes: 5 }, 4]);
  await remove(host, first.id);
  expect(await countStored(host)).toEqual({ cells: 2, scores: 0, outcomes: 2 });
  // The output of `c` was computed for the deleted evaluation, and is still the other's.
  await host.run(rowsOf('c', 'd'));
  expect(host.calls).toHaveLength(4);
  await remove(host, second.id);
  expect(await countStored(host)).toEqual({ cells: 2, scores: 0, outcomes: 2 });
});

test('of all evaluations of an output takes it along, and a later one computes it again', async () => {
  await using host = await start();
  const ids = [await host.run(rowsOf('a', 'b')), await host.run(rowsOf('a', 'b'))].map(({ id }) => id);
  await remove(host, ...ids);
  expect(await countStored(host)).toEqual(NONE);
  await host.run(rowsOf('a'));
  expect(host.calls).toHaveLength(3);
});

test('takes along the stored scores of its outputs', async () => {
  await using models = await startModelServer([{ content: { explanation: 'Loud.', score: 8 } }]);
  const tools = { ...NO_TOOLS, environment: async () => ({ OPENAI_BASE_URL: models.baseUrl }) };
  await using host = await start({ tools });
  const first = await host.run(rowsOf('a', 'b'), {}, CRITIQUE);
  const second = await host.run(rowsOf('b'), {}, CRITIQUE);
  expect(await countStored(host)).toEqual({ cells: 2, scores: 2, outcomes: 3 });
  await remove(host, first.id);
  expect(await countStored(host)).toEqual({ cells: 1, scores: 1, outcomes: 1 });
  await remove(host, second.id);
  expect(await countStored(host)).toEqual(NONE);
});

test('of an app takes its outputs and bundles along', async () => {
  await using host = await start();
  const { app_id: id } = await host.run(rowsOf('a', 'b'));
  expect((await host.service.send('DELETE', `/apps/${id}`)).status).toBe(200);
  expect(await countStored(host)).toEqual(NONE);
  expect(await host.service.store.db.selectFrom('artifacts').select('sha256').execute()).toEqual([]);
});

test('while another evaluation runs leaves that one its outputs', async () => {
  await using host = await start();
  const { id } = await host.run(rowsOf('a', 'b'));
  const running = await host.start(rowsOf('a', 'b', 'c', 'd'));
  await remove(host, id);
  await host.service.service.whenIdle();
  expect(await host.read(running)).toMatchObject({ status: { value: 'EVALUATION_FINISHED' } });
  await remove(host, running);
  expect(await countStored(host)).toEqual(NONE);
});
