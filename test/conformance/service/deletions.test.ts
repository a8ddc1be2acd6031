import { testedDatabase } from '../../helpers/tested-database.ts';
import { expect, test } from 'vitest';
import type { Usage } from '../../../src/contract/retention/retention.ts';
import { NO_TOOLS } from '../../../src/evaluation/judges/evaluator-tools.ts';
import {
  shout,
  startEvaluations,
  type TestEvaluations,
  type StartEvaluationsOptions,
} from '../../helpers/start-evaluations.ts';
import { startModelServer } from '../../helpers/start-model-server.ts';

const rowsOf = (...texts: readonly string[]) => texts.map((text) => ({ text, correct_answer: text.toUpperCase() }));
const CRITIQUE = { auto_ai_critique: { model: 'gpt-4o-mini' } };

/** Counts what the service stores, by its own account. */
async function countStored(host: TestEvaluations) {
  const { entries } = await host.json<Usage>('/usage');
  const count = (kind: string) =>
    entries.filter((entry) => entry.kind === kind).reduce((sum, { rows }) => sum + rows, 0);
  return { outputs: count('outputs'), scores: count('scores'), bundles: count('bundles') };
}

const NONE = { outputs: 0, scores: 0, bundles: 1 };

const start = (options: StartEvaluationsOptions = {}) => startEvaluations({ ...options, database: testedDatabase() });
const remove = async (host: TestEvaluations, ...ids: readonly string[]) => {
  const body = { evaluations_ids: ids };
  expect((await host.service.send('DELETE', '/evaluations', { body })).status).toBe(204);
};

test('of an evaluation takes the outputs along that no other evaluation has', async () => {
  await using host = await start();
  const first = await host.run(rowsOf('a', 'b', 'c'));
  const second = await host.run(rowsOf('c', 'd'));
  expect([await countStored(host), host.calls.length]).toEqual([{ ...NONE, outputs: 4 }, 4]);
  await remove(host, first.id);
  expect(await countStored(host)).toEqual({ ...NONE, outputs: 2 });
  // The output of `c` was computed for the deleted evaluation, and is still the other's.
  await host.run(rowsOf('c', 'd'));
  expect(host.calls).toHaveLength(4);
  await remove(host, second.id);
  expect(await countStored(host)).toEqual({ ...NONE, outputs: 2 });
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
  expect(await countStored(host)).toEqual({ ...NONE, outputs: 2, scores: 2 });
  await remove(host, first.id);
  expect(await countStored(host)).toEqual({ ...NONE, outputs: 1, scores: 1 });
  await remove(host, second.id);
  expect(await countStored(host)).toEqual(NONE);
});

test('of an app takes its outputs and bundles along', async () => {
  await using host = await start();
  const { app_id: id } = await host.run(rowsOf('a', 'b'));
  expect((await host.service.send('DELETE', `/apps/${id}`)).status).toBe(200);
  expect(await countStored(host)).toEqual({ ...NONE, bundles: 0 });
});

test('while another evaluation runs leaves that one its outputs', async () => {
  const [reached, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await using host = await start({
    answer: async (call) => {
      if (call.body['text'] === 'c') {
        reached.resolve();
        await gate.promise;
      }
      return shout(call);
    },
  });
  const { id } = await host.run(rowsOf('a', 'b'));
  const running = await host.start(rowsOf('a', 'b', 'c', 'd'));
  await reached.promise;
  await remove(host, id);
  expect(await host.read(running)).toMatchObject({ status: { value: 'EVALUATION_STARTED' } });
  gate.resolve();
  await host.service.service.whenIdle();
  expect(await host.read(running)).toMatchObject({ status: { value: 'EVALUATION_FINISHED' } });
  const outputs = (await host.readRows(running)).map((row) => row.outputs[0]?.result.value);
  expect(outputs).toEqual(['A', 'B', 'C', 'D']);
  await remove(host, running);
  expect(await countStored(host)).toEqual(NONE);
});
