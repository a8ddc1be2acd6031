import { expect, test } from 'vitest';
import type { AppVariantRevision } from '../../../../src/contract/variants/variant.ts';
import { describeChanges } from '../../../../src/ui/variants/diff-views.ts';
import { variantView, variantRevisionsView } from '../../../../src/ui/variants/variant-detail-views.ts';
import { drawnLines, variantOf } from '../fixtures.ts';

const REVISIONS: readonly AppVariantRevision[] = [1, 2, 3].map((revision) => ({
  id: `revision-${revision}`,
  revision,
  modified_by: 'ada',
  config: { config_name: 'formal', parameters: { words: revision * 10, prompt: 'Answer politely.' } },
  created_at: '2026-11-20T11:00:00Z',
}));
const RUNNING = new Map([['revision-2', ['staging', 'production']]]);

test('people see the newest revision first, with changes and environments', () => {
  expect(drawnLines(variantRevisionsView(REVISIONS, RUNNING))).toEqual([
    '   revision  what changed               runs in              by   created',
    '○         3  words 20 → 30              -                    ada  1 hour ago',
    '●         2  words 10 → 20              staging, production  ada  1 hour ago',
    '○         1  created with 2 fields set  -                    ada  1 hour ago',
  ]);
});

test('the first of some revisions is compared with the one before it', () => {
  const [first, ...others] = REVISIONS;
  expect(drawnLines(variantRevisionsView(others, RUNNING, first)).at(-1)).toContain('words 10 → 20');
});

test('a variant shows each value, and which are the defaults of its code', () => {
  const fields = [
    { field: 'words', route: null, value: 50, is_default: true },
    { field: 'tone', route: null, value: { a: 1 }, is_default: false },
  ];
  expect(drawnLines(variantView({ ...variantOf(), fields }))).toEqual([
    'name      main.default',
    'app       support',
    'base      main',
    'config    default',
    'revision  1',
    'id        01932c5e-1111-7000-8000-000000000001',
    'uri       -',
    'created   1 day ago',
    'updated   3 minutes ago',
    '',
    'parameter  value',
    'words      50 (default)',
    'tone       {"a":1}',
  ]);
});

test.each([
  [{ parameters: { words: 20 } }, 'words      20'],
  [{ parameters: {}, set_parameters: {} }, 'Nothing is set: every field has its default.'],
  // Another service does not know the code's defaults.
  [{ parameters: {} }, 'Nothing is set.'],
  [{ parameters: null }, 'Nothing is set.'],
])('a variant of unknown code with %j', (stored, line) => {
  expect(drawnLines(variantView(variantOf(stored))).at(-1)).toBe(line);
});

const LONG = 'Summarise what the customer wants';

test.each([
  [undefined, { words: 5, tone: 'plain' }, 'created with 2 fields set'],
  [undefined, null, 'created, nothing set'],
  [{ words: 5 }, { words: 5 }, 'same values'],
  [{ words: 5 }, { words: 8 }, 'words 5 → 8'],
  [{ words: 5 }, {}, 'words back to its default'],
  [null, { stream: true }, 'stream default → true'],
  [{ prompt: 'Short', words: 1 }, { prompt: LONG, words: 2 }, 'words 1 → 2, prompt “Summarise what the c…”'],
  [{ prompt: LONG }, { prompt: 'Short' }, 'prompt “Summarise what the c…” → Short'],
  [{ m: [{ a: 1 }] }, { m: [{ a: 2 }, 3] }, 'm/0/a 1 → 2, m/1 added'],
  [{ m: [1, 2] }, { m: [2] }, 'm/0 removed'],
  [{ m: [1] }, {}, 'm back to its default'],
  [{}, { m: [1] }, 'm default → [1]'],
  [{ name: 'a' }, { name: '\u001b[31mb\n' }, 'name a → [31mb '],
])('from %j to %j: %s', (before, after, words) => {
  expect(describeChanges(before, after)).toBe(words);
});

test.each([
  [{ words: 5 }, {}, 'words removed'],
  [null, { stream: true }, 'stream set to true'],
  [{}, { prompt: LONG }, 'prompt “Summarise what the c…”'],
])('where nobody knows the defaults, from %j to %j: %s', (before, after, words) => {
  expect(describeChanges(before, after, false)).toBe(words);
});
