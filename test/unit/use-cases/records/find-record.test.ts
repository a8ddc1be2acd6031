import { expect, test } from 'vitest';
import { isFullId } from '../../../../src/contract/validation/full-id.ts';
import { findRecord, mayBeIdPrefix, splitRevision } from '../../../../src/use-cases/records/look-up-record.ts';

const RECORDS = [
  { id: '01932c5e-1111-7000-8000-000000000001', name: 'formal' },
  { id: '01932c5e-2222-7000-8000-000000000002', name: 'short' },
  { id: '01932c5e-2222-7000-8000-000000000003', name: '01932c5e' },
  { id: '01932c5e-3333-7000-8000-000000000004', name: 'twin' },
  { id: '01932c5e-3333-7000-8000-000000000005', name: 'twin' },
];

test.each([
  ['formal', 0],
  ['01932c5e-2222-7000-8000-000000000002', 1],
  ['01932c5e-1', 0],
  ['01932c5e', 2],
])('%s finds the record: by name, then id, then unique id prefix', (typed, index) => {
  expect(find(typed)).toBe(RECORDS[index]);
});

test.each([
  ['formel', 'No variant is called "formel". Did you mean formal?'],
  ['nothing-like-it', 'No variant is called "nothing-like-it". Available: formal, short, 01932c5e, twin.'],
  ['', 'No variant is called "".'],
  ['019', 'No variant is called "019".'],
])('%j is not found, and the error lists existing names', (typed, message) => {
  expect(() => find(typed)).toThrow(
    expect.objectContaining({ code: 'WF_NOT_FOUND', message: expect.stringContaining(message) }),
  );
});

test('of more than five matches, five are listed', () => {
  const records = Array.from({ length: 9 }, (_, index) => ({ id: `01932c5e-${index}` }));
  expect(() => findRecord({ kind: 'evaluation', typed: '01932c5e', records, idOf: ({ id }) => id })).toThrow(
    expect.objectContaining({
      code: 'WF_USAGE',
      message:
        '"01932c5e" matches more than 5 evaluations: 01932c5e-0, 01932c5e-1, 01932c5e-2, 01932c5e-3, 01932c5e-4, …. Use a full id.',
    }),
  );
});

test.each(['01932c5e-2222', 'twin'])('%s means two records, so both are listed', (typed) => {
  expect(() => find(typed)).toThrow(
    expect.objectContaining({
      code: 'WF_USAGE',
      message: expect.stringMatching(/matches 2 variants: .+\(.+\), .+\(.+\)\./),
    }),
  );
});

test.each([
  ['01932c5e-2222-7000-8000-000000000002', true],
  ['01932C5E-2222-7000-8000-000000000002', false],
  ['01932c5e-2222-7000-8000-00000000000', false],
  ['formal', false],
])('%s is a full id: %s', (text, answer) => {
  expect(isFullId(text)).toBe(answer);
});

function find(typed: string) {
  return findRecord({ kind: 'variant', typed, records: RECORDS, idOf: ({ id }) => id, nameOf: ({ name }) => name });
}

test.each([
  ['abc', false],
  ['abcd', true],
  ['0-9a', true],
  ['abcg', false],
  ['ABCD', false],
  ['a'.repeat(36), true],
  ['a'.repeat(37), false],
])('%s may be the beginning of an id: %j', (text, may) => {
  expect(mayBeIdPrefix(text)).toBe(may);
});

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
])('%s names the revision %j', (typed, split) => {
  expect(splitRevision(typed)).toEqual(split);
});
