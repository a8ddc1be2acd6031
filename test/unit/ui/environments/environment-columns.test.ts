import { expect, test } from 'vitest';
import type { EnvironmentRevision } from '../../../../src/contract/environments/environment.ts';
import {
  environmentColumns,
  environmentRevisionColumns,
  environmentTimelineColumns,
} from '../../../../src/ui/environments/environment-columns.ts';
import { headsOf } from '../fixtures.ts';

const RUNS = new Map([
  ['a', { name: 'formal@1', parameters: { words: 5 } }],
  ['b', { name: 'formal@2', parameters: { words: 7 } }],
]);

function revisionOf(revision: number, change: Partial<EnvironmentRevision> = {}): EnvironmentRevision {
  return {
    id: `id-${revision}`,
    revision,
    modified_by: 'ada',
    deployed_app_variant_revision: revision === 1 ? 'a' : 'b',
    deployment: 'd',
    created_at: '2026-11-20T11:00:00Z',
    ...change,
  };
}

const evidence = { gate: { name: 'release' }, evaluation_id: 'e-1' } as unknown as NonNullable<
  EnvironmentRevision['evidence']
>;

test('the lists have these columns', () => {
  expect(headsOf(environmentColumns(new Map()))).toEqual([
    'name | text | 0',
    'runs | text | 0',
    'revision | integer | 0',
    'variant revision | id | 1',
  ]);
  expect(headsOf(environmentTimelineColumns(RUNS, []))).toEqual([
    ' | mark | 0',
    'revision | integer | 0',
    'runs | text | 0',
    'why | text | 1',
    'what changed | text | 3',
    'gate | text | 2',
    'evaluation | id | 6',
    'by | text | 5',
    'created | time | 4',
  ]);
  expect(headsOf(environmentRevisionColumns(RUNS, [revisionOf(1)]))).toEqual([
    'revision | integer | 0',
    'runs | text | 0',
    'by | text | 0',
    'created | time | 0',
    'variant revision | id | 0',
    'deployment | id | 0',
    'id | id | 0',
  ]);
});

test('programs get further columns when any revision has a value', () => {
  const revisions = [revisionOf(1), revisionOf(2, { restored_from: 1, message: 'Calmer', evidence })];
  const columns = environmentRevisionColumns(RUNS, revisions);
  expect(headsOf(columns)).toEqual([
    'revision | integer | 0',
    'runs | text | 0',
    'back to | integer | 0',
    'by | text | 0',
    'created | time | 0',
    'gate | text | 0',
    'evaluation | id | 0',
    'message | text | 0',
    'variant revision | id | 0',
    'deployment | id | 0',
    'id | id | 0',
  ]);
  expect(revisions.map((revision) => columns.map(({ value }) => value(revision) ?? null))).toEqual([
    [1, 'formal@1', null, 'ada', '2026-11-20T11:00:00Z', null, null, null, 'a', 'd', 'id-1'],
    [2, 'formal@2', 1, 'ada', '2026-11-20T11:00:00Z', '✓ release', 'e-1', 'Calmer', 'b', 'd', 'id-2'],
  ]);
});

test.each([
  [{}, null],
  [{ message: 'Calmer' }, 'Calmer'],
  [{ restored_from: 3 }, 'back to 3'],
  [{ restored_from: 3, message: 'Calmer' }, 'back to 3: Calmer'],
])('the reason of %j is %j', (change, why) => {
  expect(timelineOf([revisionOf(1, change)])[0]).toMatchObject({ why });
});

test('the timeline marks the newest revision and shows what each changed', () => {
  const rows = timelineOf([
    revisionOf(1),
    revisionOf(2, { evidence }),
    revisionOf(3, { deployed_app_variant_revision: null }),
    revisionOf(4, { deployed_app_variant_revision: 'gone' }),
  ]);
  expect(rows.map((row) => [row[''], row['runs'], row['what changed'], row['gate'], row['evaluation']])).toEqual([
    ['○', 'formal@1', null, null, null],
    ['○', 'formal@2', 'words 5 → 7', '✓ release', 'e-1'],
    ['○', null, null, null, null],
    ['●', null, null, null, null],
  ]);
});

function timelineOf(revisions: readonly EnvironmentRevision[]): Record<string, unknown>[] {
  const columns = environmentTimelineColumns(RUNS, revisions);
  return revisions.map((revision) =>
    Object.fromEntries(columns.map(({ header, value }) => [header, value(revision) ?? null])),
  );
}
