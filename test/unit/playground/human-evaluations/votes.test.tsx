import { expect, test } from 'vitest';
import { humanEvaluationOf, scoredEvaluationOf, votersOf } from '../../../helpers/human-records.ts';
import type { Answers } from '../../../helpers/page/fake-browser.ts';
import { openView } from '../../../helpers/page/open-view.tsx';
import { TIME } from '../../../helpers/page/page-records.ts';

const LIST = 'GET /human-evaluations';
const EVALUATION = humanEvaluationOf({ id: 'h' });
const [DEFAULT = '', TUNED = ''] = EVALUATION.variant_ids;
const DONE = { type: 'status', value: 'EVALUATION_FINISHED' };
const outputsOf = (variant_name: string, done: number, status: object = DONE) => ({
  evaluation_id: variant_name,
  variant_id: variant_name,
  variant_name,
  status,
  rows: 3,
  done,
});
const count = (number_of_votes: number, percentage: number) => ({ number_of_votes, percentage });
const VOTES = {
  votes_data: {
    variants: [DEFAULT, TUNED, 'gone'],
    variant_names: ['default', 'tuned'],
    nb_of_rows: 3,
    variants_votes_data: { [DEFAULT]: count(2, 50), [TUNED]: count(1, 25) },
    positive_votes: count(1, 20),
    flag_votes: count(3, 5),
  },
};

async function openVote(answers: Answers) {
  return await openView('human-evaluations/h', {
    'GET /human-evaluations/h': EVALUATION,
    'GET /human-evaluations/h/results': {},
    'GET /human-evaluations/h/voters': [],
    'GET /human-evaluations/h/outputs': [],
    ...answers,
  });
}

test('votes are listed with their variants, newest first', async () => {
  await using page = await openView('human-evaluations', {
    [LIST]: [
      EVALUATION,
      { ...scoredEvaluationOf(), id: 'i', status: 'EVALUATION_STARTED' },
      { ...EVALUATION, id: 'j', evaluation_type: 'new', revisions: [], status: 'CLOSED' },
      { ...EVALUATION, id: 'k', status: 'EVALUATION_FINISHED_WITH_ERRORS' },
    ],
  });
  expect(page.rows('Human evaluations').map((cells) => cells.slice(0, 4))).toEqual([
    ['Variants', 'Type', 'Test set', 'Status'],
    ['default@2 and tuned@1', 'two side by side', 'cases', 'finished with errors'],
    ['default@? and tuned@?', 'new', 'cases', 'closed'],
    ['default@2', 'scores of one', 'cases', 'open'],
    ['default@2 and tuned@1', 'two side by side', 'cases', 'finished'],
  ]);
});

test('a comparison shows its results, its voters, and the link for them', async () => {
  await using page = await openVote({
    'GET /human-evaluations/h/results': VOTES,
    'GET /human-evaluations/h/voters': [...votersOf(['ab']), { ...votersOf(['', 'a.'])[1], revealed_at: TIME }],
    'GET /human-evaluations/h/outputs': [outputsOf('default', 3)],
    'GET /human-evaluations/h/links': { code: 'abc', voters: [] },
  });
  expect(page.names('heading')).toEqual(['default@2 and tuned@1 on cases', 'Results so far', 'Voters']);
  expect(page.rows('Results so far').slice(1)).toEqual([
    ['default', '2', '28.6 %'],
    ['tuned', '1', '14.3 %'],
    ['gone', '0', '0 %'],
    ['Both good', '1', '14.3 %'],
    ['Both bad', '3', '42.8 %'],
  ]);
  expect(page.rows('Voters').slice(1)).toEqual([
    ['voter 0', '2', 'yes'],
    ['voter 1', '1', 'asked which is which'],
  ]);
  await page.click('Copy link for voters');
  expect(page.copied).toEqual(['http://127.0.0.1:4100/#vote=h.abc']);
  page.browser.answer({ 'GET /human-evaluations/h/voters': [] });
  await page.tell({ kind: 'human evaluation', id: 'h' });
  expect(page.text).toContain('Nobody has voted yet. Share the link.');
});

test('scores are counted, and what is still generated is said', async () => {
  await using page = await openVote({
    'GET /human-evaluations/h/results': { results_data: { 80: 2, 95.5: 1 } },
    'GET /human-evaluations/h/outputs': [outputsOf('default', 2), outputsOf('tuned', 3), outputsOf('third', 0)],
    'GET /human-evaluations/h/links': { code: null, voters: [] },
  });
  expect(page.rows('Results so far')).toEqual([
    ['Score', 'Votes'],
    ['80', '2'],
    ['95.5', '1'],
  ]);
  expect(page.names('status')).toContain('default: 2 of 3 outputs generated, third: 0 of 3 outputs generated');
  expect(page.names('button')).not.toContain('Copy link for voters');
});

test('a read-only key sees no link, and a failed variant says why', async () => {
  const failed = outputsOf('tuned', 1, { ...DONE, error: { message: 'No key' } });
  await using page = await openVote({
    'GET /human-evaluations/h/outputs': [outputsOf('default', 3), failed],
    'GET /human-evaluations/h/links': Response.json({ detail: 'Read only' }, { status: 403 }),
  });
  expect([page.names('alert'), page.names('link').includes('Vote')]).toEqual([['tuned: No key'], false]);
  expect(page.text).toContain('No scores yet.');
});

test('voting is closed and reopened, and a refusal says why', async () => {
  const change = 'PUT /human-evaluations/h';
  const links = 'GET /human-evaluations/h/links';
  await using page = await openVote({
    [links]: { code: 'abc', voters: [] },
    [change]: new Response(null, { status: 204 }),
  });
  page.browser.answer({ [links]: { code: null, voters: [] } });
  await page.click('Close voting');
  page.browser.answer({ [change]: Response.json({ detail: 'Read only.' }, { status: 403 }) });
  await page.click('Reopen voting');
  expect(page.writes).toEqual([
    [change, { status: 'EVALUATION_FINISHED' }],
    [change, { status: 'EVALUATION_STARTED' }],
  ]);
  expect(page.names('alert')).toEqual(['Read only.']);
});

test.each<[string, string, Answers, string]>([
  ['an empty list', 'human-evaluations', {}, 'There is nothing to vote on yet. Start with: wf human-eval create'],
  ['a refused list', 'human-evaluations', { [LIST]: Response.json({ detail: 'No.' }, { status: 403 }) }, 'No.'],
  ['an unknown vote', 'human-evaluations/gone', {}, 'Nothing answers GET /human-evaluations/gone'],
])('%s is explained', async (_, place, answers, text) => {
  await using page = await openView(place, answers);
  expect(page.text).toContain(text);
});
