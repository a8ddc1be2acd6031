import { expect, test } from 'vitest';
import { visibleRange } from '../../../../src/playground/elements/visible-range.ts';

test.each([
  ['at the top', 0, 100_000, { first: 0, end: 30 }],
  ['in the middle', 36_000, 100_000, { first: 990, end: 1030 }],
  ['at the end', 3_599_280, 100_000, { first: 99_970, end: 100_000 }],
  ['beyond the end', 9_000_000, 100_000, { first: 99_999, end: 100_000 }],
  ['above the top, as a bouncing scroll is', -50, 100_000, { first: 0, end: 30 }],
  ['in a short list', 0, 3, { first: 0, end: 3 }],
  ['in an empty list', 0, 0, { first: 0, end: 0 }],
])('%s, the visible rows and a few more are drawn', (_, scrollTop, count, range) => {
  expect(visibleRange(scrollTop, 720, 36, count)).toEqual(range);
});
