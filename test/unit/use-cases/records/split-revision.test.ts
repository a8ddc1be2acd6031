import { expect, test } from 'vitest';
import { splitRevision } from '../../../../src/use-cases/records/split-revision.ts';

test.each([
  ['formal@3', { name: 'formal', revision: 3 }],
  ['a@b@12', { name: 'a@b', revision: 12 }],
  ['formal@123456789', { name: 'formal', revision: 123_456_789 }],
  ['formal@1234567890', null],
  ['formal@0', null],
  ['formal@03', null],
  ['formal@x', null],
  ['formal@', null],
  ['@3', null],
  ['formal', null],
])('%s is %j', (typed, split) => {
  expect(splitRevision(typed)).toEqual(split);
});
