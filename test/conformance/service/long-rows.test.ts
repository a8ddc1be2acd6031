import { expect, test } from 'vitest';
import { LIST_PAGE_BYTES } from '../../../src/foundation/sizes.ts';
import { answerWith, startEvaluations } from '../../helpers/start-evaluations.ts';
import { openWorld } from '../../helpers/open-world.ts';
import { testedDatabase } from '../../helpers/tested-database.ts';

const LONG = 'x'.repeat(LIST_PAGE_BYTES.most * 0.6);
const TEXTS = ['a', 'b', 'a', 'c', 'b'];

test.each(['', '&by=case', '&order=desc'])(
  'pages of long rows end at bytes, and have each row once: %s',
  async (more) => {
    await using evaluations = await startEvaluations({ answer: () => answerWith(LONG), database: testedDatabase() });
    const { id } = await evaluations.run(
      TEXTS.map((text, row) => ({ text, ...(row === 3 ? { row } : {}) })),
      {},
      {},
    );
    const path = `/evaluations/${id}/evaluation_scenarios`;
    const whole = await evaluations.json<readonly { readonly row: number; readonly id: string }[]>(
      `${path}?${more.slice(1)}`,
    );
    expect(whole.map(({ row }) => row).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5]);
    const paged: unknown[] = [];
    let pages = 0;
    for (let query: string | undefined = `?limit=100${more}`; query !== undefined; pages += 1) {
      const response = await evaluations.service.send('GET', `${path}${query}`);
      paged.push(...((await response.json()) as unknown[])); // a list
      query = /<(.*)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
    }
    expect(paged).toEqual(whole);
    const [, , named] = whole;
    expect(await evaluations.json(`${path}?limit=1&id_prefix=${named?.id}${more}`)).toEqual([named]);
    // Rows by case come from two lists, which have a page each.
    expect(pages).toBeGreaterThan(TEXTS.length / 2);
  },
);

test('a test set with more rows than a page holds is fetched whole, as its rows are listed', async () => {
  await using world = await openWorld();
  const csvdata = Array.from({ length: 4 }, (_, index) => ({ index, text: LONG, list: [index, null, { a: 'é' }] }));
  const { id: testset_id } = await world.call('createTestset', { body: { name: 'long', csvdata } });
  const whole = await world.call('getTestset', { testset_id });
  expect(whole).toMatchObject({ id: testset_id, name: 'long', revision: 1, csvdata });
  expect(await world.call('listTestsetRows', { testset_id })).toEqual(csvdata);
  const many = Array.from({ length: 1001 }, (_, index) => ({ index }));
  const { id } = await world.call('createTestset', { body: { name: 'many', csvdata: many } });
  const short = await world.call('createTestset', { body: { name: 'short', csvdata: many.slice(0, 2) } });
  const found = await world.call('getTestset', { testset_id: id });
  expect(found.csvdata).toEqual(many);
  expect(await world.call('listTestsetRows', { testset_id: id })).toEqual(many);
  expect(Object.keys(found)).toEqual(Object.keys(await world.call('getTestset', { testset_id: short.id })));
});

test('rows side by side are streamed, each once for each of its inputs, and refused when that is too long', async () => {
  await using evaluations = await startEvaluations({ answer: () => answerWith(LONG), database: testedDatabase() });
  const path = '/evaluations/evaluation_scenarios/comparison-results?evaluations_ids=';
  const { id } = await evaluations.run(
    [
      { text: 'a', other: 'b' },
      { text: 'c', other: 'b' },
    ],
    {},
    {},
  );
  const [first, second] = await evaluations.readRows(id);
  const groups = [
    { input_name: 'text', input_value: 'a', scenarios: [first] },
    { input_name: 'other', input_value: 'b', scenarios: [first, second] },
    { input_name: 'text', input_value: 'c', scenarios: [second] },
  ];
  expect(await evaluations.json(`${path}${id}`)).toEqual({
    inputs: groups.map(({ input_name, input_value }) => ({ input_name, input_value })),
    data: groups,
  });
  // A row that fits, but not so often.
  const many = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`input${index}`, 'x']));
  const { id: wide } = await evaluations.run([{ text: 'a', ...many }], {}, {});
  const refused = await evaluations.service.send('GET', `${path}${wide}`);
  expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining('16 MiB together')]);
});

test('an output of an older version, nested deeper than allowed, is listed, and compared', async () => {
  await using evaluations = await startEvaluations({ answer: () => answerWith('new'), database: testedDatabase() });
  const rows = [{ text: 'a' }, { text: 'b' }];
  const { id } = await evaluations.run(rows, {}, { auto_json_diff: {} });
  const { id: baseline } = await evaluations.run(rows, {}, { auto_json_diff: {} });
  const { db } = evaluations.service.store;
  const value = `${'['.repeat(3000)}${']'.repeat(3000)}`;
  const outputs = `[{"variant_id":"v","result":{"type":"object","value":${value}}}]`;
  await db.updateTable('evaluation_outcomes').set({ outputs }).where('evaluation_id', '=', id).execute();
  const [row] = await evaluations.readRows(id);
  expect(JSON.stringify(row?.outputs[0]?.result.value)).toBe(value);
  const compared = await evaluations.service.send('GET', `/evaluations/${id}/comparison?baseline_id=${baseline}`);
  expect([compared.status, await compared.text()]).toEqual([200, expect.any(String)]);
});
