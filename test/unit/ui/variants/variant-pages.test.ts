import { expect, test } from 'vitest';
import type { AppVariantRevision } from '../../../../src/contract/variants/variant.ts';
import { variantRevisionsPage } from '../../../../src/ui/variants/variant-pages.ts';
import { showPage } from '../../../../src/ui/layout/show-page.ts';
import { displayOf } from '../fixtures.ts';

const REVISIONS: readonly AppVariantRevision[] = [1, 2, 3].map((revision) => ({
  id: `01932c5e-2222-7000-8000-00000000000${revision}`,
  revision,
  modified_by: 'ada',
  config: { config_name: 'formal', parameters: { words: revision * 10, prompt: 'Answer the question politely.' } },
  created_at: '2026-11-20T11:00:00Z',
}));
const RUNNING = new Map([['01932c5e-2222-7000-8000-000000000002', ['staging', 'production']]]);

test('people see the newest revision first, with changes and environments', async () => {
  const { text } = await showPage(variantRevisionsPage(REVISIONS, RUNNING), displayOf({ columns: 100 }));
  expect(text).toBe(
    [
      '   revision  what changed           runs in              by   created',
      '○         3  words 20 → 30          -                    ada  1 hour ago',
      '●         2  words 10 → 20          staging, production  ada  1 hour ago',
      '○         1  created with 2 fields  -                    ada  1 hour ago',
    ].join('\n'),
  );
});

test('programs get the revisions oldest first with all values', async () => {
  const { text } = await showPage(variantRevisionsPage(REVISIONS.slice(0, 1), RUNNING), displayOf({ form: 'tsv' }));
  expect(text).toBe(
    [
      'revision\tby\tcreated\tid\tparameters',
      '1\tada\t2026-11-20T11:00:00Z\t01932c5e-2222-7000-8000-000000000001\t{"words":10,"prompt":"Answer the question politely."}',
    ].join('\n'),
  );
});
