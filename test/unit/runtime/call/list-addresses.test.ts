import { expect, test } from 'vitest';
import { listAddresses } from '../../../../src/runtime/call/list-addresses.ts';

test('a route has an address for the playground and one for deployed calls', () => {
  expect(listAddresses('/summarise')).toEqual([
    { path: '/playground/run/summarise', use: 'playground' },
    { path: '/run/summarise', use: 'deployed' },
  ]);
});

test('the entrypoint has four', () => {
  expect(listAddresses('/')).toEqual([
    { path: '/generate', use: 'playground' },
    { path: '/playground/run', use: 'playground' },
    { path: '/generate_deployed', use: 'deployed' },
    { path: '/run', use: 'deployed' },
  ]);
});
