import { expect, test } from 'vitest';
import type { AppVariantRevision } from '../../../../src/contract/variants/variant.ts';
import { variantPage, variantRevisionsPage, variantsPage } from '../../../../src/ui/variants/variant-pages.ts';
import { showPage } from '../../../../src/ui/layout/show-page.ts';
import { displayOf, outlineOf, variantOf } from '../fixtures.ts';

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

test('an empty history says so, and the revision before the first is what that one changed', () => {
  expect(outlineOf(variantRevisionsPage([], RUNNING))).toEqual([
    'table (written)',
    '   | mark | 0 | drawn',
    '  revision | integer | 0',
    '  by | text | 0 | written',
    '  created | time | 0 | written',
    '  id | id | 0 | written',
    '  parameters | text | 0 | written',
    '  what changed | text | 0 | drawn',
    '  runs in | text | 1 | drawn',
    '  by | text | 3 | drawn',
    '  created | time | 2 | drawn',
    '  No revisions.',
    'table (drawn)',
    '   | mark | 0 | drawn',
    '  revision | integer | 0',
    '  by | text | 0 | written',
    '  created | time | 0 | written',
    '  id | id | 0 | written',
    '  parameters | text | 0 | written',
    '  what changed | text | 0 | drawn',
    '  runs in | text | 1 | drawn',
    '  by | text | 3 | drawn',
    '  created | time | 2 | drawn',
    '  No revisions.',
  ]);
  const [first, ...others] = REVISIONS;
  expect(outlineOf(variantRevisionsPage(others, RUNNING, first)).slice(-3)).toEqual([
    '  "○", 3, "ada", "2026-11-20T11:00:00Z", "01932c5e-2222-7000-8000-000000000003", "{\\"words\\":30,\\"prompt\\":\\"Answer the question politely.\\"}", "words 20 → 30", , "ada", "2026-11-20T11:00:00Z"',
    '  "●", 2, "ada", "2026-11-20T11:00:00Z", "01932c5e-2222-7000-8000-000000000002", "{\\"words\\":20,\\"prompt\\":\\"Answer the question politely.\\"}", "words 10 → 20", "staging, production", "ada", "2026-11-20T11:00:00Z"',
    '  No revisions.',
  ]);
});

test('variants are listed with the labels that any has', () => {
  const labelled = { ...variantOf(), labels: { team: 'a' } };
  expect(outlineOf(variantsPage([variantOf(), labelled]))).toEqual([
    'table',
    '  name | text | 0',
    '  revision | integer | 0',
    '  base | text | 2',
    '  config | text | 3',
    '  id | id | 0',
    '  updated | time | 1',
    '  uri | text | 4',
    '  labels | text | 6',
    '  "main.default", 1, "main", "default", "01932c5e-1111-7000-8000-000000000001", "2026-11-20T11:57:00Z", null, ""',
    '  "main.default", 1, "main", "default", "01932c5e-1111-7000-8000-000000000001", "2026-11-20T11:57:00Z", null, "team=a"',
    '  No variants yet. Create one: wf deploy',
  ]);
  expect(outlineOf(variantsPage([])).at(-1)).toBe('  No variants yet. Create one: wf deploy');
  expect(outlineOf(variantsPage([], { isArchived: true })).at(-1)).toBe('  No archived variant found.');
});

test('a variant shows each value, and which are the defaults of its code', () => {
  const fields = [
    { field: 'words', value: 50, is_default: true },
    { field: 'tone', value: { a: 1 }, is_default: false },
  ];
  expect(outlineOf(variantPage({ ...variantOf(), fields }))).toEqual([
    'record',
    '  name | text | "main.default"',
    '  app | text | "support"',
    '  base | text | "main"',
    '  config | text | "default"',
    '  revision | integer | 1',
    '  id | id | "01932c5e-1111-7000-8000-000000000001"',
    '  uri | text | null',
    '  created | time | "2026-11-19T12:00:00Z"',
    '  updated | time | "2026-11-20T11:57:00Z"',
    'table',
    '  parameter | text | 0',
    '  value | prose | 0',
    '  "words", "50 (default)"',
    '  "tone", "{\\"a\\":1}"',
    '  No parameters: every field has its default.',
  ]);
  expect(outlineOf(variantPage(variantOf({ parameters: { words: 20 } }))).slice(-2)).toEqual([
    '  "words", 20',
    '  No parameters: every field has its default.',
  ]);
  expect(outlineOf(variantPage(variantOf({ parameters: null }))).at(-1)).toBe(
    '  No parameters: every field has its default.',
  );
});
