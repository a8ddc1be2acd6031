import { expect, test } from 'vitest';
import { wrapHeader } from '../../../../src/ui/layout/wrap-header.ts';

test.each([
  ['rows', 1, 'rows'],
  ['rows needed', 11, 'rows needed'],
  ['rows needed', 10, 'rows\nneeded'],
  ['exact_match', 4, 'exact_\nmatch'],
  ['one of two', 6, 'one of\ntwo'],
  ['one of two', 5, 'one\nof\ntwo'],
  ['日本 語', 4, '日本\n語'],
])('the header %j above values of %i columns is %j', (header, width, wrapped) => {
  expect(wrapHeader(header, width)).toBe(wrapped);
});
