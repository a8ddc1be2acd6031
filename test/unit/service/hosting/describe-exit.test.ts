import { expect, test } from 'vitest';
import { describeSourceExit } from '../../../../src/service/hosting/processes/describe-exit.ts';

const REPORT = `A promise was rejected and nobody handled it: Error: too late
    at Timeout._onTimeout (/home/ana/support/workflow.ts:3:42)
    at listOnTimeout (node:internal/timers:685:17)`;

test.each([
  [
    `before\n${REPORT}\n\nNode.js v24.0.0\n`,
    'ended with exit code 1.\nA promise was rejected and nobody handled it: Error: too late\n    at Timeout._onTimeout (workflow.ts:3:42)',
  ],
  ['goodbye\n', 'ended with exit code 1.\ngoodbye'],
  ['', 'ended with exit code 1.'],
  ['FATAL ERROR: JavaScript heap out of memory', 'used all the heap that Node gives it.'],
])('the end of the sources is told with its reason and place: %j', (stderr, text) => {
  expect(describeSourceExit({ code: 1, signal: null, stderr }, '/home/ana/support')).toBe(text);
});
