import { expect, test } from 'vitest';
import type { RouteSchema } from '../../../../src/contract/deployments/route-schema.ts';
import { toFields } from '../../../../src/playground/fields/field.ts';
import {
  checkConfig,
  differingFields,
  OPEN_INPUTS,
  readInputs,
  readObject,
  toConfig,
} from '../../../../src/playground/workbench/read-values.ts';
import {
  answerText,
  type Ended,
  joinItems,
  type Outcome,
  sayEnd,
  violationsOf,
} from '../../../../src/playground/workbench/outcome/outcome.ts';
import { toNewAnswers } from '../../../../src/playground/workbench/use-trial.ts';
import { toDraftInputs } from '../../../../src/playground/drafts/draft-inputs.ts';
import { toChange, toStored } from '../../../../src/playground/workbench/saving/change.ts';

const FIELDS = toFields({
  properties: {
    text: { type: 'string' },
    count: { type: 'integer', maximum: 5, default: 1 },
    deep: { type: 'boolean' },
    tags: { type: 'array' },
  },
});
const TOO_MUCH = 'Input should be less than or equal to 5';

test('a configuration has the defaults and typed values, without removed fields', () => {
  expect(toConfig(FIELDS ?? [], { text: 'a', gone: 1 })).toEqual({ text: 'a', count: 1 });
  expect(checkConfig(FIELDS ?? [], { count: 6, gone: 1 })).toEqual({ count: TOO_MUCH });
});

test.each<[object, object, object]>([
  [{}, {}, {}],
  [{ text: '', gone: 1 }, { text: '' }, {}],
  [{ tags: '["a"]' }, { tags: ['a'] }, {}],
  [{ tags: '["a"' }, {}, { tags: expect.stringMatching(/^JSON decode error: /) }],
  [{ count: 9, text: 'a' }, { text: 'a' }, { count: TOO_MUCH }],
])('the typed inputs %j are sent as %j, and marked with %j', (typed, inputs, errors) => {
  expect(readInputs(FIELDS, { ...typed }, '')).toEqual({ inputs, errors });
});

test.each([
  ['{"a": [1]}', { a: [1] }],
  ['', {}],
  [' \n', {}],
])('open inputs %j are an object', (text, inputs) => {
  expect(readInputs(null, {}, text)).toEqual({ inputs, errors: {} });
});

test.each(['[1]', '1', 'null', '"a"', '{"a"', 'a'])('open inputs %s are refused', (text) => {
  const { inputs, errors } = readInputs(null, {}, text);
  expect([inputs, readObject(text).ok]).toEqual([{}, false]);
  expect(errors[OPEN_INPUTS]).toMatch(/^(Input should be a valid object|JSON decode error: )/);
});

test.each<[object, object]>([
  [
    { text: 'a', count: '3', deep: ' TRUE ', tags: '["x"]', other: 'left out' },
    { text: 'a', count: 3, deep: true, tags: '["x"]' },
  ],
  [
    { text: { a: 1 }, count: 3, deep: false, tags: ['x'] },
    { text: '{"a":1}', count: 3, deep: false, tags: '["x"]' },
  ],
  [
    { count: ' ', deep: 'no' },
    { count: ' ', deep: false },
  ],
])('the row %j of a test set is put into the inputs as %j', (row, inputs) => {
  expect(toDraftInputs(FIELDS, { ...row })).toEqual({ inputs });
});

test('a route without a schema gets the whole row', () => {
  expect(toDraftInputs(null, { a: 1 })).toEqual({ openInputs: '{\n  "a": 1\n}' });
});

test.each<[object[], string[]]>([
  [
    [
      { text: 'x', count: 1, tags: [1] },
      { text: 'x', count: 1, tags: [1] },
      { text: 'x', count: 2, tags: [2] },
    ],
    ['count', 'tags'],
  ],
  [[{ text: 'x' }, {}], ['text']],
  [[{ text: 'x' }], []],
  [[], []],
])('of the configurations %j the fields %j differ', (configs, names) => {
  expect(
    differingFields(
      FIELDS ?? [],
      configs.map((config) => ({ ...config })),
    ).map(({ name }) => name),
  ).toEqual(names);
});

function route(path: string, properties: Record<string, { type: string; default: string }>): RouteSchema {
  const defaults = Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, field.default]));
  return { path, name: path, config: { type: 'object', properties }, input: null, output: null, defaults };
}

const TONE = { type: 'string', default: 'plain' };
const ROUTES = [
  route('/', { prompt: { type: 'string', default: 'a' }, tone: TONE }),
  route('/summary', { prompt: { type: 'string', default: 'b' }, tone: TONE }),
];

test.each<[string, object, object, object]>([
  [
    '/summary',
    { prompt: 'own', tone: 'dry' },
    { prompt: 'all', '/summary': { other: 1 }, '/': { prompt: 'root' } },
    { tone: 'dry', '/summary': { other: 1, prompt: 'own' } },
  ],
  ['/', { tone: 'dry' }, { tone: 'plain' }, { tone: 'dry' }],
  ['/', { tone: 'dry' }, { '/': { tone: 'warm' } }, { '/': { tone: 'dry' } }],
])('of the route %s, %j changes %j by %j', (path, config, before, change) => {
  expect(toStored(ROUTES, path, { config: { ...config }, before: { ...before } })).toEqual(change);
});

test.each<[string, object, string[], object, object]>([
  // Nobody touched or set anything.
  ['/', { prompt: 'a', tone: 'plain' }, [], {}, { parameters: {}, unset: [] }],
  ['/', { prompt: 'a', tone: 'dry' }, [], {}, { parameters: { tone: 'dry' }, unset: [] }],
  // Set to what is the default by now, and returned to it.
  ['/', { prompt: 'a', tone: 'plain' }, [], { tone: 'plain' }, { parameters: { tone: 'plain' }, unset: [] }],
  ['/', { prompt: 'a', tone: 'plain' }, ['tone'], { tone: 'dry' }, { parameters: {}, unset: ['tone'] }],
  ['/', { prompt: 'a' }, ['prompt'], { '/': { prompt: 'x' } }, { parameters: {}, unset: ['/'] }],
  [
    '/',
    { prompt: 'a' },
    ['prompt'],
    { '/': { prompt: 'x', other: 1 }, '/summary': { prompt: 'y' } },
    { parameters: { '/': { other: 1 } }, unset: [] },
  ],
])(
  'a save of %s sends of %j, with %j reset, what somebody touched or had set: %j',
  (path, config, reset, before, change) => {
    expect(toChange(ROUTES, path, { config: { ...config }, reset, before: { ...before } })).toEqual(change);
  },
);

const SENT = { config: { words: 1 }, inputs: { text: 'a', tags: [''] } };
const failedWith = (...locs: (string | number)[][]): Outcome => ({
  state: 'failed',
  status: 422,
  message: 'broke',
  stack: [],
  violations: locs.map((loc) => ({ loc, msg: 'wrong', type: 'any' })),
  tree: null,
  sent: SENT,
  items: [],
});

test.each<[(string | number)[], 'config' | 'inputs', object]>([
  [['body', 'ag_config', 'words'], 'config', { words: 'wrong' }],
  [['config', 'words'], 'config', { words: 'wrong' }],
  [['body', 'text'], 'inputs', { text: 'wrong' }],
  [['body', 'tags', 0], 'inputs', { tags: '0: wrong' }],
])('the violation at %j is one of %s: %j', (loc, part, violations) => {
  const other = part === 'config' ? 'inputs' : 'config';
  const outcome = failedWith(loc);
  expect([violationsOf(outcome, part, SENT[part]), violationsOf(outcome, other, SENT[other])]).toEqual([
    violations,
    {},
  ]);
});

test('a field that changed since has no violation, nor has a run that did not fail', () => {
  const outcome = failedWith(['body', 'text'], ['body', 'tags']);
  expect(violationsOf(outcome, 'inputs', { text: 'b', tags: [''] })).toEqual({ tags: 'wrong' });
  expect(violationsOf({ state: 'running', items: [] }, 'inputs', {})).toEqual({});
});

test('an answer is copied as text or JSON, and not before it exists', () => {
  const answer = { version: '3.0', data: { a: 1 }, content_type: 'application/json' };
  expect(answerText({ state: 'done', answer, seconds: 1 })).toBe('{\n  "a": 1\n}');
  expect(answerText({ state: 'running', items: ['one ', 'two'] })).toBe('one two');
  expect([answerText({ state: 'running', items: [] }), answerText(undefined)]).toEqual([null, null]);
});

test('streamed texts are joined, other items become a list', () => {
  expect([joinItems(['a', 'b']), joinItems([{ a: 1 }, 'b']), joinItems([])]).toEqual(['ab', [{ a: 1 }, 'b'], null]);
});

test.each<[string, Ended, string]>([
  ['configuration', { asked: 1, done: 1, failed: 0, seconds: 1.2 }, '1 of 1 configuration answered in 1.20 s'],
  [
    'row',
    { asked: 3000, done: 2000, failed: 1000, seconds: 12 },
    '2,000 of 3,000 rows answered in 12.0 s, 1,000 failed',
  ],
  ['call', { asked: 6, done: 2, failed: 1, seconds: 0.5 }, '2 of 6 calls answered in 500 ms, 1 failed, 3 cancelled'],
])('the end of each %s of %j is spoken: %s', (what, ended, text) => {
  expect(sayEnd(what, ended)).toBe(text);
});

test('answers and failures are kept with what they came from, cancelled runs are not', () => {
  const origin = { variantId: 'v', variantName: 'tuned', revision: 3, parameters: {} };
  const columns = [
    { id: 'a', origin, values: {}, json: null },
    { id: 'b', origin: null, values: {}, json: null },
  ];
  const run = (columnId: string) => ({ columnId, config: { n: 1 } });
  const metrics = { acc: { costs: { total: 0.5 }, duration: { total: 1500 } } };
  const answer = { version: '3.0', data: { a: 1 }, tree: { nodes: [{ metrics }] } };
  const answers = toNewAnswers({ q: 'x' }, columns, [
    { run: run('a'), outcome: { state: 'done', answer, seconds: 9 } },
    { run: run('b'), outcome: { state: 'done', answer: { version: '3.0', data: 'blue' }, seconds: 9 } },
    { run: run('gone'), outcome: failedWith() },
    { run: run('a'), outcome: { state: 'cancelled', items: ['part'] } },
    { run: run('a'), outcome: { state: 'running', items: [] } },
  ]);
  const shared = { inputs: { q: 'x' }, config: { n: 1 } };
  expect(answers).toEqual([
    { ...shared, origin, isFailed: false, text: '{\n  "a": 1\n}', seconds: 1.5, cost: 0.5 },
    { ...shared, origin: null, isFailed: false, text: 'blue', seconds: 9, cost: null },
    { ...shared, origin: null, isFailed: true, text: 'broke', seconds: null, cost: null },
  ]);
});
