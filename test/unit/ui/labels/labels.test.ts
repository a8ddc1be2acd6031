import { expect, test } from 'vitest';
import { appsView } from '../../../../src/ui/apps/apps-view.ts';
import { evaluationListView, humanEvaluationsView } from '../../../../src/ui/evaluations/evaluation-views.ts';
import { keysView } from '../../../../src/ui/keys/key-views.ts';
import { describeMetadata } from '../../../../src/ui/labels/label-columns.ts';
import { testsetsView } from '../../../../src/ui/testsets/testset-views.ts';
import { variantView, variantRevisionsView } from '../../../../src/ui/variants/variant-detail-views.ts';
import { variantsView } from '../../../../src/ui/variants/variant-views.ts';
import { drawnLines, variantOf, writtenLines } from '../fixtures.ts';

const LABELLED = { ...variantOf(), labels: { release: '2.4', team: 'a=b c' } };
const ARCHIVED = { ...variantOf(), archived_at: '2026-11-20T11:57:00Z' };

test('labels are shown as users type them, in a list if any record has some', () => {
  expect(writtenLines(variantsView([variantOf(), LABELLED])).map((line) => line.split(/ {2,}/).at(-1))).toEqual([
    'LABELS',
    '-',
    'release=2.4, team=a=b c',
  ]);
  expect(writtenLines(variantsView([variantOf({ labels: {} })]))[0]).toMatch(/URI$/);
  expect(drawnLines(variantView(LABELLED))).toContain('labels    release=2.4, team=a=b c');
});

test('archived records say when', () => {
  expect(drawnLines(variantsView([ARCHIVED, variantOf()]), 160).map((line) => line.split(/ {2,}/).at(-1))).toEqual([
    'archived',
    '3 minutes ago',
    '-',
  ]);
  expect(drawnLines(variantView(ARCHIVED))).toContain('archived  3 minutes ago');
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
  [appsView([]), 'No apps yet. Create one: wf deploy (or wf apps create NAME)'],
  [appsView([], NARROWED), 'No app matches.'],
  [keysView([], []), 'No keys yet. Create one: wf keys create NAME'],
  [keysView([], [], NARROWED), 'No key matches.'],
  [variantsView([]), 'No variants yet. Create one: wf deploy'],
  [variantsView([], NARROWED), 'No variant matches.'],
  [variantsView([], { isFiltered: true, isArchived: true }), 'No archived variant found.'],
  [variantRevisionsView([], new Map()), 'No revisions.'],
  [testsetsView([]), 'No test sets yet. Store one: wf testsets create FILE'],
  [testsetsView([], NARROWED), 'No test set matches.'],
  [
    evaluationListView([]),
    'No evaluations yet. Run one: wf eval run --testset FILE --evaluators exact_match --variants VARIANT',
  ],
  [evaluationListView([], NARROWED), 'No evaluation matches.'],
  [
    humanEvaluationsView([]),
    'No human evaluations yet. Create one: wf human-eval create --testset FILE --variants A,B',
  ],
  [humanEvaluationsView([], NARROWED), 'No human evaluation matches.'],
])('an empty list says why, and how to begin: %#', (page, line) => {
  expect(drawnLines(page)).toEqual([line]);
});
