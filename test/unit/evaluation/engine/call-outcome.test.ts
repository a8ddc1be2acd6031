import { expect, test } from 'vitest';
import { outputResult } from '../../../../src/evaluation/engine/call-outcome.ts';

test.each([
  ['text', 'text'],
  [3.5, 'number'],
  [false, 'bool'],
  [{ a: 1 }, 'object'],
  [['a'], 'object'],
  [null, 'object'],
])('the output %j is shown as %s', (output, type) => {
  expect(outputResult({ error: null, output, cost: null, latency: null })).toEqual({ type, value: output });
});

test('a failure is shown as an error', () => {
  expect(outputResult({ error: { message: 'boom' } })).toEqual({
    type: 'error',
    value: null,
    error: { message: 'boom' },
  });
});
