import { expect, test } from 'vitest';
import type { Address } from '../../../../src/playground/address/address.ts';
import { titleOf } from '../../../../src/playground/shell/title-of.ts';

const app = 'support';

test.each<[Address, string]>([
  [{ page: 'start' }, 'Apps'],
  [{ page: 'routes', app, path: null, base: null }, 'Routes, support'],
  [{ page: 'routes', app, path: '/summarise', base: 'app' }, '/summarise, Routes, support'],
  [{ page: 'environments', app, name: 'staging' }, 'staging, Environments, support'],
  [{ page: 'variants', app, id: 'some-id' }, 'Variants, support'],
  [{ page: 'evaluations', app, id: 'some-id' }, 'Evaluations, support'],
  [{ page: 'human-evaluations', app, id: null }, 'Votes, support'],
])('%j has the title %s', (address, title) => {
  expect(titleOf(address)).toBe(title);
});
