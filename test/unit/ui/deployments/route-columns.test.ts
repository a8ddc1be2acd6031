import { expect, test } from 'vitest';
import { configFieldColumns, configFields, routeColumns } from '../../../../src/ui/deployments/route-columns.ts';
import { headsOf } from '../fixtures.ts';

test('the lists have these columns', () => {
  expect(headsOf(routeColumns)).toEqual([
    'route | text | 0',
    'export | text | 3',
    'config | text | 2',
    'input | text | 1',
  ]);
  expect(headsOf(configFieldColumns)).toEqual([
    'route | text | 0',
    'field | text | 0',
    'type | text | 0',
    'allowed | text | 2',
    'default | text | 1',
  ]);
});

test('routes without a schema have no fields', () => {
  const bare = { path: '/', name: 'default', config: null, input: null, output: null, defaults: {} };
  expect(configFields([bare])).toEqual([]);
  expect(routeColumns.map(({ value }) => value({ ...bare, input: {} }))).toEqual(['/', 'default', '', '']);
  expect(routeColumns.map(({ value }) => value(bare))).toEqual(['/', 'default', '', 'any']);
});
