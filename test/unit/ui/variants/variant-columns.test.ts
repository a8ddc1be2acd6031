import { expect, test } from 'vitest';
import type { AppVariantRevision } from '../../../../src/contract/variants/variant.ts';
import { variantColumns, variantRevisionColumns } from '../../../../src/ui/variants/variant-columns.ts';
import { headsOf } from '../fixtures.ts';

test('the lists have these columns', () => {
  expect(headsOf(variantColumns)).toEqual([
    'name | text | 0',
    'revision | integer | 0',
    'base | text | 2',
    'config | text | 3',
    'id | id | 0',
    'updated | time | 1',
    'uri | text | 4',
  ]);
  expect(headsOf(variantRevisionColumns(new Map(), new Map()))).toEqual([
    ' | mark | 0 | drawn',
    'revision | integer | 0',
    'by | text | 0 | written',
    'created | time | 0 | written',
    'id | id | 0 | written',
    'parameters | text | 0 | written',
    'what changed | text | 0 | drawn',
    'runs in | text | 1 | drawn',
    'by | text | 3 | drawn',
    'created | time | 2 | drawn',
  ]);
});

test('a revision shows where it runs and what changed since the previous one', () => {
  const columns = variantRevisionColumns(new Map([[1, { words: 5 }]]), new Map([['r-2', ['production', 'staging']]]));
  const revisions = [1, 2].map((revision) => ({
    id: `r-${revision}`,
    revision,
    modified_by: 'ada',
    created_at: '2026-11-20T11:00:00Z',
    config: { config_name: 'default', parameters: { words: revision * 5 } },
  })) as unknown as AppVariantRevision[];
  expect(revisions.map((revision) => columns.map(({ value }) => value(revision) ?? null))).toEqual([
    [
      '○',
      1,
      'ada',
      '2026-11-20T11:00:00Z',
      'r-1',
      '{"words":5}',
      'created with 1 field',
      null,
      'ada',
      '2026-11-20T11:00:00Z',
    ],
    [
      '●',
      2,
      'ada',
      '2026-11-20T11:00:00Z',
      'r-2',
      '{"words":10}',
      'words 5 → 10',
      'production, staging',
      'ada',
      '2026-11-20T11:00:00Z',
    ],
  ]);
});
