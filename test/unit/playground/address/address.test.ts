import { expect, test } from 'vitest';
import { type Address, parseAddress, toHash } from '../../../../src/playground/address/address.ts';

const ADDRESSES: readonly (readonly [string, Address])[] = [
  ['#/', { page: 'start' }],
  ['#/apps/support/routes', { page: 'routes', app: 'support', path: null, base: null }],
  ['#/apps/support/routes/', { page: 'routes', app: 'support', path: '/', base: null }],
  ['#/apps/support/routes/a/b', { page: 'routes', app: 'support', path: '/a/b', base: null }],
  ['#/apps/support/routes/a?base=my+code', { page: 'routes', app: 'support', path: '/a', base: 'my code' }],
  ['#/apps/support/routes/a%3Fb', { page: 'routes', app: 'support', path: '/a?b', base: null }],
  ['#/apps/support/routes/50%25', { page: 'routes', app: 'support', path: '/50%', base: null }],
  ['#/apps/support/variants', { page: 'variants', app: 'support', id: null }],
  ['#/apps/support/variants/01', { page: 'variants', app: 'support', id: '01' }],
  [
    '#/apps/support/variants?label=team%3Da',
    { page: 'variants', app: 'support', id: null, query: { label: 'team=a' } },
  ],
  ['#/apps/support/environments/production', { page: 'environments', app: 'support', name: 'production' }],
  ['#/apps/support/environments/a%2Fb', { page: 'environments', app: 'support', name: 'a/b' }],
  ['#/apps/support/human-evaluations', { page: 'human-evaluations', app: 'support', id: null }],
  ['#/apps/support/human-evaluations/01', { page: 'human-evaluations', app: 'support', id: '01' }],
  ['#/apps/support/evaluations/01', { page: 'evaluations', app: 'support', id: '01' }],
  [
    '#/apps/support/evaluations/01?baseline=02&by=the+locale',
    { page: 'evaluations', app: 'support', id: '01', query: { baseline: '02', by: 'the locale' } },
  ],
  ['#/apps/support/evaluations?find=a', { page: 'evaluations', app: 'support', id: null, query: { find: 'a' } }],
];

test.each(ADDRESSES)('%s is parsed and written back', (hash, address) => {
  expect(parseAddress(hash)).toEqual(address);
  expect(toHash(address)).toBe(hash);
});

test.each(['', '#', '#code=abc', '#/nonsense', '#/apps', '#/apps/'])('%j leads to the start', (hash) => {
  expect(parseAddress(hash)).toEqual({ page: 'start' });
});

test('an app alone, or a page that does not exist, leads to its overview', () => {
  expect(parseAddress('#/apps/support')).toEqual({ page: 'overview', app: 'support' });
  expect(parseAddress('#/apps/support/secrets')).toEqual({ page: 'overview', app: 'support' });
});

test('a badly escaped address is used unchanged', () => {
  expect(parseAddress('#/apps/support/variants/%E0%A4%A')).toEqual({
    page: 'variants',
    app: 'support',
    id: '%E0%A4%A',
  });
});

test('a slash at the end names nothing, one within belongs to the name', () => {
  expect(parseAddress('#/apps/support/variants/')).toEqual({ page: 'variants', app: 'support', id: null });
  expect(parseAddress('#/apps/support/environments/a/b')).toEqual({
    page: 'environments',
    app: 'support',
    name: 'a/b',
  });
});
