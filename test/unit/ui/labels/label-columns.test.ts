import { expect, test } from 'vitest';
import { describeMetadata, formatLabels, labelColumns, labelFields } from '../../../../src/ui/labels/label-columns.ts';

const LABELLED = { labels: { release: '2.4', team: 'a=b c' } };

test('labels are written as users type them', () => {
  expect(formatLabels(LABELLED)).toBe('release=2.4, team=a=b c');
  expect(formatLabels({})).toBe('');
});

test('a list has a column of labels if a record has any', () => {
  expect(labelColumns([{ labels: {} }, {}])).toEqual([]);
  const [column, ...others] = labelColumns([{}, LABELLED]);
  expect(others).toEqual([]);
  expect([column?.header, column?.value(LABELLED), column?.value({})]).toEqual([
    'labels',
    'release=2.4, team=a=b c',
    '',
  ]);
});

test('a record shows its labels if it has any', () => {
  expect(labelFields({ labels: {} })).toEqual([]);
  expect(labelFields(LABELLED)).toEqual([{ label: 'labels', value: 'release=2.4, team=a=b c' }]);
});

test('archived records say when', () => {
  const archived = { archived_at: '2026-01-05T12:00:00.000Z' };
  expect(labelFields(archived)).toEqual([{ label: 'archived', kind: 'time', value: archived.archived_at }]);
  const none: { readonly archived_at: string | null } = { archived_at: null };
  const [column, ...others] = labelColumns([archived, none]);
  expect(others).toEqual([]);
  expect([column?.header, column?.kind, column?.value(archived), column?.value(none)]).toEqual([
    'archived',
    'time',
    archived.archived_at,
    null,
  ]);
});

test('a change is described', () => {
  const change = { set: {}, unset: [], archived: null };
  const describe = (more: Partial<Parameters<typeof describeMetadata>[2]>) =>
    describeMetadata('variant a', LABELLED, { ...change, ...more });
  expect(describe({ set: { team: 'x' } })).toBe('Labels of variant a: release=2.4, team=a=b c.');
  expect(describeMetadata('variant a', {}, { ...change, unset: ['team'] })).toBe('Labels of variant a: none.');
  expect(describe({ archived: true })).toBe('Archived variant a.');
  expect(describe({ archived: false, unset: ['x'] })).toBe(
    'Unarchived variant a. Labels of variant a: release=2.4, team=a=b c.',
  );
});
