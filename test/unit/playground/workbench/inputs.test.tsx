import { expect, test } from 'vitest';
import type { Answers } from '../../../helpers/page/fake-browser.ts';
import { ANSWER, openView, RUN } from '../../../helpers/page/open-view.tsx';
import { pageOf, routeOf } from '../../../helpers/page/page-records.ts';

const [CASES, MORE] = [
  { id: 't', name: 'cases' },
  { id: 'u', name: 'more' },
];
const TESTSETS = 'GET /testsets';
const withInput = (input: object | null): Answers => ({ 'GET /apps/app-1/routes': [routeOf({ input } as object)] });

test('rows of a test set become inputs, each value as its control holds it', async () => {
  const csvdata = [
    { question: 'one', flag: ' TRUE', count: '7', tags: '["a"]', unknown: 'x' },
    { question: 5, flag: 'no', count: ' ', tags: ['b'] },
    { question: 'three', flag: true, count: 8 },
  ];
  const properties = {
    question: { type: 'string' },
    flag: { type: 'boolean' },
    count: { type: 'number' },
    tags: { type: 'array' },
  };
  await using page = await openView('routes', {
    ...withInput({ properties }),
    [TESTSETS]: [MORE, CASES],
    'GET /testsets/t': { csvdata },
    [RUN]: ANSWER,
  });
  await page.enter('Test set', 'cases');
  await page.click('Load row');
  await page.click('Run');
  await page.click('Next row');
  const labels = ['question', 'flag', 'count', 'tags', 'Row, of 3'];
  expect(labels.map((label) => page.value(label))).toEqual(['5', false, '', '["b"]', 2]);
  expect([page.names('alert'), page.isDisabled('Run')]).toEqual([['Input should be a valid number'], true]);
  await page.click('Next row');
  expect(page.isDisabled('Next row')).toBe(true);
  await page.click('Run');
  const ag_config = { tone: 'plain', words: 50 };
  expect(page.writes.map(([, body]) => body)).toEqual([
    { question: 'one', flag: true, count: 7, tags: ['a'], ag_config },
    { question: 'three', flag: true, count: 8, ag_config },
  ]);
  await page.enter('Test set', 'none');
  expect(page.names('button')).not.toContain('Load row');
});

test.each([
  ['2', 2],
  ['3', 3],
  ['4', 3],
  ['0', 1],
  ['-7', 1],
])('the row %s of three is row %i; another test set begins at its first', async (typed, number) => {
  await using page = await openView('routes', {
    [TESTSETS]: [MORE, CASES],
    'GET /testsets/t': { csvdata: ['a', 'b', 'c'].map((question) => ({ question })) },
    'GET /testsets/u': { csvdata: [] },
  });
  await page.enter('Test set', 'cases');
  await page.enter('Row, of 3', typed);
  expect(page.value('Row, of 3')).toBe(number);
  await page.enter('Test set', 'more');
  expect(page.names('button')).not.toContain('Load row');
  await page.enter('Test set', 'cases');
  expect(page.value('Row, of 3')).toBe(1);
  await page.click('All rows');
  expect(page.hash).toBe('#/apps/support/routes/?testset=t');
});

test.each<[string, string, Answers, string[]]>([
  ['all are listed', 't', { [TESTSETS]: [MORE, CASES] }, ['one input', 'cases', 'more']],
  [
    'an old one is chosen',
    'o',
    { [TESTSETS]: pageOf([MORE, CASES], { total: 101 }), [`${TESTSETS}?id_prefix=o`]: [{ id: 'o', name: 'old' }] },
    ['one input', 'old', 'cases', 'more'],
  ],
  ['a deleted one is chosen', 'o', { [TESTSETS]: [] }, ['one input', 'deleted']],
])('when %s, the menu of test sets offers what can be chosen', async (_, id, answers, options) => {
  await using page = await openView(`routes?testset=${id}`, {
    [`GET /testsets/${id}/rows`]: [{ question: 'x' }],
    'GET /testsets?id_prefix=t': [CASES],
    ...answers,
  });
  await page.sees('1 row');
  expect(page.options('Test set')).toEqual(options);
});

test.each<[string, Answers]>([
  ['there is none', { [TESTSETS]: [] }],
  ['they cannot be read', { [TESTSETS]: Response.json({ detail: 'No.' }, { status: 403 }) }],
])('when %s, there is no menu of test sets', async (_, answers) => {
  await using page = await openView('routes', answers);
  expect(page.names('combobox')).not.toContain('Test set');
});

test('untouched inputs are left out, and a reset one is untouched again', async () => {
  const properties = {
    half: { type: 'number', minimum: 0, exclusiveMaximum: 1, default: 0.5 },
    model: { choices: { OpenAI: ['gpt-4'], Other: ['x', 'y'] }, default: 'x' },
    any: { default: { a: 1 } },
  };
  await using page = await openView('routes', { ...withInput({ properties }), [RUN]: ANSWER });
  const labels = ['half', 'model', 'any'];
  expect(labels.map((label) => page.value(label))).toEqual([0.5, 'x', '{"a":1}']);
  await page.click('Run');
  await page.enter('half', '0.25');
  await page.enter('any', '{"b":2}');
  await page.click('Run');
  await page.click('Reset half to its default');
  await page.enter('any', '');
  await page.click('Run');
  expect(page.writes.map(([, body]) => body)).toEqual(
    [{}, { half: 0.25, any: { b: 2 } }, {}].map((inputs) => ({ ...inputs, ag_config: { tone: 'plain', words: 50 } })),
  );
});

test('what is typed for a route is there when one comes back; another route has its own', async () => {
  await using page = await openView('routes', { 'GET /apps/app-1/routes': [routeOf(), routeOf({ path: '/other' })] });
  await page.enter('question', 'kept');
  await page.enter('Tone', 'dry');
  await page.click('/other');
  expect([page.value('question'), page.value('Tone')]).toEqual(['', 'plain']);
  await page.click('Variants');
  await page.click('Routes');
  expect([page.value('question'), page.value('Tone')]).toEqual(['kept', 'dry']);
});
