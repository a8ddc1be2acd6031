import { expect, test } from 'vitest';
import { formatMoment } from '../../../../src/playground/text/format-figures.ts';
import { evaluationOf } from '../../../helpers/evaluation-records.ts';
import type { Answers } from '../../../helpers/page/fake-browser.ts';
import { openView } from '../../../helpers/page/open-view.tsx';
import { environmentOf, TIME } from '../../../helpers/page/page-records.ts';

const GATE = { name: 'release.gate.yaml', content: '', sha256: '' };
const GUARDED = environmentOf({ protection: { gate: GATE, changed_by: 'ada', changed_at: TIME } });
const FREE = environmentOf({ name: 'staging', deployed_variant_name: null });

const of = (id: string, revision: string, value = 'EVALUATION_FINISHED', day = 20) =>
  evaluationOf({
    id,
    revisions: [revision],
    testset_name: `cases of ${id}`,
    status: { type: 'status', value },
    created_at: `2026-11-${day}T11:00:00Z`,
  });
const EVALUATIONS = [
  of('other', '2'),
  of('errors', '1', 'EVALUATION_FINISHED_WITH_ERRORS'),
  of('started', '1', 'EVALUATION_STARTED', 23),
  of('newest', '1', 'EVALUATION_FINISHED', 22),
  // A part of the test set promotes nothing.
  { ...of('part', '1', 'EVALUATION_FINISHED', 24), subset: { limit: 5, rows: 5, of: 10 } },
];

/** Opens the dialog that deploys `default@1`. */
async function openDialog(answers: Answers) {
  const config = { config_name: 'default', parameters: {} };
  const page = await openView('variants/variant-1', {
    'GET /variants/variant-1/revisions': [{ id: 'r', revision: 1, modified_by: 'ana', config, created_at: TIME }],
    'GET /apps/app-1/environments': [GUARDED, FREE],
    'POST /environments/deploy': null,
    ...answers,
  });
  await page.click('Deploy… revision 1');
  await page.sees('Deploy default@1');
  return page;
}

const commandOf = async (page: Awaited<ReturnType<typeof openDialog>>) => (await page.commands()).at(-1);

test('a protected environment takes the newest finished evaluation of the revision', async () => {
  await using page = await openDialog({ 'GET /evaluations': EVALUATIONS });
  expect(page.text).toContain('It accepts only what passes release.gate.yaml.');
  expect(page.options('Evaluation that the gate checks')).toEqual([
    'none',
    `default@1 on cases of newest, ${formatMoment('2026-11-22T11:00:00Z')}`,
    `default@1 on cases of errors, ${formatMoment('2026-11-20T11:00:00Z')}`,
  ]);
  expect(await commandOf(page)).toBe('wf env deploy production --variant default@1 --evaluation newest');
  await page.enter('Compared with', `default@2 on cases of other, ${formatMoment('2026-11-20T11:00:00Z')}`);
  expect(await commandOf(page)).toBe(
    'wf env deploy production --variant default@1 --evaluation newest --baseline other',
  );
  await page.enter(/^staging/, true);
  expect(await commandOf(page)).toBe('wf env deploy staging --variant default@1');
  await page.enter(/^production/, true);
  await page.click('Deploy');
  expect(page.writes).toEqual([
    [
      'POST /environments/deploy',
      {
        environment_name: 'production',
        variant_id: 'variant-1',
        revision: 1,
        evaluation_id: 'newest',
        baseline_evaluation_id: 'other',
      },
    ],
  ]);
});

test.each<[string, Response | object, string]>([
  ['adds a revision', { ...FREE, revision: 4, revisions: [] }, 'Deployed default@1 to staging'],
  ['adds none', { ...FREE, revisions: [] }, 'Nothing changed: staging already runs default@1'],
  ['cannot be read back', new Response('', { status: 500 }), 'Deployed default@1 to staging'],
])('a deploy that %s is told as what it is', async (_, answer, spoken) => {
  await using page = await openDialog({
    'GET /apps/app-1/environments': [FREE],
    'GET /apps/app-1/revisions/staging': answer,
  });
  await page.click('Deploy');
  expect(page.spoken).toBe(spoken);
});

test('a revision that nobody evaluated says so', async () => {
  await using page = await openDialog({ 'GET /evaluations': [of('other', '2')] });
  expect(page.text).toContain('There is no finished evaluation of default@1 yet.');
});

test.each([
  ['{"detail":"No such app"}', 409, 'No such app'],
  ['{"detail":{"message":"It broke","stacktrace":["Error: It broke"]}}', 500, 'It broke'],
  ['Unauthorized', 403, 'Unauthorized'],
  ['', 500, 'The server answered with status 500.'],
  ['{"detail":null}', 500, 'The server answered with status 500.'],
  [
    JSON.stringify({
      detail: [
        { loc: ['body', 'parameters', 'words'], msg: 'Input should be a valid integer', type: 'int_type' },
        'nonsense',
        { loc: 'x', msg: 'no list' },
        { loc: ['body', 'text', 0], msg: 'No text', type: 'any' },
      ],
    }),
    422,
    'parameters.words: Input should be a valid integer\ntext.0: No text',
  ],
])('the refusal %s with status %i is shown, and the dialog can be sent again', async (body, status, text) => {
  await using page = await openDialog({ 'POST /environments/deploy': new Response(body, { status }) });
  await page.enter(/^staging/, true);
  await page.click('Deploy');
  expect([page.names('alert'), page.isDisabled('Deploy')]).toEqual([[text], false]);
});

test('a dialog cannot be sent twice', async () => {
  const { promise, resolve } = Promise.withResolvers();
  await using page = await openDialog({ 'POST /environments/deploy': () => promise });
  await page.enter(/^staging/, true);
  await page.click('Deploy');
  expect(page.isDisabled('Deploy')).toBe(true);
  await page.settle(() => resolve(null));
  expect([page.names('dialog'), page.writes.length]).toEqual([[], 1]);
});
