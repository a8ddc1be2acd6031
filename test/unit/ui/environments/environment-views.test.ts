import { expect, test } from 'vitest';
import type { EnvironmentRevision, EnvironmentRevisions } from '../../../../src/contract/environments/environment.ts';
import {
  environmentRevisionsView,
  environmentsView,
  variablesView,
} from '../../../../src/ui/environments/environment-views.ts';
import { drawnLines, writtenLines } from '../fixtures.ts';

const RUNS = new Map([
  ['a', { name: 'formal@1', set: { words: 5 } }],
  ['b', { name: 'formal@2', set: { words: 7 } }],
]);
const NAMES = new Map([['b', { name: 'formal@2' }]]);

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

function productionOf(revisions: readonly EnvironmentRevision[]): EnvironmentRevisions {
  return {
    name: 'production',
    app_id: 'a-1',
    project_id: 'p-1',
    deployed_app_variant_id: 'v-1',
    deployed_variant_name: 'formal',
    deployed_app_variant_revision_id: 'b',
    revision: 2,
    revisions: [...revisions],
  };
}

const EVIDENCE = { gate: { name: 'release' }, evaluation_id: 'e-1' } as unknown as NonNullable<
  EnvironmentRevision['evidence']
>; // what the page reads

test('the history shows people the newest revision first, with what each changed and why', () => {
  const page = environmentRevisionsView(
    productionOf([
      revisionOf(1),
      revisionOf(2, { evidence: EVIDENCE, message: 'Longer' }),
      revisionOf(3, { deployed_app_variant_revision: 'gone' }),
      revisionOf(4, { deployed_app_variant_revision: 'a', restored_from: 1 }),
      revisionOf(5, { restored_from: 2, message: 'Calmer', created_at: '2026-11-20T11:57:00Z' }),
    ]),
    RUNS,
  );
  expect(drawnLines(page, 140)).toEqual([
    'name              production',
    'runs              formal@2',
    'revision          2',
    'variant id        v-1',
    'variant revision  b',
    '',
    '   revision  runs      why                what changed  gate       evaluation  by   created',
    '●         5  formal@2  back to 2: Calmer  words 5 → 7   -          -           ada  3 minutes ago',
    '○         4  formal@1  back to 1          -             -          -           ada  1 hour ago',
    '○         3  -         -                  -             -          -           ada  1 hour ago',
    '○         2  formal@2  Longer             words 5 → 7   ✓ release  e-1         ada  1 hour ago',
    '○         1  formal@1  -                  -             -          -           ada  1 hour ago',
  ]);
});

test('an environment without history suggests a deploy', () => {
  expect(drawnLines(environmentRevisionsView(productionOf([]), RUNS)).at(-1)).toBe(
    'Nothing runs here yet: wf env deploy production --variant VARIANT',
  );
});

test('what an environment runs is named by its revision or by its variant; "None" is nothing', () => {
  const production = productionOf([]);
  const none = { ...production, deployed_variant_name: null, deployed_app_variant_revision_id: 'None', revision: null };
  const unknown = { ...production, deployed_app_variant_revision_id: 'other' };
  expect(writtenLines(environmentsView([production, unknown, none], NAMES))).toEqual([
    'NAME        RUNS      REVISION  VARIANT REVISION',
    'production  formal@2         2  b',
    'production  formal           2  other',
    'production  -                -  -',
  ]);
});

test('variables are listed without values, those of an environment with where each comes from', () => {
  const variable = { name: 'API_KEY', updated_at: '2026-11-20T11:00:00Z', modified_by: 'ada' };
  expect(drawnLines(variablesView([variable]))).toEqual(['name     set         by', 'API_KEY  1 hour ago  ada']);
  expect(drawnLines(variablesView([variable]), 16)[0]).toBe('name     set');
  expect(drawnLines(variablesView([variable, { ...variable, from: 'environment' }]))).toEqual([
    'name     from         set         by',
    'API_KEY  -            1 hour ago  ada',
    'API_KEY  environment  1 hour ago  ada',
  ]);
});
