import { expect, test } from 'vitest';
import { archiveView, describeMoveEvent } from '../../../../src/ui/archives/archive-view.ts';
import { writtenLines } from '../fixtures.ts';

const VIEW = {
  app_id: 'a',
  app_name: 'support',
  file: 'support.wf',
  size: 2048,
  sha256: 'ab',
  rows: { apps: 1, variant_revisions: 12, human_votes: 0 },
  artifacts: 0,
  variables: [],
  missing: [],
};

test('what an archive does not include is named', () => {
  const page = archiveView('Exported support.', {
    ...VIEW,
    variables: ['KEY', 'TOKEN'],
    missing: ['the logs', 'keys'],
  });
  expect(writtenLines(page).slice(-5)).toEqual([
    'Not included: the values of KEY, TOKEN. Set them: wf env vars set KEY',
    '',
    'Not included: the logs',
    '',
    'Not included: keys',
  ]);
});

test('a move is described once per table and per 100,000 rows', () => {
  const describe = describeMoveEvent();
  const lines = [
    ['apps', 1],
    ['variants', 10],
    ['variants', 100_009],
    ['variants', 100_010],
    ['variants', 200_010],
    ['testsets', 5],
    ['testsets', 6],
  ].map(([table, rows]) => describe({ table: String(table), rows: Number(rows) }));
  expect(lines).toEqual([
    'apps: 1 rows',
    'variants: 10 rows',
    null,
    'variants: 100010 rows',
    'variants: 200010 rows',
    'testsets: 5 rows',
    null,
  ]);
});
