import { expect, test } from 'vitest';
import { notFound } from '../../../src/errors/not-found.ts';

const IDS = Array.from({ length: 200 }, (_, index) => `01932c5e-1111-7000-8000-${String(index).padStart(12, '0')}`);

test.each([
  ['names that are there', ['billing', 'delivery'], 'billing, delivery.'],
  [
    'ten short names, and that there are more',
    'a,b,c,d,e,f,g,h,i,j,k,l'.split(','),
    'a, b, c, d, e, f, g, h, i, j, ….',
  ],
  ['as many ids as fit a sentence', IDS.slice(0, 4), `${IDS.slice(0, 3).join(', ')}, ….`],
  ['two names of 120 characters', ['a'.repeat(59), 'b'.repeat(59)], `${'a'.repeat(59)}, ${'b'.repeat(59)}.`],
  ['one of two names of 121 characters', ['a'.repeat(60), 'b'.repeat(59)], `${'a'.repeat(60)}, ….`],
  ['one name, however long', ['a'.repeat(300)], `${'a'.repeat(300)}.`],
])('the message has %s', (_, available, told) => {
  const { message } = notFound({ kind: 'record', name: 'zzzzzz', available });
  expect(message).toBe(`No record is called "zzzzzz". Available: ${told}`);
});

test('the details have up to a hundred names', () => {
  const { details } = notFound({ kind: 'record', name: 'zzzzzz', available: IDS });
  expect(details).toEqual({ kind: 'record', name: 'zzzzzz', near: [], available: IDS.slice(0, 100) });
});
