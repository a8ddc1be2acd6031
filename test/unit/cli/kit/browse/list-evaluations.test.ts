import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { evaluationListing } from '../../../../../src/cli/kit/browse/list-evaluations.ts';
import { evaluationOf } from '../../../../helpers/evaluation-records.ts';
import { fakeClient } from '../../../../helpers/fake-client.ts';
import { setting, settingsOf } from '../../../../helpers/run-with-client.ts';

const EVALUATION = evaluationOf({ id: 'e1', app_id: 'a1' });

function open(apps: readonly { readonly app_id: string; readonly app_name: string }[]) {
  const { client } = fakeClient({ listApps: async () => [...apps] as never });
  const session = { client, mode: 'remote' as const, url: 'http://wf.test', close: async () => undefined };
  const context = { settings: settingsOf({ baseUrl: setting('http://wf.test') }), session, folder: '/' };
  const listed = { records: Readable.from([EVALUATION]), reversed: null };
  return evaluationListing(listed as never, context);
}

test('evaluations are listed under their title, and an empty list names the next command', async () => {
  const listing = open([]);
  expect([listing.title, listing.empty]).toEqual([
    'Evaluations, newest first',
    'No evaluations yet. Run one: wf eval run --testset FILE --evaluators exact_match',
  ]);
  await listing.source.fetchMore(0);
  expect(listing.source.rows.map((row) => row && listing.idOf(row))).toEqual(['e1']);
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
])('the page of an evaluation is that of its app by name, or by id if it is gone', async (apps, app) => {
  expect(await open(apps).address(EVALUATION as never)).toBe(`http://wf.test/#/apps/${app}/evaluations/e1`);
});
