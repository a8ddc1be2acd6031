import { expect, test } from 'vitest';
import { toNewAnswers } from '../../../../src/playground/workbench/to-new-answers.ts';

const ORIGIN = { variantId: 'v', variantName: 'tuned', revision: 3, parameters: {} };
const COLUMNS = [
  { id: 'a', origin: ORIGIN, values: {}, json: null },
  { id: 'b', origin: null, values: {}, json: null },
];
const run = (columnId: string) => ({ columnId, config: { n: 1 } });

test('answers and failures are kept with what they came from, cancelled runs are not', () => {
  const metrics = { acc: { costs: { total: 0.5 }, duration: { total: 1500 } } };
  const answer = { version: '3.0', data: { a: 1 }, tree: { nodes: [{ metrics }] } };
  const sent = { config: {}, inputs: {} };
  const failed = {
    state: 'failed',
    status: 500,
    message: 'broke',
    stack: [],
    violations: [],
    sent,
    items: [],
  } as const;
  const answers = toNewAnswers({ q: 'x' }, COLUMNS, [
    { run: run('a'), outcome: { state: 'done', answer, seconds: 9 } },
    { run: run('b'), outcome: { state: 'done', answer: { version: '3.0', data: 'blue' }, seconds: 9 } },
    { run: run('gone'), outcome: failed },
    { run: run('a'), outcome: { state: 'cancelled', items: ['part'] } },
    { run: run('a'), outcome: { state: 'running', items: [] } },
  ]);
  const shared = { inputs: { q: 'x' }, config: { n: 1 } };
  expect(answers).toEqual([
    { ...shared, origin: ORIGIN, isFailed: false, text: '{\n  "a": 1\n}', seconds: 1.5, cost: 0.5 },
    { ...shared, origin: null, isFailed: false, text: 'blue', seconds: 9, cost: null },
    { ...shared, origin: null, isFailed: true, text: 'broke', seconds: null, cost: null },
  ]);
});
