import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ANSWER, openRoutes, RUN, runsOf, TESTSETS } from '../../../helpers/page/open-routes.tsx';
import { LONG, routeOf } from '../../../helpers/page/page-records.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

test('rows of a test set become inputs', async () => {
  const testset = {
    id: 't',
    name: 'cases',
    csvdata: [
      { question: 'one', flag: ' TRUE', count: '7', tags: '["a"]', unknown: 'x' },
      { question: 5, flag: 'no', count: ' ', tags: ['b'] },
      { question: 'three', flag: true, count: 8 },
    ],
  };
  const input = {
    properties: {
      question: { type: 'string' },
      flag: { type: 'boolean' },
      count: { type: 'number' },
      tags: { type: 'array' },
    },
  };
  await using opened = await openRoutes(
    { routes: [routeOf({ input })] },
    {
      [TESTSETS]: [
        { id: 't', name: 'cases' },
        { id: 'u', name: LONG },
      ],
      'GET /testsets/t': testset,
      [`POST ${RUN}`]: ANSWER,
    },
  );
  const { shown, browser } = opened;
  await shown.enter('Test set', 't');
  expect(shown.markup).toMatchSnapshot('chosen');
  await shown.click('Load row');
  await shown.click('Run');
  await shown.click('Next row');
  expect(shown.markup).toMatchSnapshot('second');
  await shown.enter('Row, of 3', '9');
  await shown.click('Load row');
  await shown.click('Run');
  await shown.enter('Row, of 3', '0');
  expect(shown.markup).toMatch(/max=3 value=1>/);
  expect(runsOf(browser.sent)).toMatchSnapshot('sent');
  await shown.enter('Test set', '');
  expect(shown.markup).not.toContain('Load row');
});

test('a row of a test set becomes open inputs', async () => {
  const csvdata = [{ a: '1' }];
  await using opened = await openRoutes(
    { routes: [routeOf({ input: null })] },
    { [TESTSETS]: [{ id: 't', name: 'cases' }], 'GET /testsets/t': { csvdata } },
  );
  await opened.shown.enter('Test set', 't');
  await opened.shown.click('Load row');
  expect(opened.shown.markup).toContain(String.raw`value="{\n  \"a\": \"1\"\n}"`);
});

test('every kind of field has its control', async () => {
  const properties = {
    text: { type: 'string', title: 'A text', description: 'Some words.' },
    half: { type: 'number', minimum: 0, exclusiveMaximum: 1, default: 0.5 },
    above: { type: 'number', exclusiveMinimum: 2 },
    whole: { type: 'integer', maximum: 9 },
    flag: { type: 'boolean', default: true },
    model: { choices: { OpenAI: ['gpt-4'], Other: ['x', 'y'] }, default: 'x' },
    plain: { enum: ['a', 'b'] },
    any: { default: { a: 1 } },
  };
  await using opened = await openRoutes({
    routes: [routeOf({ config: null, input: { properties, required: ['text', 'above'] } })],
  });
  const { shown } = opened;
  expect(shown.markup).toMatchSnapshot('defaults');
  for (const [label, value] of [
    ['A text', 'hm'],
    ['half, slider', '0.25'],
    ['above', ''],
    ['whole', '10'],
    ['flag', false],
    ['model', 'gpt-4'],
    ['plain', 'c'],
    ['any', '{'],
  ] as const) {
    await shown.enter(label, value);
  }
  expect(shown.markup).toMatchSnapshot('changed');
  await shown.enter('whole', '');
  await shown.enter('any', '');
  await shown.click('Reset half to its default');
  expect(shown.markup).toMatchSnapshot('reset');
});
