import { expect, test } from 'vitest';
import { toHeldEnding } from '../../../src/sandbox/held-ending.ts';

test.each([
  [0, null, { code: 0, signal: null }],
  [7, null, { code: 7, signal: null }],
  [null, 'SIGKILL', { code: null, signal: 'SIGKILL' }],
  [137, null, { code: null, signal: 'SIGKILL' }],
  [134, null, { code: null, signal: 'SIGABRT' }],
  [255, null, { code: 255, signal: null }],
])('the exit code %j with the signal %j', (code, signal, ending) => {
  expect(toHeldEnding(code, signal)).toEqual(ending);
});
