import { expect, test } from 'vitest';
import { closestNames, notFound } from '../../../src/foundation/closest-names.ts';

test.each([
  ['summarize', ['summarise', 'rag', 'basic'], ['summarise']],
  ['prod', ['development', 'staging', 'production'], ['production']],
  ['PRODUCTION', ['production'], ['production']],
  ['xyz', ['summarise', 'basic'], []],
  ['a', [], []],
])('%s among %j is close to %j', (name, candidates, expected) => {
  expect(closestNames(name, candidates)).toEqual(expected);
});

test('at most three names are returned, all equally close', () => {
  expect(closestNames('aaaa', ['aabb', 'aaab', 'aaac', 'aaad', 'aaae'])).toEqual(['aaab', 'aaac', 'aaad']);
  expect(closestNames('jsn', ['jq', 'json', 'tsv'])).toEqual(['json']);
});

test('one letter is close to nothing, and two letters only to names that differ by one', () => {
  expect(closestNames('x', ['a', 'ab', 'xy'])).toEqual([]);
  expect(closestNames('ab', ['ac', 'xy', 'abcd'])).toEqual(['ac']);
});

test.each([
  ['two edits of five letters', 'abcde', ['abcxy'], ['abcxy']],
  ['three edits of five letters', 'abcde', ['abxyz'], []],
  ['three edits of nine letters', 'abcdefghi', ['abcdefxyz'], ['abcdefxyz']],
  ['four edits of eleven letters', 'abcdefghijk', ['abcdefgwxyz'], []],
  ['six edits of thirty letters', 'a'.repeat(30), ['a'.repeat(24)], ['a'.repeat(24)]],
  ['seven edits of thirty letters', 'a'.repeat(30), ['a'.repeat(23)], []],
])('%s are within the limit or not', (_, name, candidates, expected) => {
  expect(closestNames(name, candidates)).toEqual(expected);
});

test('a beginning of three letters counts as one edit, and another case as none', () => {
  expect(closestNames('pro', ['production'])).toEqual(['production']);
  expect(closestNames('pr', ['production'])).toEqual([]);
  expect(closestNames('prod', ['production', 'prad', 'pro'])).toEqual(['production', 'prad', 'pro']);
  expect(closestNames('PROD', ['production', 'prod'])).toEqual(['prod']);
});

test('a name that nobody types is compared with none', () => {
  expect(closestNames('x'.repeat(501), ['x'.repeat(500)])).toEqual([]);
  expect(closestNames('x'.repeat(500), ['x'.repeat(499)])).toEqual(['x'.repeat(499)]);
});

test('another UUID of the same minute is not close, and one with a wrong digit is', () => {
  const typed = '0199a8d2-4c1e-7b3a-9f10-5d2c8e7a6b41';
  expect(closestNames(typed, ['0199a8d2-6f02-7c3a-9d14-5e2c8f7a1b90'])).toEqual([]);
  expect(closestNames(typed, ['0199a8d2-4c1e-7b3a-9f10-5d2c8e7a6b42'])).toHaveLength(1);
});

const IDS = Array.from({ length: 200 }, (_, index) => `01932c5e-1111-7000-8000-${String(index).padStart(12, '0')}`);

test.each([
  ['the names that are there', ['billing', 'delivery'], 'billing, delivery.'],
  [
    'ten short names, and that there are more',
    'a,b,c,d,e,f,g,h,i,j,k,l'.split(','),
    'a, b, c, d, e, f, g, h, i, j, ….',
  ],
  ['as many ids as fit a sentence', IDS.slice(0, 4), `${IDS.slice(0, 3).join(', ')}, ….`],
  ['two names of 120 characters', ['a'.repeat(59), 'b'.repeat(59)], `${'a'.repeat(59)}, ${'b'.repeat(59)}.`],
  ['one of two names of 121 characters', ['a'.repeat(60), 'b'.repeat(59)], `${'a'.repeat(60)}, ….`],
  ['one name, however long', ['a'.repeat(300)], `${'a'.repeat(300)}.`],
])('the message for an unknown name lists %s', (_, available, told) => {
  const { message } = notFound({ kind: 'record', name: 'zzzzzz', available });
  expect(message).toBe(`No record is called "zzzzzz". Available: ${told}`);
});

test('the details of an unknown name list up to a hundred others', () => {
  const { details } = notFound({ kind: 'record', name: 'zzzzzz', available: IDS });
  expect(details).toEqual({ kind: 'record', name: 'zzzzzz', near: [], available: IDS.slice(0, 100) });
});

test.each([
  [['production', 'staging'], 'No environment is called "prodution". Did you mean production?'],
  [['a', 'b'], 'No environment is called "prodution". Available: a, b.'],
  [[], 'No environment is called "prodution". There is no environment yet.'],
])('the message for an unknown name suggests what is close, or lists what is there: %j', (available, message) => {
  expect(notFound({ kind: 'environment', name: 'prodution', available }).message).toBe(message);
});
