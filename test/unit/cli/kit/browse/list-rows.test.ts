import { expect, test } from 'vitest';
import { rowListing } from '../../../../../src/cli/kit/browse/list-rows.ts';
import { evaluationOf, rowOf } from '../../../../helpers/evaluation-records.ts';
import { fakeClient } from '../../../../helpers/fake-client.ts';
import { setting, settingsOf } from '../../../../helpers/run-with-client.ts';
import { headsOf } from '../../../ui/fixtures.ts';

const EVALUATION = evaluationOf({ id: 'e1', app_id: 'a1' });
const ROWS = ['one', 'two'].map((input, index) => ({ ...rowOf({ input, output: input }), row: index + 1 }));

function open(apps: readonly { readonly app_id: string; readonly app_name: string }[] = [], where: never[] = []) {
  const { client } = fakeClient({
    listApps: async () => [...apps],
    listEvaluationScenarios: async () => ROWS,
    paginate: async function* paginate() {
      yield* ROWS;
    } as never,
  });
  const session = { client, mode: 'remote' as const, url: 'http://wf.test', close: async () => undefined };
  const settings = settingsOf({ baseUrl: setting('http://wf.test') });
  return rowListing(EVALUATION, { where, sort: null, isDescending: false }, { settings, session, folder: '/' });
}

test('the rows of an evaluation are listed under its variant', async () => {
  const listing = open();
  expect([listing.title, listing.empty]).toEqual(['Rows of default@2', 'No row matches.']);
  await listing.source.fetchMore(0);
  expect(listing.source.rows.map((row) => row && listing.idOf(row))).toEqual(['row-one', 'row-two']);
  expect(headsOf(listing.columns(listing.source.rows as never))[1]).toBe('exact_match | figure | 0');
});

test('a row shows its details, and two are compared', async () => {
  const listing = open();
  const [one, two] = ROWS as [(typeof ROWS)[0], (typeof ROWS)[0]];
  expect(await listing.details(one)).toMatchObject([{ type: 'record' }]);
  expect(await listing.compare(one, two)).toMatchObject([
    { type: 'table', columns: [{ header: 'field' }, { header: 'row 1' }, { header: 'row 2' }] },
  ]);
});

test.each([
  [
    [
      { app_id: 'a0', app_name: 'other' },
      { app_id: 'a1', app_name: 'support' },
    ],
    'support',
  ],
  [[], 'a1'],
])('the page of a row is that of its evaluation', async (apps, app) => {
  expect(await open(apps).address(ROWS[0] as never)).toBe(`http://wf.test/#/apps/${app}/evaluations/e1`);
});
