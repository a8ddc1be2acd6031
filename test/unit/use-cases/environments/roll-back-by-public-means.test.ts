import { expect, test } from 'vitest';
import type { ExtendedClient } from '../../../../src/client/create-client.ts';
import { ServiceError } from '../../../../src/errors/service-error.ts';
import {
  type PublicRollback,
  rollBackByPublicMeans,
} from '../../../../src/use-cases/environments/roll-back-by-public-means.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';
import { variantOf } from '../../ui/fixtures.ts';

const APP = '01932c5e-1111-7000-8000-000000000001';
const FORMAL = variantOf({ variant_name: 'my formal', variant_id: 'v1', revision: 2 });
const CASUAL = variantOf({ variant_name: 'casual', variant_id: 'v2', revision: 1 });

const revisionOf = (id: string, revision: number) => ({
  id,
  revision,
  modified_by: 'ann',
  config: { config_name: 'x', parameters: {} },
  created_at: '',
});

/** The revisions of both variants; the public service numbers the entries of a history as those. */
const REVISIONS: Readonly<Record<string, ReturnType<typeof revisionOf>[]>> = {
  v1: [revisionOf('f1', 1), revisionOf('f2', 2)],
  v2: [revisionOf('c0', 0), revisionOf('c1', 1)],
};

const entryOf = (id: string, revision: number, runs: string | null) => ({
  id,
  revision,
  modified_by: 'ann',
  deployed_app_variant_revision: runs,
  deployment: null,
  created_at: '',
});

const running = (variant: string | null, name: string | null, revision: string | null) => ({
  name: 'my production',
  app_id: APP,
  project_id: 'p',
  deployed_app_variant_id: variant,
  deployed_variant_name: name,
  deployed_app_variant_revision_id: revision,
  revision: null,
});

const HISTORY = [entryOf('e1', 1, 'f1'), entryOf('e2', 2, 'f2'), entryOf('e3', 3, 'c1')];

/** Rolls back an environment with a history; afterwards it runs `after`. */
async function rollBack(
  options: Partial<PublicRollback> = {},
  { before = running('v2', 'casual', 'c1'), after = 'f2', history = HISTORY } = {},
  methods: Partial<ExtendedClient> = {},
) {
  let isWritten = false;
  const write = async () => void (isWritten = true);
  const { client, calls } = fakeClient({
    extensions: async () => null,
    listAppEnvironments: async () => [before],
    getEnvironmentRevisions: async () =>
      isWritten
        ? { ...before, deployed_app_variant_revision_id: after, revisions: [] }
        : { ...before, revisions: history },
    listAppVariants: async (input) =>
      [FORMAL, CASUAL].filter(
        ({ variant_id }) =>
          input.variant_revision_id === undefined ||
          REVISIONS[variant_id]?.some(({ id }) => id === input.variant_revision_id),
      ),
    listVariantRevisions: async ({ variant_id }) => REVISIONS[variant_id] ?? [],
    deployToEnvironment: write as never,
    request: write as never,
    ...methods,
  });
  const confirmed: string[] = [];
  const result = await rollBackByPublicMeans({
    client,
    app: APP,
    environment: 'my production',
    to: null,
    confirm: async ({ name }) => confirmed.push(name) > 0,
    ...options,
  }).catch((error: unknown) => error);
  const writes = calls.filter(({ name }) => name === 'deployToEnvironment' || name === 'request');
  return { result, confirmed, writes: writes.map(({ name, input }) => [name, input]) };
}

const ENV_DEPLOY = "wf env deploy 'my production' --variant";

test('the newest revision of a variant is deployed again', async () => {
  const { result, confirmed, writes } = await rollBack();
  expect(writes).toEqual([['deployToEnvironment', { body: { environment_name: 'my production', variant_id: 'v1' } }]]);
  expect(confirmed).toEqual(['my production']);
  expect(result).toMatchObject({ revision: null, warning: null, record: { deployed_app_variant_revision_id: 'f2' } });
});

test('an older revision of the variant that runs is restored by moving the pointer', async () => {
  const before = running('v1', 'my formal', 'f2');
  const { writes } = await rollBack({ to: 1 }, { before, after: 'f1' });
  expect(writes).toEqual([['request', { method: 'POST', path: '/configs/deployment/e1/revert' }]]);
});

test('what runs already is not written', async () => {
  const { result, confirmed, writes } = await rollBack({ to: 3 });
  expect([confirmed, writes]).toEqual([[], []]);
  expect(result).toMatchObject({ revision: null, record: { deployed_app_variant_revision_id: 'c1' } });
});

test('a message needs an extension', async () => {
  const { result, writes } = await rollBack({ message: 'too slow' });
  expect(result).toMatchObject({
    code: 'WF_UNSUPPORTED',
    message: 'This service lacks messages on rollbacks. Nothing was changed.',
    nextSteps: [`${ENV_DEPLOY} VARIANT`],
  });
  expect(writes).toEqual([]);
});

test('a history that cannot be read is reported', async () => {
  const failed = new ServiceError({ code: 'WF_FAILED', message: 'It failed.', status: 500 });
  const { result } = await rollBack({}, {}, { getEnvironmentRevisions: () => Promise.reject(failed) });
  expect(result).toMatchObject({
    code: 'WF_UNSUPPORTED',
    message: 'This service lacks a history of my production that can be read. Nothing was changed.',
    nextSteps: [`${ENV_DEPLOY} VARIANT`],
  });
});

test('an older revision of another variant needs two commands', async () => {
  const { result, writes } = await rollBack({ to: 1 });
  expect(result).toMatchObject({
    code: 'WF_UNSUPPORTED',
    message:
      'This service lacks rollbacks to an older revision of another variant than my production runs. Nothing was changed.',
    nextSteps: [`wf variants revert 'my formal' --to 1 && ${ENV_DEPLOY} 'my formal'`],
  });
  expect(writes).toEqual([]);
});

test('there may be no such revision, or none before', async () => {
  const nextSteps = ["wf env revisions 'my production'"];
  expect((await rollBack({ to: 9 })).result).toMatchObject({
    code: 'WF_NOT_FOUND',
    message: 'Environment my production has no revision 9.',
    nextSteps,
  });
  expect((await rollBack({}, { history: HISTORY.slice(2) })).result).toMatchObject({
    code: 'WF_CONFLICT',
    message: 'Environment my production has no earlier revision.',
    nextSteps,
  });
});

test('a number that two entries have names neither', async () => {
  const history = [entryOf('e0', 1, 'c0'), ...HISTORY];
  expect((await rollBack({ to: 1 }, { history })).result).toMatchObject({
    code: 'WF_USAGE',
    message:
      "my production has 2 revisions with the number 1: this service repeats the numbers of the variants' revisions.",
    nextSteps: ["wf env revisions 'my production'"],
  });
});

test('a variant that was deleted cannot be restored', async () => {
  const { result } = await rollBack({}, {}, { listAppVariants: async () => [CASUAL] });
  expect(result).toMatchObject({
    code: 'WF_NOT_FOUND',
    message: 'What my production ran then is gone: its variant was deleted.',
    nextSteps: ["wf env revisions 'my production'"],
  });
});

test('an environment that runs something else afterwards is reported', async () => {
  const { result } = await rollBack({}, { after: 'c1' });
  expect(result).toMatchObject({
    code: 'WF_CONFLICT',
    message:
      'my production does not run what was restored, my formal: somebody else deployed at the same time, or the service ignored it.',
    nextSteps: ["wf env show 'my production'", 'Run the same command again'],
  });
});
