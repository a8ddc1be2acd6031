import { expect, test } from 'vitest';
import { describeMoveEvent } from '../../../../src/ui/archives/describe-move-event.ts';

test('a move is described once per table and per 100,000 rows', () => {
  const describe = describeMoveEvent();
  const lines = [
    ['apps', 1],
    ['variants', 10],
    ['variants', 100_009],
    ['variants', 100_010],
    ['variants', 200_009],
    ['variants', 200_010],
    ['testsets', 5],
    ['testsets', 6],
  ].map(([table, rows]) => describe({ table: String(table), rows: Number(rows) }));
  expect(lines).toEqual([
    'apps: 1 rows',
    'variants: 10 rows',
    null,
    'variants: 100010 rows',
    null,
    'variants: 200010 rows',
    'testsets: 5 rows',
    null,
  ]);
});
