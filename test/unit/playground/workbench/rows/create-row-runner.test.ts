import { expect, test } from 'vitest';
import { lastAnnounced } from '../../../../../src/playground/elements/announce.ts';
import { createRowRunner, type RowWork } from '../../../../../src/playground/workbench/rows/create-row-runner.ts';
import { fakeBrowser } from '../../../../helpers/page/fake-browser.ts';

const ANSWER = { version: '3.0', data: 'blue', tree: { nodes: [] } };
const EVALUATOR = {
  id: 'e1',
  name: 'match',
  project_id: 'p',
  evaluator_key: 'auto_exact_match',
  settings_values: {},
  created_at: '',
  updated_at: '',
};
const WORK: RowWork = {
  path: '/ask',
  rows: [{ q: 'one', correct_answer: 'blue' }, { q: 'two' }, { q: 'three' }],
  toInputs: ({ q }) => ({ q }),
  evaluators: [],
};
const RUNS = [
  { columnId: 'a', base: '/one', config: { n: 1 } },
  { columnId: 'b', base: '/two', config: { n: 2 } },
];
const CALLS = { 'POST /one/playground/run/ask': ANSWER, 'POST /two/playground/run/ask': { ...ANSWER, data: 'red' } };
const SCORE = 'POST /evaluators/auto_exact_match/run';

test('chosen rows run with each configuration, row by row', async () => {
  using browser = fakeBrowser({ answers: CALLS });
  const runner = createRowRunner();
  runner.start(WORK, [0, 2], RUNS);
  expect(runner.isRunning()).toBe(true);
  expect(runner.store.get('a', 0)).toMatchObject({ state: 'running', config: '{"n":1}' });
  await expect.poll(runner.isRunning).toBe(false);
  expect(lastAnnounced().text).toMatch(/^4 of 4 calls answered in [\d.]+ m?s$/);
  expect(browser.sent).toEqual([
    'POST /one/playground/run/ask {"q":"one","ag_config":{"n":1}}',
    'POST /two/playground/run/ask {"q":"one","ag_config":{"n":2}}',
    'POST /one/playground/run/ask {"q":"three","ag_config":{"n":1}}',
    'POST /two/playground/run/ask {"q":"three","ag_config":{"n":2}}',
  ]);
  const shown = RUNS.map(({ columnId }) => [...runner.store.ofColumn(columnId)].map(([row, { text }]) => [row, text]));
  expect(shown).toEqual([
    [
      [0, 'blue'],
      [2, 'blue'],
    ],
    [
      [0, 'red'],
      [2, 'red'],
    ],
  ]);
});

test('an answer is scored as soon as it is there, a failure is not', async () => {
  const answers = { ...CALLS, 'POST /two/playground/run/ask': new Error('down'), [SCORE]: { outputs: { score: 0.5 } } };
  using browser = fakeBrowser({ answers });
  const runner = createRowRunner();
  runner.start({ ...WORK, evaluators: [EVALUATOR] }, [0], RUNS);
  await expect.poll(runner.isRunning).toBe(false);
  expect(runner.store.get('a', 0)?.scores).toEqual({ e1: { state: 'done', value: 0.5, text: '0.5' } });
  expect(runner.store.get('b', 0)).toMatchObject({ state: 'failed', text: 'down', scores: {} });
  expect(lastAnnounced().text).toMatch(/^1 of 2 calls answered in [\d.]+ m?s, 1 failed$/);
  expect(browser.sent.filter((one) => one.startsWith(SCORE))).toHaveLength(1);
});

test('an evaluator that is chosen later scores what is there, once', async () => {
  using browser = fakeBrowser({ answers: { ...CALLS, [SCORE]: { outputs: { success: true } } } });
  const runner = createRowRunner();
  const later = { ...WORK, evaluators: [EVALUATOR] };
  runner.scoreMissing(WORK, ['a']);
  expect(runner.isRunning()).toBe(false);
  runner.start(WORK, [0, 1], RUNS.slice(0, 1));
  runner.scoreMissing(later, ['a']);
  await expect.poll(runner.isRunning).toBe(false);
  expect(browser.sent.filter((one) => one.startsWith(SCORE))).toEqual([]);
  runner.scoreMissing(later, ['a', 'b']);
  await expect.poll(runner.isRunning).toBe(false);
  runner.scoreMissing(later, ['a']);
  await expect.poll(runner.isRunning).toBe(false);
  expect(browser.sent.filter((one) => one.startsWith(SCORE))).toHaveLength(2);
  expect(runner.store.get('a', 1)?.scores).toEqual({ e1: { state: 'done', value: 1, text: 'pass' } });
});

test('a cancelled run leaves no cell that runs', async () => {
  const wait = Promise.withResolvers<unknown>();
  using _ = fakeBrowser({ answers: { 'POST /one/playground/run/ask': () => wait.promise } });
  const runner = createRowRunner();
  runner.start(WORK, [0, 1, 2], RUNS.slice(0, 1));
  runner.cancel();
  wait.resolve(new TypeError('aborted'));
  await expect.poll(runner.isRunning).toBe(false);
  expect([...runner.store.ofColumn('a')]).toEqual([]);
});
