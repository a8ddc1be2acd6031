import { expect, test } from 'vitest';
import type { ExtendedClient } from '../../../../src/client/create-client.ts';
import type { EnvironmentOutput, EnvironmentRevision } from '../../../../src/contract/environments/environment.ts';
import { ServiceError } from '../../../../src/errors/service-error.ts';
import { diffEnvironments } from '../../../../src/use-cases/environments/diff-environments.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';

const APP = '01980000-0000-7000-8000-000000000001';

const entry = (revision: number, pinned: string | null, rest: Partial<EnvironmentRevision> = {}) => ({
  id: `e${revision}`,
  revision,
  modified_by: `person ${revision}`,
  deployed_app_variant_revision: pinned,
  deployment: `d-${pinned}`,
  created_at: `2026-11-2${revision}T00:00:00Z`,
  ...rest,
});

function environmentOf(name: string, revision: number | null, running: string | null): EnvironmentOutput {
  return {
    name,
    app_id: APP,
    project_id: 'p',
    deployed_app_variant_id: running === null ? null : 'v',
    deployed_variant_name: running === null ? null : 'friendly',
    deployed_app_variant_revision_id: running,
    revision,
  };
}

const PRODUCTION = environmentOf('production', 3, 'r2');
const STAGING = environmentOf('staging', 1, 'r3');
const EMPTY = environmentOf('empty', null, null);
const AT = environmentOf('at@1', 1, 'r3');

/** Histories of the environments; `r1` to `r3` are revisions of one variant. */
const HISTORIES: Readonly<Record<string, readonly EnvironmentRevision[]>> = {
  production: [entry(1, 'r1'), entry(2, 'gone'), entry(3, 'r2')],
  staging: [entry(1, 'r3', { deployment: null })],
  empty: [],
  'at@1': [entry(1, 'r3', { deployment: null })],
};

const revisionOf = (number: number) => ({
  id: `r${number}`,
  revision: number,
  modified_by: 'ann',
  config: { config_name: 'friendly', parameters: { words: number } },
  created_at: '2026-11-20T00:00:00Z',
});

const deploymentOf = (id: string, code: { artifact_sha256: string | null; url?: string | null }) => ({
  id,
  routes: [],
  url: null,
  ...code,
});

function service(methods: Partial<ExtendedClient> = {}) {
  return fakeClient({
    listApps: async () => [{ app_id: APP, app_name: 'shop' }] as never,
    listAppEnvironments: async () => [PRODUCTION, STAGING, EMPTY, AT],
    getEnvironmentRevisions: async ({ environment_name }) => ({
      ...PRODUCTION,
      revisions: [...(HISTORIES[environment_name] ?? [])],
    }),
    listAppVariants: async ({ variant_revision_id }) =>
      variant_revision_id === 'gone' ? [] : ([{ variant_id: 'v', variant_name: 'friendly' }] as never),
    listVariantRevisions: async () => [1, 2, 3].map(revisionOf),
    listDeployments: async () =>
      [
        deploymentOf('d-r1', { artifact_sha256: 'aa' }),
        deploymentOf('d-r2', { artifact_sha256: null, url: 'https://x' }),
      ] as never,
    ...methods,
  }).client;
}

const diff = async (before: string, after: string | null, methods: Partial<ExtendedClient> = {}) =>
  await diffEnvironments({ client: service(methods), app: 'shop', before, after });

const side = (environment: string, revision: number, number: number, rest: object) => ({
  environment,
  revision,
  variant: 'friendly',
  variant_revision: number,
  deployed_by: `person ${revision}`,
  deployed_at: `2026-11-2${revision}T00:00:00Z`,
  ...rest,
});
const FIRST = side('production', 1, 1, { deployment: 'd-r1', code: 'aa' });
const THIRD = side('production', 3, 2, { deployment: 'd-r2', code: 'https://x' });
const STAGED = side('staging', 1, 3, { deployment: null, code: null });

test('two environments are compared in what they run', async () => {
  expect(await diff('production', 'staging')).toMatchObject({
    before: THIRD,
    after: STAGED,
    same_code: false,
    fields: [{ field: 'words', before: 2, after: 3 }],
  });
});

test('two revisions of an environment are compared', async () => {
  expect(await diff('production@1', 'production@3')).toMatchObject({ before: FIRST, after: THIRD, same_code: false });
  expect(await diff('production@3', 'production')).toMatchObject({
    before: THIRD,
    after: THIRD,
    same_code: true,
    fields: [],
  });
});

test('an environment whose name looks like a revision is itself', async () => {
  expect(await diff('at@1', 'staging')).toMatchObject({ before: { environment: 'at@1' }, after: STAGED });
});

test.each([
  ['production', { environment: 'production', revision: 2 }],
  ['production@3', { environment: 'production', revision: 2 }],
])('%s alone is compared with the revision before', async (typed) => {
  const pinned = {
    getEnvironmentRevisions: async () => ({
      ...PRODUCTION,
      revisions: [entry(1, 'r3'), entry(2, 'r1'), entry(3, 'r2')],
    }),
  };
  expect(await diff(typed, null, pinned)).toMatchObject({
    before: { revision: 2, variant_revision: 1 },
    after: { revision: 3, variant_revision: 2 },
  });
});

test.each<[string, string | null, object]>([
  ['staging', null, { message: 'Environment staging has nothing before revision 1.' }],
  ['empty', null, { message: 'Environment empty has nothing before now: nothing is deployed to it yet.' }],
  ['production@1', null, { nextSteps: ['wf env revisions production', 'wf env diff production OTHER'] }],
  [
    'empty',
    'staging',
    { message: 'Nothing is deployed to empty yet.', nextSteps: ['wf env deploy empty --variant VARIANT'] },
  ],
  [
    'production@9',
    'staging',
    { message: 'Environment production has no revision 9. It has 1 to 3.', nextSteps: ['wf env revisions production'] },
  ],
  ['production@2', 'staging', { message: 'Environment production has no revision 2. It has 1 to 3.' }],
  ['empty@1', 'staging', { message: 'Environment empty has no revision 1. It has none yet.' }],
  [
    'prodution',
    'staging',
    { message: 'No environment is called "prodution". Did you mean production?', nextSteps: ['wf env list'] },
  ],
  ['production', 'stagin@2', { message: 'No environment is called "stagin". Did you mean staging?' }],
])('%s and %s are refused', async (before, after, error) => {
  await expect(diff(before, after)).rejects.toMatchObject({ code: 'WF_NOT_FOUND', ...error });
});

const PUBLIC = { extensions: async () => null };

test('a public service, whose numbers repeat, is read by position', async () => {
  const history = {
    getEnvironmentRevisions: async () => ({
      ...PRODUCTION,
      revisions: [entry(1, 'r1'), entry(1, 'r3'), entry(1, 'r2')],
    }),
  };
  expect(await diff('production', null, { ...PUBLIC, ...history })).toMatchObject({
    before: { variant_revision: 3, code: null },
    after: { variant_revision: 2, code: null },
    same_code: true,
  });
  await expect(diff('production@1', 'staging', { ...PUBLIC, ...history })).rejects.toMatchObject({
    code: 'WF_USAGE',
    message:
      "production has 3 revisions with the number 1: this service repeats the numbers of the variants' revisions.",
  });
});

test('a public service with one entry has nothing before it', async () => {
  const history = { getEnvironmentRevisions: async () => ({ ...STAGING, revisions: [entry(1, 'r3')] }) };
  await expect(diff('staging', null, { ...PUBLIC, ...history })).rejects.toThrow(
    expect.objectContaining({ message: 'Environment staging has nothing before revision 1.' }),
  );
  await expect(diff('empty', null, PUBLIC)).rejects.toThrow(
    expect.objectContaining({ message: 'Environment empty has nothing before now: nothing is deployed to it yet.' }),
  );
});

test('a service that cannot send a history knows only what runs now', async () => {
  const failed = new ServiceError({ code: 'WF_FAILED', status: 500, message: 'Internal Server Error' });
  const broken = { ...PUBLIC, getEnvironmentRevisions: async () => await Promise.reject(failed) };
  expect(await diff('production', 'staging', broken)).toMatchObject({
    before: { environment: 'production', revision: 3, variant_revision: 2, deployed_by: '' },
    after: { environment: 'staging', revision: 1, variant_revision: 3 },
  });
  await expect(diff('production@1', 'staging', broken)).rejects.toMatchObject({
    code: 'WF_UNSUPPORTED',
    message: 'This service cannot list the history of production: only what it runs now is known.',
    nextSteps: ['wf env show production'],
  });
});

test('a running revision without an id in the lists is fetched by the name of the environment', async () => {
  const fetched = {
    params: { words: 9 },
    variant_ref: { slug: 'friendly', version: 4, id: 'r2' },
    variant_lifecycle: { created_at: 'then' },
  };
  const asked: unknown[] = [];
  const methods: Partial<ExtendedClient> = {
    listAppVariants: async () => [],
    fetchConfig: async (input) => {
      asked.push(input);
      return fetched;
    },
  };
  expect(await diff('production', 'production', methods)).toMatchObject({
    before: { variant: 'friendly', variant_revision: 4 },
    fields: [],
  });
  expect(asked[0]).toEqual({
    body: {
      environment_ref: { slug: 'production', version: null, id: null },
      application_ref: { slug: null, version: null, id: APP },
    },
  });
  const other = {
    ...methods,
    fetchConfig: async () => ({ ...fetched, variant_ref: { ...fetched.variant_ref, id: 'x' } }) as never,
  };
  await expect(diff('production', 'staging', other)).rejects.toThrow(
    expect.objectContaining({ message: 'Nothing is deployed to production yet.' }),
  );
});
