import { describe, expect, test } from 'vitest';
import { openTrial, type OpenTrialOptions, prepareRows } from '../../../../src/use-cases/develop/rows/open-trial.ts';
import { clientOf } from '../../../helpers/client-of.ts';
import { openWorld } from '../../../helpers/open-world.ts';
import { tempProject } from '../../../helpers/temp-project.ts';

const ROUTE = { path: '/a', config: null, defaults: {}, input: null, output: null } as unknown as Parameters<
  Awaited<ReturnType<typeof openTrial>>['rowsFor']
>[0];

async function open(options: Partial<OpenTrialOptions>) {
  await using folder = await tempProject({
    'cases.csv': 'text,correct_answer\na,1\nb,2\nc,3\n',
    'dry.json': '{"tone":"dry"}',
    'list.json': '[]',
  });
  const openClient = async () => Promise.reject(new Error('No service is needed'));
  return await openTrial({ cwd: folder.root, stdin: (async function* () {})(), openClient, ...options });
}

test('without a test set, the inputs of the call are the only row', async () => {
  const { rowsFor, others, evaluators } = await open({ with: ['{"words":80}', '@dry.json'] });
  expect(rowsFor(ROUTE, { text: 'x' })).toEqual([{ row: 1, inputs: { text: 'x' }, expected: {}, cells: {} }]);
  expect(others).toEqual([{ words: 80 }, { tone: 'dry' }]);
  expect(evaluators).toEqual([]);
});

test('the chosen rows of a file are numbered as in it, without their expected answers', async () => {
  const { rowsFor } = await open({ testset: 'cases.csv', rows: '1,3-' });
  const rowOf = (row: number, text: string, correct_answer: string) => ({
    row,
    cells: { text, correct_answer },
    inputs: { text },
    expected: { correct_answer },
  });
  expect(rowsFor(ROUTE, {})).toEqual([rowOf(1, 'a', '1'), rowOf(3, 'c', '3')]);
  const all = await open({ testset: 'cases.csv' });
  expect(all.rowsFor(ROUTE, {}).map(({ row }) => row)).toEqual([1, 2, 3]);
});

test.each<[Partial<OpenTrialOptions>, string]>([
  [{ testset: 'cases.csv', rows: 'x' }, '--rows cannot be "x": write rows as 1-30,45 or 60-. cases.csv has 3 rows.'],
  [{ testset: 'cases.csv', rows: '9' }, '--rows cannot be "9": write rows as 1-30,45 or 60-. cases.csv has 3 rows.'],
  [{ with: ['[1]'] }, '--with [1] must be a JSON object with configuration values.'],
  [{ with: ['null'] }, '--with null must be a JSON object with configuration values.'],
  [{ with: ['{"a'] }, '--with, line 1, column 4: Invalid JSON: Unterminated string.'],
  [{ with: ['@list.json'] }, 'list.json must be a JSON object, not a list.'],
  [{ testset: 'gone.csv' }, 'Cannot read the test set gone.csv: there is no such file.'],
])('%j is refused', async (options, message) => {
  await expect(open(options)).rejects.toThrow(message);
});

test('a stored test set and its evaluators are read from the service, which scores', async () => {
  await using world = await openWorld();
  await world.makeTestset();
  const settings_values = { correct_answer_key: 'text' };
  const strict = { app_id: world.appId, name: 'strict', evaluator_key: 'auto_exact_match', settings_values };
  await world.call('createEvaluatorConfig', { body: strict });
  const openClient = async () => ({ client: clientOf(world.running), app: 'support' });
  const trial = { testset: 'name-1', evaluators: 'exact_match,strict' };
  const { rowsFor, evaluators } = await open({ ...trial, rows: '2', openClient });
  const rows = rowsFor({ ...ROUTE, input: { type: 'object', properties: { text: {} } } }, {});
  expect(rows).toMatchObject([{ row: 2, inputs: { text: 'bye' }, expected: { correct_answer: 'farewell' } }]);
  const answer = { cells: rows[0]?.cells ?? {}, output: 'bye', cost: null, latency: null };
  const scores = await Promise.all(evaluators.map(async ({ name, score }) => [name, await score(answer)]));
  expect(scores).toEqual([
    ['exact_match', false],
    ['strict', true],
  ]);
  const openNew = async () => ({ client: clientOf(world.running), app: 'not deployed yet' });
  const built = await open({ evaluators: 'exact_match', openClient: openNew });
  expect(built.evaluators.map(({ key }) => key)).toEqual(['auto_exact_match']);
});

test('a route that lacks an input refuses the row', async () => {
  const route = { ...ROUTE, input: { type: 'object', properties: { words: {} }, required: ['words'] } };
  const { rowsFor } = await open({ testset: 'cases.csv', rows: '2' });
  expect(() => rowsFor(route, {})).toThrow(
    'Route /a needs the input "words", which row 2 of cases.csv does not have. It has: text, correct_answer.',
  );
});

describe('rows of a test set', () => {
  const ANSWER = {
    path: '/answer',
    input: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  } as never;
  const EXACT = { key: 'auto_exact_match', settings: { correct_answer_key: 'good' } } as never;

  test('rows keep their numbers and cells, and have inputs and expected answers', () => {
    const rows = [
      { row: 2, cells: { text: 'a', correct_answer: 'x', note: 'n', good: 'y' } },
      { row: 5, cells: { text: 'b', good: 'z' } },
    ];
    expect(prepareRows({ testset: 'cases.csv', rows, route: ANSWER, evaluators: [EXACT] })).toEqual([
      { ...rows[0], inputs: { text: 'a' }, expected: { correct_answer: 'x', good: 'y' } },
      { ...rows[1], inputs: { text: 'b' }, expected: { good: 'z' } },
    ]);
  });

  test('the column that an evaluator reads must be in some row', () => {
    const rows = [{ row: 1, cells: { text: 'a', answer: 'b' } }];
    expect(() => prepareRows({ testset: 'cases.csv', rows, route: ANSWER, evaluators: [EXACT] })).toThrow(
      'cases.csv has no column "good" with the answers that exact_match expects. It has: text, answer.',
    );
  });
});
