import { expect, test } from 'vitest';
import type { EnvironmentRevisions } from '../../../../src/contract/environments/environment.ts';
import {
  environmentPage,
  environmentRevisionsPage,
  environmentsPage,
} from '../../../../src/ui/environments/environment-pages.ts';
import { drawPage } from '../../../../src/ui/layout/draw-page.tsx';
import { showPage } from '../../../../src/ui/layout/show-page.ts';
import { displayOf, outlineOf } from '../fixtures.ts';

const NAMES = new Map([['01932c5e-2222-7000-8000-000000000001', 'formal@3']]);
const PRODUCTION: EnvironmentRevisions = {
  name: 'production',
  app_id: '01932c5e-0000-7000-8000-00000000000a',
  project_id: '01932c5e-0000-7000-8000-00000000000b',
  deployed_app_variant_id: '01932c5e-1111-7000-8000-000000000001',
  deployed_variant_name: 'formal',
  deployed_app_variant_revision_id: '01932c5e-2222-7000-8000-000000000001',
  revision: 1,
  revisions: [
    {
      id: '01932c5e-6666-7000-8000-000000000001',
      revision: 1,
      modified_by: 'ada',
      deployed_app_variant_revision: '01932c5e-2222-7000-8000-000000000001',
      deployment: '01932c5e-7777-7000-8000-000000000001',
      created_at: '2026-11-20T11:00:00Z',
    },
  ],
};

const RUNS = new Map([
  ['01932c5e-2222-7000-8000-000000000001', { name: 'formal@3', parameters: { words: 5 } }],
  ['01932c5e-2222-7000-8000-000000000002', { name: 'default@1', parameters: { words: 50 } }],
]);
const HISTORY: EnvironmentRevisions = {
  ...PRODUCTION,
  revision: 2,
  revisions: PRODUCTION.revisions.flatMap((first) => [
    { ...first, deployed_app_variant_revision: '01932c5e-2222-7000-8000-000000000002' },
    {
      ...first,
      id: '01932c5e-6666-7000-8000-000000000002',
      revision: 2,
      created_at: '2026-11-20T11:57:00Z',
      restored_from: 1,
      message: 'Calmer',
    },
  ]),
};

test('the history shows what each revision ran by name', () => {
  expect(drawPage(environmentRevisionsPage(HISTORY, RUNS), displayOf({ columns: 80 }))).toBe(
    [
      'name              production',
      'runs              formal@3',
      'revision          2',
      'variant id        01932c5e-1111-7000-8000-000000000001',
      'variant revision  01932c5e-2222-7000-8000-000000000001',
      '',
      '   revision  runs       why                what changed  by   created',
      '●         2  formal@3   back to 1: Calmer  words 50 → 5  ada  3 minutes ago',
      '○         1  default@1  -                  -             ada  1 hour ago',
    ].join('\n'),
  );
});

test('programs get the history oldest first with full ids', async () => {
  const { text } = await showPage(environmentRevisionsPage(HISTORY, RUNS), displayOf({ form: 'tsv' }));
  expect(text.split('\n').slice(-3)).toEqual([
    'revision\truns\tback to\tby\tcreated\tmessage\tvariant revision\tdeployment\tid',
    '1\tdefault@1\t\tada\t2026-11-20T11:00:00Z\t\t01932c5e-2222-7000-8000-000000000002\t01932c5e-7777-7000-8000-000000000001\t01932c5e-6666-7000-8000-000000000001',
    '2\tformal@3\t1\tada\t2026-11-20T11:57:00Z\tCalmer\t01932c5e-2222-7000-8000-000000000001\t01932c5e-7777-7000-8000-000000000001\t01932c5e-6666-7000-8000-000000000002',
  ]);
});

test('without the name of the revision, the variant is named', async () => {
  const page = environmentsPage([PRODUCTION], new Map());
  expect((await showPage(page, displayOf({ form: 'tsv' }))).text.split('\n')[1]).toBe(
    'production\tformal\t1\t01932c5e-2222-7000-8000-000000000001',
  );
});

test('"None" of the public service means that nothing is deployed', async () => {
  const bare = { ...PRODUCTION, deployed_variant_name: null, deployed_app_variant_revision_id: 'None', revision: null };
  const page = environmentsPage([bare], NAMES);
  expect((await showPage(page, displayOf({ form: 'tsv' }))).text.split('\n')[1]).toBe('production\t\t\t');
});

test('an environment without history suggests a deploy', () => {
  const page = environmentRevisionsPage({ ...PRODUCTION, revisions: [] }, RUNS);
  expect(drawPage(page, displayOf()).split('\n').at(-1)).toBe(
    'Nothing runs here yet: wf env deploy production --variant VARIANT',
  );
});

test('one environment shows its protection', () => {
  const protection = { gate: { name: 'release' }, changed_by: 'ada', changed_at: '2026-11-20T11:57:00Z' };
  const environment = { ...PRODUCTION, protection } as unknown as EnvironmentRevisions;
  expect(outlineOf(environmentPage(environment, NAMES))).toEqual([
    'record',
    '  name | text | "production"',
    '  runs | text | "formal@3"',
    '  revision | integer | 1',
    '  protected by | text | "gate release"',
    '  since | time | "2026-11-20T11:57:00Z"',
    '  set by | text | "ada"',
    '  variant id | id | "01932c5e-1111-7000-8000-000000000001"',
    '  variant revision | id | "01932c5e-2222-7000-8000-000000000001"',
  ]);
});

test('no environments are a line', () => {
  expect(outlineOf(environmentsPage([], NAMES)).at(-1)).toBe('  No environments.');
});
