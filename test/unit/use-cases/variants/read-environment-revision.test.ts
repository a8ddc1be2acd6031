import { expect, test } from 'vitest';
import type { EnvironmentRevision } from '../../../../src/contract/environments/environment.ts';
import { ServiceError } from '../../../../src/errors/service-error.ts';
import { pinEntry, readEnvironmentRevision } from '../../../../src/use-cases/variants/read-environment-revision.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';

const ENVIRONMENT = {
  app_id: 'a-1',
  name: 'production',
  revision: 2,
  deployed_app_variant_revision_id: 'r-2',
  deployed_variant_name: 'formal',
};
const entryOf = (revision: number, id: string | null) =>
  ({ id: `e-${revision}`, revision, deployed_app_variant_revision: id }) as EnvironmentRevision;
const REVISION = { id: 'r-2', revision: 7, config: { config_name: 'x', parameters: { words: 5 } } };

interface World {
  /** The history; `null`: the service fails to send it. */
  readonly history?: readonly EnvironmentRevision[] | null;
  /** Whether revisions of variants are listed with their ids. */
  readonly listsIds?: boolean;
  readonly fetched?: unknown;
}

function world({ history = [entryOf(1, 'r-1'), entryOf(2, 'r-2')], listsIds = true, fetched }: World = {}) {
  const failed = new ServiceError({ code: 'WF_FAILED', message: 'No.', status: 500, requestId: null });
  const missing = new ServiceError({ code: 'WF_NOT_FOUND', message: 'No.', status: 404, requestId: null });
  return fakeClient({
    extensions: async () => null,
    getEnvironmentRevisions: async () => {
      if (history === null) throw failed;
      return { revisions: [...history] } as never;
    },
    listAppVariants: async () => [{ variant_id: 'v-0' }, { variant_id: 'v-1', variant_name: 'formal' }] as never,
    listVariantRevisions: async ({ variant_id }) => (variant_id === 'v-1' && listsIds ? [REVISION] : []) as never,
    fetchConfig: async () => {
      if (fetched === undefined) throw missing;
      return fetched as never;
    },
  });
}

test('an environment runs the entry of its history that is current', async () => {
  const { client, calls } = world();
  expect(await readEnvironmentRevision(client, ENVIRONMENT, null)).toEqual({
    environment: 'production',
    revision: entryOf(2, 'r-2'),
    variant: { name: 'formal', revision: REVISION },
  });
  expect(calls[1]).toEqual({ name: 'listAppVariants', input: { app_id: 'a-1', variant_revision_id: 'r-2' } });
});

test.each<[string, World, number | null, string, string[], string]>([
  [
    'a number that is not there',
    {},
    9,
    'WF_NOT_FOUND',
    ['wf env revisions production'],
    'has no revision 9. It has 1 to 2.',
  ],
  [
    'no history',
    { history: [] },
    1,
    'WF_NOT_FOUND',
    ['wf env revisions production'],
    'has no revision 1. It has none yet.',
  ],
  [
    'a revision that is gone',
    {},
    1,
    'WF_NOT_FOUND',
    ['wf env revisions production'],
    'has no revision 1. It has 1 to 2.',
  ],
])('%s is refused', async (_, options, number, code, nextSteps, message) => {
  await expect(readEnvironmentRevision(world(options).client, ENVIRONMENT, number)).rejects.toMatchObject({
    code,
    message: `Environment production ${message}`,
    nextSteps,
  });
});

test('an environment that runs nothing says how to deploy', async () => {
  const environment = { ...ENVIRONMENT, deployed_app_variant_revision_id: null };
  await expect(readEnvironmentRevision(world({ history: null }).client, environment, null)).rejects.toMatchObject({
    code: 'WF_NOT_FOUND',
    message: 'Nothing is deployed to production yet.',
    nextSteps: ['wf env deploy production --variant VARIANT'],
  });
});

test('without a history, only what runs now is known', async () => {
  const { client } = world({ history: null });
  const unknown = { id: '', modified_by: '', created_at: '', deployment: null };
  expect(await readEnvironmentRevision(client, ENVIRONMENT, null)).toEqual({
    environment: 'production',
    revision: { ...unknown, revision: 2, deployed_app_variant_revision: 'r-2' },
    variant: { name: 'formal', revision: REVISION },
  });
  expect((await readEnvironmentRevision(client, { ...ENVIRONMENT, revision: null }, null)).revision.revision).toBe(0);
  await expect(readEnvironmentRevision(client, ENVIRONMENT, 1)).rejects.toMatchObject({
    code: 'WF_UNSUPPORTED',
    message: 'This service cannot list the history of production: only what it runs now is known.',
    nextSteps: ['wf env show production'],
  });
});

const FETCHED = { params: { words: 5 }, variant_ref: { id: 'r-2', slug: 'formal.x', version: 3 } };

test.each<[string, unknown, unknown]>([
  [
    'what it runs',
    { ...FETCHED, variant_lifecycle: { created_at: '2026' } },
    {
      id: 'r-2',
      revision: 3,
      modified_by: '',
      config: { config_name: 'formal.x', parameters: { words: 5 } },
      created_at: '2026',
    },
  ],
  [
    'little about it',
    { params: {}, variant_ref: { id: 'r-2' } },
    { id: 'r-2', revision: 0, modified_by: '', config: { config_name: 'formal', parameters: {} }, created_at: '' },
  ],
  ['another revision', { ...FETCHED, variant_ref: { ...FETCHED.variant_ref, id: 'r-3' } }, null],
  ['nothing', undefined, null],
])('a service that lists revisions without ids is asked, and answers %s', async (_, fetched, revision) => {
  const { client, calls } = world({ listsIds: false, fetched });
  const pinned = await pinEntry(client, ENVIRONMENT, entryOf(2, 'r-2'));
  expect(pinned).toEqual(
    revision === null
      ? null
      : { environment: 'production', revision: entryOf(2, 'r-2'), variant: { name: 'formal', revision } },
  );
  expect(calls.at(-1)?.input).toEqual({
    body: {
      environment_ref: { slug: 'production', version: null, id: null },
      application_ref: { slug: null, version: null, id: 'a-1' },
    },
  });
});

test('only the running revision is asked for by its name', async () => {
  const { client, calls } = world({ listsIds: false, fetched: FETCHED });
  expect(await pinEntry(client, ENVIRONMENT, entryOf(1, 'r-1'))).toBeNull();
  expect(await pinEntry(client, ENVIRONMENT, entryOf(1, null))).toBeNull();
  expect(calls.some(({ name }) => name === 'fetchConfig')).toBe(false);
});
