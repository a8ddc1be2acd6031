import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { TestedEvaluation } from '../../../../src/contract/evaluations/evaluation.ts';
import { formatMoment } from '../../../../src/playground/text/format-figures.ts';
import { evaluationOf, rowOf, scoreOf } from '../../../helpers/evaluation-records.ts';
import type { Answers } from '../../../helpers/page/fake-browser.ts';
import { openView } from '../../../helpers/page/open-view.tsx';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

const ONE = 'GET /evaluations/e';
const ROWS = 'GET /evaluations/e/evaluation_scenarios';
const EVALUATION = evaluationOf({ id: 'e', app_id: 'app-1' });
const RUNNING = { ...EVALUATION, status: { type: 'status', value: 'EVALUATION_STARTED' } };

async function openEvaluation(evaluation: Partial<TestedEvaluation>, answers: Answers = {}, query = '') {
  return await openView(`evaluations/e${query}`, { [ONE]: { ...EVALUATION, ...evaluation }, [ROWS]: [], ...answers });
}

const COST = { total_cost: { type: 'cost', value: 0.0042 }, average_cost: { type: 'cost', value: 0.002 } };

test('an evaluation shows its figures and its rows, of which one is opened', async () => {
  const reasoned = rowOf({ input: 'a wood', output: 'green', scores: { exact_match: false, people: 0.5 } });
  await using page = await openEvaluation(COST, {
    [ROWS]: [
      rowOf({ input: 'the sea', output: 'blue', scores: { exact_match: true }, cost: 0.5, latency: 2 }),
      {
        ...reasoned,
        results: reasoned.results.map((each) => ({ ...each, result: { ...each.result, reason: 'Too short.' } })),
      },
      { ...rowOf({ input: 'a hill' }), outputs: [{ result: { type: 'error', error: { message: 'refused' } } }] },
    ],
    'GET /evaluators/configs': [{ ...scoreOf('people', 1).evaluator_config, name: 'People' }],
  });
  const figures = { 'Total cost': '$0.0042', 'Average cost': '$0.0020', 'Average latency': '250 ms' };
  expect(page.facts).toEqual({ exact_match: '0.5', ...figures });
  expect(page.rows('Rows')).toEqual([
    ['Row', 'Inputs', 'Expected', 'Output', 'exact_match', 'People', 'Cost', 'Latency'],
    ['1 show whole', 'text: the sea', 'the sea', 'blue', 'true', '', '$0.50', '2.00 s'],
    ['2 show whole', 'text: a wood', 'a wood', 'green', 'false', '0.5', '-', '-'],
    ['3 show whole', 'text: a hill', 'a hill', 'refused', '', '', '-', '-'],
  ]);
  expect(await page.commands()).toEqual(['wf eval show e', 'wf eval rows e']);
  await page.click('2 show whole');
  expect(page.facts).toEqual({
    ...figures,
    Inputs: 'text: a wood',
    Expected: 'a wood',
    Output: 'green',
    exact_match: 'false',
    'exact_match: reason': 'Too short.',
    People: '0.5',
    'People: reason': 'Too short.',
    Cost: '-',
    Latency: '-',
  });
  await page.click('Close');
  await page.click('3 show whole');
  expect([page.names('heading').at(-1), page.facts['Output']]).toEqual(['Row 3', 'refused']);
  await page.click('3 show whole');
  expect(page.facts).not.toHaveProperty('Output');
});

test('the filter of rows and the opened row are in the address', async () => {
  const rows = [
    rowOf({ input: 'the sea', scores: { exact_match: true } }),
    { ...rowOf({ input: 'a wood', scores: { exact_match: false } }), row: 7 },
    { ...rowOf({ input: 'a hill', scores: { exact_match: null } }), row: 7, repeat: 2 },
  ];
  await using page = await openEvaluation({}, { [ROWS]: rows }, '?show=failed');
  expect(page.text).toContain('2 of 3 rows');
  await page.click('7.2 show whole');
  expect(page.names('heading')).toContain('Row 7.2');
  await page.enter('Search', 'wood');
  await page.enter('Show', 'all rows');
  expect(page.text).toContain('1 of 3 rows');
  expect(page.hash).toBe('#/apps/support/evaluations/e?show=all&row=7.2&find=wood');
});

test.each([
  [[undefined], undefined],
  [[0.25, undefined, 0.5], '$0.75'],
  [[0.25, null], '-'],
])('judges that cost %j cost %j together', async (costs, text) => {
  const aggregated_results = costs.map((cost, index) => {
    const score = scoreOf(`judge ${index}`, 1);
    return { ...score, result: { ...score.result, ...(cost === undefined ? {} : { cost }) } };
  });
  await using page = await openEvaluation({ aggregated_results });
  expect(page.facts['Judge cost']).toBe(text);
});

test('a finished evaluation is compared with another, which may be of a deleted test set', async () => {
  const others = [
    evaluationOf({ id: 'f', variant_names: ['tuned'] }),
    EVALUATION,
    { ...EVALUATION, id: 'g', testset_name: null },
  ];
  await using page = await openEvaluation({ testset_name: null }, { 'GET /evaluations': others });
  expect(page.names('heading')).toEqual(['default@2 on a deleted test set']);
  const [tuned, other] = ['tuned@2 on cases', 'default@2 on a deleted test set'].map(
    (name) => `${name}, ${formatMoment(EVALUATION.created_at)}`,
  );
  expect(page.options('Compare with')).toEqual(['choose…', tuned, other]);
  await page.enter('Compare with', tuned ?? '');
  expect(page.hash).toBe('#/apps/support/evaluations/e?baseline=f');
});

test.each([
  ['the only one', EVALUATION, [EVALUATION]],
  ['running', RUNNING, [evaluationOf({ id: 'f' })]],
])('an evaluation that is %s is compared with none', async (_, evaluation, others) => {
  await using page = await openEvaluation(evaluation, { 'GET /evaluations': others });
  expect(page.text).not.toContain('Compare with');
});

test('rows that cannot be read say why', async () => {
  await using page = await openEvaluation({}, { [ROWS]: Response.json({ detail: 'No rows.' }, { status: 403 }) });
  expect(page.names('alert')).toEqual(['No rows.']);
});

test('an evaluation that cannot be read says why', async () => {
  await using page = await openEvaluation(
    {},
    { [ONE]: Response.json({ detail: 'No such evaluation' }, { status: 404 }) },
  );
  expect([page.names('heading'), page.names('alert')]).toEqual([['Evaluation'], ['No such evaluation']]);
});

test('an evaluation is labelled and archived', async () => {
  await using page = await openEvaluation({ labels: { team: 'search' } }, { 'PATCH /evaluations/e/metadata': {} });
  await page.click('Labels…');
  expect(page.names('dialog')).toEqual(['Labels of evaluation e']);
  expect(await page.commands()).toContain('wf eval update e');
  await page.click('Cancel');
  await page.click('Archive');
  expect(page.writes).toEqual([['PATCH /evaluations/e/metadata', { archived: true }]]);
});
