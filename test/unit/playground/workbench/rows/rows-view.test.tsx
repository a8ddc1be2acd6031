import { expect, test } from 'vitest';
import type { EvaluatorConfig } from '../../../../../src/contract/evaluators/evaluator.ts';
import { scoreOf } from '../../../../helpers/evaluation-records.ts';
import type { Answers } from '../../../../helpers/page/fake-browser.ts';
import { ANSWER, type OpenedView, openView, RUN } from '../../../../helpers/page/open-view.tsx';

const MATCH: EvaluatorConfig = scoreOf('match', 1, { correct_answer_key: 'testcase.colour' }).evaluator_config;
const LENGTH: EvaluatorConfig = scoreOf('length', 1).evaluator_config;
const OWN: EvaluatorConfig = { ...scoreOf('own', 1).evaluator_config, evaluator_key: 'namesTeam' };
const ROWS = [
  { question: 'The sea?', colour: 'blue' },
  { question: 'A wood?', colour: 'green' },
  { question: 'A hill?', colour: '' },
];
const TESTSET = 'GET /testsets/t/rows';
const SCORE = 'POST /evaluators/auto_match/run';
const COST = {
  nodes: [{ metrics: { acc: { costs: { total: 0.5 }, tokens: { total: 30 }, duration: { total: 2000 } } } }],
};
const answerOf = (data: unknown) => ({ ...ANSWER, data, tree: COST });
const broken = () => Response.json({ detail: 'It broke' }, { status: 500 });

/** Answers one after another. */
function inTurn(...answers: readonly unknown[]) {
  let call = 0;
  return () => answers[call++ % answers.length];
}

async function openRows(query: string, answers: Answers = {}) {
  const page = await openView(`routes?testset=t${query}`, {
    'GET /testsets': [{ id: 't', name: 'colours' }],
    [TESTSET]: ROWS,
    'GET /evaluators/configs': [MATCH, LENGTH, OWN],
    'GET /evaluators': [MATCH, LENGTH].map(({ evaluator_key: key }) => ({ key })),
    [RUN]: answerOf('blue'),
    ...answers,
  });
  await page.sees(/\d rows?\b/);
  return page;
}

const grid = (page: OpenedView) =>
  page.rows('Rows and answers').map((cells) => cells.map((text) => text.replaceAll('\n', ' ')));
const asked = (page: OpenedView, key: string) =>
  page.writes.flatMap(([request, body]) => (request === key ? [body] : []));
const config = { ag_config: { tone: 'plain', words: 50 } };

test('rows run with the configuration, are scored against what is expected, and show what failed', async () => {
  await using page = await openRows('&evaluators=match', {
    [RUN]: inTurn(answerOf('blue'), answerOf({ a: 1 }), broken()),
    [SCORE]: inTurn({ outputs: { success: true } }, { outputs: { success: false } }),
  });
  expect(grid(page)).toEqual([
    ['Row', 'Inputs', 'Expected', '1: the code’s defaults'],
    ['1', 'The sea?', 'blue', ''],
    ['2', 'A wood?', 'green', ''],
    ['3', 'A hill?', '', ''],
  ]);
  await page.click('Run rows');
  await page.sees('· 1 failed');
  await page.sees('✗');
  expect(grid(page)).toEqual([
    [
      'Row',
      'Inputs',
      'Expected',
      '1: the code’s defaultsmatch 0.5 · 2 done · 1 failed · 2.00 s on average · at least $1.00',
    ],
    ['1', 'The sea?', 'blue', 'bluematch ✓ pass2.00 s · $0.50'],
    ['2', 'A wood?', 'green', '{   "a": 1 }match ✗ fail2.00 s · $0.50'],
    ['3', 'A hill?', '', 'Status 500: It broke'],
  ]);
  expect(page.spoken).toMatch(/^2 of 3 rows answered in .*, 1 failed$/);
  expect(asked(page, RUN)).toEqual(ROWS.map(({ question }) => ({ question, ...config })));
  const settings = MATCH.settings_values;
  expect(asked(page, SCORE)).toEqual([
    { inputs: { ...ROWS[0], prediction: 'blue', cost: 0.5, latency: 2 }, settings },
    { inputs: { ...ROWS[1], prediction: { a: 1 }, cost: 0.5, latency: 2 }, settings },
  ]);
});

test.each<[unknown, string]>([
  [{ outputs: { success: true } }, '✓ pass'],
  [{ outputs: { success: false } }, '✗ fail'],
  [{ outputs: { score: 0.123_456 } }, '0.1235'],
  [{ outputs: { score: 'grade B' } }, 'grade B'],
  [{ outputs: { score: null } }, 'null'],
  [{ outputs: {} }, '-'],
  [Response.json({ detail: 'No such column' }, { status: 422 }), '⚠ no score No such column'],
])('the verdict %j is shown as %s', async (verdict, text) => {
  await using page = await openRows('&evaluators=match&rows=1', { [SCORE]: verdict });
  await page.click('Run rows');
  await page.sees(/match (?!none)/);
  await page.sees(text);
  expect(grid(page)[1]?.[3]).toBe(`bluematch ${text}2.00 s · $0.50`);
});

test('a mean says how many rows have a score, where some have none', async () => {
  const refused = Response.json({ detail: 'No such column' }, { status: 422 });
  const verdicts = inTurn({ outputs: { success: true } }, refused);
  await using page = await openRows('&evaluators=match&rows=1-2', { [SCORE]: verdicts });
  await page.click('Run rows');
  await page.sees('match 1 (1 of 2) · 2 done');
});

test('an evaluator that is chosen later scores what is there, once', async () => {
  await using page = await openRows('&rows=1-2', { [SCORE]: { outputs: { success: true } } });
  await page.click('Run rows');
  await page.sees('2 done');
  await page.enter('match', true);
  await page.sees('match 1 · 2 done');
  await page.enter('match', false);
  await page.enter('match', true);
  await page.sees('match 1 · 2 done');
  expect([asked(page, SCORE).length, page.hash]).toEqual([
    2,
    '#/apps/support/routes/?testset=t&rows=1-2&evaluators=match',
  ]);
});

test('an evaluator of the author’s own scores whole evaluations only, and cannot be chosen', async () => {
  await using page = await openRows('&evaluators=own&rows=1');
  expect([page.isDisabled('ownonly in evaluations'), page.value('ownonly in evaluations')]).toEqual([true, false]);
  await page.click('Run rows');
  await page.sees('1 done');
  expect(page.writes.map(([key]) => key)).toEqual([RUN]);
});

test('two configurations run row by row, and are compared by what differs', async () => {
  await using page = await openRows('&rows=1-2', {
    [RUN]: inTurn(answerOf('deep blue'), answerOf('deep green'), answerOf('same'), answerOf('same')),
  });
  await page.click('Add configuration');
  await page.enter('Tone', 'dry');
  await page.click('Run rows');
  await page.sees(/2 done[^]*2 done/);
  expect(asked(page, RUN).map((body) => Object.values(body as object))).toEqual([
    ['The sea?', { tone: 'dry', words: 50 }],
    ['The sea?', config.ag_config],
    ['A wood?', { tone: 'dry', words: 50 }],
    ['A wood?', config.ag_config],
  ]);
  await page.enter('Show', 'only differences');
  expect(page.text).toContain('1 of 3 rows');
  expect(grid(page)[1]).toEqual(['1', 'The sea?', '', 'deep blue2.00 s · $0.50', 'deep bluegreen2.00 s · $0.50']);
  expect([page.names('deletion'), page.names('insertion')]).toEqual([['blue'], ['green']]);
});

test('answers stay while another view is open; those before a change are marked', async () => {
  await using page = await openRows('&rows=1');
  await page.click('Run rows');
  await page.sees('1 done');
  const { hash } = page;
  await page.click('Variants');
  await page.go(hash);
  await page.sees('1 done');
  await page.enter('Tone', 'dry');
  expect(grid(page)[1]?.[3]).toBe('blue2.00 s · $0.50before changes');
});

test('running rows are cancelled, and leave nothing that runs', async () => {
  await using page = await openRows('', { [RUN]: () => new Promise(() => undefined) });
  await page.click('Run rows');
  await page.sees('Running…');
  await page.click('Cancel');
  await page.until(() => !page.names('button').includes('Cancel'));
  expect(
    grid(page)
      .slice(1)
      .map((cells) => cells[3]),
  ).toEqual(['', '', '']);
});

test('a failed row says why where it is opened, and a single one is a row', async () => {
  await using page = await openRows('&row=1', { [TESTSET]: ROWS.slice(2), [RUN]: broken() });
  expect([page.text.includes('1 row\n'), page.read('Expected')]).toEqual([true, 'Expected\n-']);
  await page.click('Run rows');
  await page.sees('Status 500: It broke');
  expect(page.read('Answer 1')).toContain('Status 500: It broke');
  expect(page.spoken).toMatch(/^0 of 1 row answered in .*, 1 failed$/);
});

test('another test set begins without the rows of this one', async () => {
  await using page = await openRows('&row=1&rows=2', {
    'GET /testsets': ['t', 'u'].map((id) => ({ id, name: `colours ${id}` })),
    'GET /testsets/u/rows': ROWS.slice(1),
  });
  await page.enter('Test set', 'colours u');
  await page.sees('2 rows');
  expect(page.hash).toBe('#/apps/support/routes/?testset=u');
});

const PREFIX = 'GET /testsets?id_prefix=t';

test.each<[string, unknown, string[]]>([
  ['its name', [{ id: 't', name: 'colours' }], ['colours']],
  ['its id when it is gone', [], ['t']],
  ['nothing when that is not known', new TypeError('gone'), []],
])('the command of rows names the test set by %s', async (_, answer, names) => {
  await using page = await openRows('&evaluators=match&rows=1-2', { [PREFIX]: answer });
  const flags = (name: string) => `--variant default@2 --testset ${name} --rows 1-2 --evaluators match`;
  expect(await page.commands()).toEqual(
    names.map((name) => `wf run / ${flags(name)} --config tone=plain --config words=50`),
  );
});
