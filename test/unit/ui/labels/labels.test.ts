import { expect, test } from 'vitest';
import { appsPage } from '../../../../src/ui/apps/apps-page.ts';
import { evaluationListPage, humanEvaluationsPage } from '../../../../src/ui/evaluations/evaluation-pages.ts';
import { keysPage } from '../../../../src/ui/keys/key-pages.ts';
import { describeMetadata } from '../../../../src/ui/labels/label-columns.ts';
import { testsetsPage } from '../../../../src/ui/testsets/testset-pages.ts';
import { variantPage, variantRevisionsPage, variantsPage } from '../../../../src/ui/variants/variant-pages.ts';
import { drawnLines, writtenLines } from '../fixtures.ts';
import { variantOf } from '../../../helpers/page/page-records.ts';

const LABELLED = { ...variantOf(), labels: { release: '2.4', team: 'a=b c' } };
const ARCHIVED = { ...variantOf(), archived_at: '2026-11-20T11:57:00Z' };

test('labels are shown as users type them, in a list if any record has some', () => {
  expect(writtenLines(variantsPage([variantOf(), LABELLED])).map((line) => line.split(/ {2,}/).at(-1))).toEqual([
    'LABELS',
    '-',
    'release=2.4, team=a=b c',
  ]);
  expect(writtenLines(variantsPage([variantOf({ labels: {} })]))[0]).toMatch(/URI$/);
  expect(drawnLines(variantPage(LABELLED))).toContain('labels    release=2.4, team=a=b c');
});

test('archived records say when', () => {
  expect(drawnLines(variantsPage([ARCHIVED, variantOf()]), 160).map((line) => line.split(/ {2,}/).at(-1))).toEqual([
    'archived',
    '3 minutes ago',
    '-',
  ]);
  expect(drawnLines(variantPage(ARCHIVED))).toContain('archived  3 minutes ago');
});

const CHANGE = { set: {}, unset: [], archived: null };

test.each([
  [{ set: { team: 'x' } }, 'Labels of variant a: release=2.4, team=a=b c.'],
  [{ archived: true }, 'Archived variant a.'],
  [{ archived: false, unset: ['x'] }, 'Unarchived variant a. Labels of variant a: release=2.4, team=a=b c.'],
])('the change %j is described', (change, text) => {
  expect(describeMetadata('variant a', LABELLED, { ...CHANGE, ...change })).toBe(text);
});

test('labels that are all removed are none', () => {
  expect(describeMetadata('variant a', {}, { ...CHANGE, unset: ['team'] })).toBe('Labels of variant a: none.');
});

const NARROWED = { isFiltered: true };

test.each([
  [appsPage([]), 'No apps yet. Create one: wf deploy (or wf apps create NAME)'],
  [appsPage([], NARROWED), 'No app matches.'],
  [keysPage([], []), 'No keys yet. Create one: wf keys create NAME'],
  [keysPage([], [], NARROWED), 'No key matches.'],
  [variantsPage([]), 'No variants yet. Create one: wf deploy'],
  [variantsPage([], NARROWED), 'No variant matches.'],
  [variantsPage([], { isFiltered: true, isArchived: true }), 'No archived variant found.'],
  [variantRevisionsPage([], new Map()), 'No revisions.'],
  [testsetsPage([]), 'No test sets yet. Store one: wf testsets create FILE'],
  [testsetsPage([], NARROWED), 'No test set matches.'],
  [evaluationListPage([]), 'No evaluations yet. Run one: wf eval run --testset FILE --evaluators exact_match'],
  [evaluationListPage([], NARROWED), 'No evaluation matches.'],
  [
    humanEvaluationsPage([]),
    'No human evaluations yet. Create one: wf human-eval create --testset FILE --variants A,B',
  ],
  [humanEvaluationsPage([], NARROWED), 'No human evaluation matches.'],
])('an empty list says why, and how to begin: %#', (page, line) => {
  expect(drawnLines(page)).toEqual([line]);
});
