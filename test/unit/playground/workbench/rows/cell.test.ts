import { expect, test } from 'vitest';
import { runningCell, textOf, toCell } from '../../../../../src/playground/workbench/rows/cell.ts';

const EMPTY = { data: undefined, text: '', seconds: null, cost: null, tokens: null, scores: {}, config: '{}' };
const SENT = { config: {}, inputs: {} };

test('a call that runs has no answer', () => {
  expect(runningCell('{}')).toEqual({ ...EMPTY, state: 'running' });
  expect(toCell({ state: 'running', items: ['part'] }, '{}')).toEqual({ ...EMPTY, state: 'running' });
});

test('a cancelled call leaves no cell', () => {
  expect(toCell({ state: 'cancelled', items: [] }, '{}')).toBeNull();
});

test.each([
  [500, 'Status 500: It broke'],
  [null, 'It broke'],
])('a call that failed with status %s keeps its message', (status, text) => {
  const outcome = {
    state: 'failed',
    status,
    message: 'It broke',
    stack: [],
    violations: [],
    sent: SENT,
    items: [],
  } as const;
  expect(toCell(outcome, '{}')).toEqual({ ...EMPTY, state: 'failed', text });
});

test('an answer keeps its figures and not its trace', () => {
  const metrics = { acc: { costs: { total: 0.5 }, tokens: { total: 7 }, duration: { total: 1500 } } };
  const answer = { version: '3.0', data: { a: 1 }, tree: { nodes: [{ metrics }] } };
  expect(toCell({ state: 'done', answer, seconds: 9 }, '{}')).toEqual({
    ...EMPTY,
    state: 'done',
    data: { a: 1 },
    text: '{\n  "a": 1\n}',
    seconds: 1.5,
    cost: 0.5,
    tokens: 7,
  });
});

test('an answer without figures has the measured time', () => {
  const answer = { version: '3.0', data: 'blue', tree: { nodes: [] } };
  expect(toCell({ state: 'done', answer, seconds: 9 }, '{}')).toEqual({
    ...EMPTY,
    state: 'done',
    data: 'blue',
    text: 'blue',
    seconds: 9,
  });
});

test.each([
  ['a\nb', 'a\nb'],
  [undefined, ''],
  [null, 'null'],
  [[1], '[\n  1\n]'],
])('%j is written as %j', (value, text) => {
  expect(textOf(value)).toBe(text);
});
