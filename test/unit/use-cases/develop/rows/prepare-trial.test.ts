import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { prepareRows, readConfigurations } from '../../../../../src/use-cases/develop/rows/prepare-trial.ts';
import { tempProject } from '../../../../helpers/temp-project.ts';

const ROUTE = {
  path: '/answer',
  input: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
} as never;
const EXACT = { key: 'auto_exact_match', settings: { correct_answer_key: 'good' } } as never;

test('rows keep their numbers and cells, and have inputs and expected answers', () => {
  const rows = [
    { row: 2, cells: { text: 'a', correct_answer: 'x', note: 'n', good: 'y' } },
    { row: 5, cells: { text: 'b', good: 'z' } },
  ];
  expect(prepareRows({ testset: 'cases.csv', rows, route: ROUTE, evaluators: [EXACT] })).toEqual([
    { ...rows[0], inputs: { text: 'a' }, expected: { correct_answer: 'x', good: 'y' } },
    { ...rows[1], inputs: { text: 'b' }, expected: { good: 'z' } },
  ]);
});

test('a row without an input is named by its number, and standard input as such', () => {
  const rows = [
    { row: 2, cells: { text: 'a' } },
    { row: 7, cells: { good: 'z' } },
  ];
  const prepare = (testset: string) => prepareRows({ testset, rows, route: ROUTE, evaluators: [] });
  const lacking = (testset: string) =>
    `Route /answer needs the input "text", which row 7 of ${testset} does not have. It has: good.`;
  expect(() => prepare('cases.csv')).toThrow(lacking('cases.csv'));
  expect(() => prepare('-')).toThrow(lacking('Standard input'));
});

test('the column that an evaluator reads must be in some row', () => {
  const rows = [{ row: 1, cells: { text: 'a', answer: 'b' } }];
  expect(() => prepareRows({ testset: 'cases.csv', rows, route: ROUTE, evaluators: [EXACT] })).toThrow(
    'cases.csv has no column "good" with the answers that exact_match expects. It has: text, answer.',
  );
});

test('configurations are JSON objects, or files of them', async () => {
  await using at = await tempProject({ 'long.json': '{"words": 80}' });
  const from = { cwd: at.root, stdin: Readable.from([]) };
  expect(await readConfigurations([], from)).toEqual([]);
  expect(await readConfigurations(['{"words": 5}', '@long.json', '{}'], from)).toEqual([
    { words: 5 },
    { words: 80 },
    {},
  ]);
});

test('a configuration that is not JSON is refused with its flag', async () => {
  await expect(readConfigurations(['{'], { cwd: '/', stdin: Readable.from([]) })).rejects.toMatchObject({
    code: 'WF_INVALID_INPUT',
    message: expect.stringContaining('--with'),
  });
});

test.each(['[1]', 'null', '7', '"a"'])('%s is no configuration', async (text) => {
  await expect(readConfigurations([text], { cwd: '/', stdin: Readable.from([]) })).rejects.toMatchObject({
    code: 'WF_INVALID_INPUT',
    message: `--with ${text} must be a JSON object with configuration values.`,
    nextSteps: [`--with '{"words": 80}'`, '--with @FILE'],
  });
});
