import { expect, test } from 'vitest';
import { type Ended, sayEnd } from '../../../../../src/playground/workbench/outcome/say-end.ts';

test.each<[string, Ended, string]>([
  ['configuration', { asked: 1, done: 1, failed: 0, seconds: 1.2 }, '1 of 1 configuration answered in 1.20 s'],
  [
    'row',
    { asked: 3000, done: 2000, failed: 1000, seconds: 12 },
    '2,000 of 3,000 rows answered in 12.0 s, 1,000 failed',
  ],
  ['call', { asked: 6, done: 2, failed: 1, seconds: 0.5 }, '2 of 6 calls answered in 500 ms, 1 failed, 3 cancelled'],
])('the end of each %s of %j is spoken', (what, ended, text) => {
  expect(sayEnd(what, ended)).toBe(text);
});
