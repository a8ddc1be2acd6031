import { expect, test } from 'vitest';
import type { Answers } from '../../../helpers/page/fake-browser.ts';
import { ANSWER, DEV, openView, RUN } from '../../../helpers/page/open-view.tsx';
import { pageOf } from '../../../helpers/page/page-records.ts';

const COLOURS = { id: 't', name: 'colours', app_id: 'app-1', revision: 2, created_at: '', updated_at: '' };
const ROWS = 'GET /testsets/t/rows';
const START = 'POST /testset-revisions';
const FINISH = 'POST /testset-revisions/r/finish';
const ADD = 'POST /testset-revisions/r/rows';
const SERVED: Answers = {
  'GET /testsets': [{ ...COLOURS, id: 'u', name: 'others' }, COLOURS],
  'GET /testsets?name=colours': [COLOURS],
  [START]: { id: 'r' },
  [ADD]: {},
  [FINISH]: {},
  [ROWS]: [],
};

/** Asks a route for the colour of the sea, and opens the dialog that adds the answer. */
async function openDialog(answers: Answers = {}, dev: typeof DEV | null = null) {
  const page = await openView(dev === null ? 'routes' : '#/apps/project/routes', {
    ...SERVED,
    [RUN]: ANSWER,
    'POST /dev/workflow/playground/run': ANSWER,
    ...answers,
  });
  if (dev !== null) await page.save(dev);
  await page.enter('question', 'The sea?');
  await page.click('Run');
  await page.click('Add to test set…');
  await page.sees('Column of the expected answer');
  return page;
}

const writesAfterRun = (page: Awaited<ReturnType<typeof openDialog>>) => page.writes.slice(1);

test('a row is added to the rows of a test set, page by page, with the answer as what is expected', async () => {
  await using page = await openDialog({
    [ROWS]: pageOf([{ question: 1 }, { question: 2 }], { cursor: 'c' }),
    [`${ROWS}?cursor=c`]: [{ question: 3 }],
  });
  expect([page.options('Test set'), page.value('Expected answer'), page.read('Inputs of the row')]).toEqual([
    ['colours', 'others', 'a new test set'],
    'blue',
    '{\n  "question": "The sea?"\n}',
  ]);
  await page.enter('Expected answer', 'deep blue');
  expect((await page.commands()).some((command) => command.startsWith('{ wf testsets export colours;'))).toBe(true);
  await page.click('Add');
  expect(writesAfterRun(page)).toEqual([
    [START, { name: 'colours', app_id: 'app-1' }],
    [ADD, { position: 0, rows: [{ question: 1 }, { question: 2 }] }],
    [ADD, { position: 2, rows: [{ question: 3 }] }],
    [ADD, { position: 3, rows: [{ question: 'The sea?', correct_answer: 'deep blue' }] }],
    [FINISH, null],
  ]);
  expect([page.names('dialog'), page.spoken]).toEqual([[], 'Row added to colours']);
});

test('an empty test set of no app gets its first row', async () => {
  const entry = { ...COLOURS, app_id: null };
  await using page = await openDialog({ 'GET /testsets': [entry], 'GET /testsets?name=colours': [entry] });
  await page.click('Add');
  expect(writesAfterRun(page)).toEqual([
    [START, { name: 'colours', app_id: null }],
    [ADD, { position: 0, rows: [{ question: 'The sea?', correct_answer: 'blue' }] }],
    [FINISH, null],
  ]);
});

test('a row is added after those that somebody else added meanwhile', async () => {
  const changed = Response.json({ detail: 'It is now at revision 3.' }, { status: 412 });
  await using page = await openDialog({ [FINISH]: changed });
  await page.click('Add');
  const keys = page.writes.slice(1).map(([key]) => key);
  expect(keys).toEqual(Array.from({ length: 5 }, () => [START, ADD, FINISH]).flat());
  expect(page.names('alert')).toEqual(['It is now at revision 3.']);
});

test('no row is added to a test set that is gone', async () => {
  await using page = await openDialog({ 'GET /testsets?name=colours': [] });
  await page.click('Add');
  expect(page.names('alert')).toEqual(['There is no test set colours any longer.']);
  expect(page.writes.map(([key]) => key)).not.toContain(FINISH);
});

test.each<[string, typeof DEV | null, object]>([
  ['an app', null, { app_id: 'app-1' }],
  ['no app', { ...DEV, app: null }, {}],
])('a new test set begins with the row, for %s', async (_, dev, app) => {
  const session = { signed_in: true, owner: 'somebody', mode: dev === null ? 'serve' : 'dev' };
  await using page = await openDialog({ 'GET /session': session, 'POST /testsets': { id: 'n' } }, dev);
  await page.enter('Test set', 'a new test set');
  expect(page.isDisabled('Add')).toBe(true);
  await page.enter('Name of the new test set', 'seas');
  await page.enter('Column of the expected answer', '');
  expect(page.isDisabled('Add')).toBe(true);
  await page.enter('Column of the expected answer', 'colour');
  await page.click('Add');
  expect(writesAfterRun(page)).toEqual([
    ['POST /testsets', { name: 'seas', csvdata: [{ question: 'The sea?', colour: 'blue' }], ...app }],
  ]);
  expect(page.spoken).toBe('Row added to seas');
});

test('nothing can be added before the test sets are known', async () => {
  await using page = await openDialog({ 'GET /testsets': new Error('lost') });
  await page.enter('Name of the new test set', 'seas');
  expect(page.isDisabled('Add')).toBe(true);
});
