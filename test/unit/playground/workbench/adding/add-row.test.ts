import { expect, test } from 'vitest';
import { addRow } from '../../../../../src/playground/workbench/adding/add-row.ts';
import { fakeBrowser } from '../../../../helpers/page/fake-browser.ts';

const ENTRY = { id: 't1', name: 'cases', created_at: '', updated_at: '', revision: 2, app_id: 'app-1' };
const ANSWERS = {
  'POST /testset-revisions': { id: 'r1' },
  'GET /testsets/t1/rows?limit=1000&revision=2': () =>
    Response.json([{ q: 1 }, { q: 2 }], { headers: { link: '</testsets/t1/rows?cursor=c>; rel="next"' } }),
  'GET /testsets/t1/rows?limit=1000&cursor=c&revision=2': [{ q: 3 }],
  'POST /testset-revisions/r1/rows': {},
  'GET /testsets?name=cases': [ENTRY],
  'POST /testset-revisions/r1/finish': {},
};
const stub = (answers: object = {}) => fakeBrowser({ answers: { ...ANSWERS, ...answers } });

test('the rows are copied page by page, and the new one comes last', async () => {
  using browser = stub();
  await addRow(ENTRY, { q: 4 });
  expect(browser.sent.filter((one) => one.startsWith('POST'))).toEqual([
    'POST /testset-revisions {"name":"cases","app_id":"app-1"}',
    'POST /testset-revisions/r1/rows {"position":0,"rows":[{"q":1},{"q":2}]}',
    'POST /testset-revisions/r1/rows {"position":2,"rows":[{"q":3}]}',
    'POST /testset-revisions/r1/rows {"position":3,"rows":[{"q":4}]}',
    'POST /testset-revisions/r1/finish',
  ]);
});

test('an empty test set of no app gets its first row', async () => {
  const entry = { ...ENTRY, app_id: null };
  using browser = stub({ 'GET /testsets/t1/rows?limit=1000&revision=2': [], 'GET /testsets?name=cases': [entry] });
  await addRow(entry, { q: 1 });
  expect(browser.sent.filter((one) => one.startsWith('POST'))).toEqual([
    'POST /testset-revisions {"name":"cases","app_id":null}',
    'POST /testset-revisions/r1/rows {"position":0,"rows":[{"q":1}]}',
    'POST /testset-revisions/r1/finish',
  ]);
});

test.each([[[{ ...ENTRY, revision: 3 }]], [[]]])('nothing is lost when somebody else changed it: %j', async (now) => {
  using browser = stub({ 'GET /testsets?name=cases': now });
  await expect(addRow(ENTRY, { q: 4 })).rejects.toThrow(
    expect.objectContaining({
      message: 'Somebody else changed cases meanwhile. Close this dialog, and add the row again.',
    }),
  );
  expect(browser.sent.some((one) => one.endsWith('/finish'))).toBe(false);
});
