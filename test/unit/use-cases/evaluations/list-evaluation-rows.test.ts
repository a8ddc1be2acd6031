import { expect, test } from 'vitest';
import type { ExtendedClient } from '../../../../src/client/create-client.ts';
import {
  countEvaluationRows,
  isFiltered,
  listEvaluationRows,
  readRowsBackwards,
  readSelectedRows,
} from '../../../../src/use-cases/evaluations/list-evaluation-rows.ts';
import { evaluationOf, rowOf, scoreOf } from '../../../helpers/evaluation-records.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';

const EVALUATION = evaluationOf({ id: 'e1', aggregated_results: [scoreOf('match', 0.5)] });
const scenarios = [3, 1, 2].map((latency) => ({ ...rowOf({ input: `in ${latency}`, latency }), id: `s${latency}` }));

const given = (methods: Partial<ExtendedClient> = {}) =>
  fakeClient({ listEvaluationScenarios: async () => scenarios, ...methods });

const ANY = { where: [], sort: null, isDescending: false };

async function collect(rows: AsyncIterable<{ readonly id: string; readonly row?: number | null }>) {
  const found: string[] = [];
  for await (const { id, row } of rows) found.push(`${row ?? ''} ${id}`);
  return found;
}

test('rows are streamed as they come, numbered from 1', async () => {
  expect(await collect(readSelectedRows(given().client, EVALUATION, ANY))).toEqual(['1 s3', '2 s1', '3 s2']);
});

test('a row keeps the number that the service sends', async () => {
  const { client } = given({ listEvaluationScenarios: async () => [{ ...scenarios[0], row: 7 }] as never });
  expect(await collect(readSelectedRows(client, EVALUATION, ANY))).toEqual(['7 s3']);
  expect(await collect(readRowsBackwards(client, EVALUATION))).toEqual(['7 s3']);
});

test('sorted and filtered rows keep their numbers', async () => {
  const { client } = given();
  const sorted = readSelectedRows(client, EVALUATION, { ...ANY, sort: 'latency', isDescending: true });
  expect(await collect(sorted)).toEqual(['1 s3', '3 s2', '2 s1']);
  expect(await collect(readSelectedRows(client, EVALUATION, { ...ANY, where: ['latency<2'] }))).toEqual(['2 s1']);
});

test('a page is cut out of the selected rows', async () => {
  const options = { ...ANY, sort: 'latency', limit: 2, page: 2 };
  const { rows } = await listEvaluationRows(given().client, EVALUATION, options);
  expect(rows.map(({ id }) => id)).toEqual(['s3']);
});

test('rows are read backwards by the service', async () => {
  const { client, calls } = given();
  expect(await collect(readRowsBackwards(client, EVALUATION))).toEqual(['0 s3', '0 s1', '0 s2']);
  expect(calls[0]?.input).toMatchObject({ evaluation_id: 'e1', order: 'desc' });
});

test('only our service counts rows', async () => {
  const getEvaluationProgress = async () => ({ rows: 3 }) as never;
  expect(await countEvaluationRows(given({ getEvaluationProgress }).client, EVALUATION)).toBe(3);
  expect(await countEvaluationRows(given({ extensions: async () => null }).client, EVALUATION)).toBeNull();
});

test.each([
  [{ where: [], sort: null }, false],
  [{ where: ['a=1'], sort: null }, true],
  [{ where: [], sort: 'cost' }, true],
])('%j filters or sorts: %s', (order, expected) => {
  expect(isFiltered(order)).toBe(expected);
});
