import { expect, test } from 'vitest';
import type { EnvironmentRevisions } from '../../../../src/contract/records/environment.ts';
import { environmentRevisionsPage, environmentsPage } from '../../../../src/ui/pages/environment-pages.ts';
import { drawPage } from '../../../../src/ui/draw-page.tsx';
import { showPage } from '../../../../src/ui/show-page.ts';
import { displayOf } from '../fixtures.ts';

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

test('the history says what each revision ran by name, not by id alone', () => {
  expect(drawPage(environmentRevisionsPage(PRODUCTION, NAMES), displayOf({ columns: 80 }))).toBe(
    [
      'name              production',
      'runs              formal@3',
      'revision          1',
      'variant id        01932c5e-1111-7000-8000-000000000001',
      'variant revision  01932c5e-2222-7000-8000-000000000001',
      '',
      'revision  runs      by   created     variant revision  deployment  id',
      '       1  formal@3  ada  1 hour ago  01932c5e          01932c5e    01932c5e',
    ].join('\n'),
  );
});

test('without the name of the revision, the variant is named', async () => {
  const page = environmentsPage([PRODUCTION], new Map());
  expect((await showPage(page, displayOf({ form: 'tsv' }))).text.split('\n')[1]).toBe(
    'production\tformal\t1\t01932c5e-2222-7000-8000-000000000001',
  );
});

test('the word "None" of the public service means nothing is deployed', async () => {
  const bare = { ...PRODUCTION, deployed_variant_name: null, deployed_app_variant_revision_id: 'None', revision: null };
  const page = environmentsPage([bare], NAMES);
  expect((await showPage(page, displayOf({ form: 'tsv' }))).text.split('\n')[1]).toBe('production\t\t\t');
});

test('an environment without history says how to give it one', () => {
  const page = environmentRevisionsPage({ ...PRODUCTION, revisions: [] }, NAMES);
  expect(drawPage(page, displayOf()).split('\n').at(-1)).toBe(
    'Nothing runs here yet: wf env deploy production --variant VARIANT',
  );
});
