import { expect, test } from 'vitest';
import { moveBy, topOf } from '../../../../src/ui/choose/move.ts';
import { NO_KEY } from '../../../helpers/press.ts';

test.each([
  ['up', { upArrow: true }, 4],
  ['down', { downArrow: true }, 6],
  ['a page up', { pageUp: true }, 2],
  ['a page down', { pageDown: true }, 8],
  ['home', { home: true }, 0],
  ['end', { end: true }, 9],
  ['another key', { tab: true }, null],
])('%s moves the cursor', (_, key, to) => {
  expect(moveBy({ ...NO_KEY, ...key }, 5, 10, 3)).toBe(to);
});

test('no key moves the cursor out of the list', () => {
  expect(moveBy({ ...NO_KEY, upArrow: true }, 0, 10, 3)).toBe(0);
  expect(moveBy({ ...NO_KEY, pageDown: true }, 8, 10, 3)).toBe(9);
  expect(moveBy({ ...NO_KEY, downArrow: true }, 0, 0, 3)).toBe(0);
});

test('the cursor is in the middle if the list continues at both ends', () => {
  expect([0, 1, 5, 9].map((cursor) => topOf(cursor, 10, 4))).toEqual([0, 0, 3, 6]);
  expect(topOf(1, 2, 4)).toBe(0);
});
