import { expect, test } from 'vitest';
import { ServiceError } from '../../../../src/errors/service-error.ts';
import { resolveVariant, resolveVariantRevision } from '../../../../src/use-cases/variants/resolve-variant.ts';
import { resolveVariants } from '../../../../src/use-cases/variants/resolve-variants.ts';
import { showVariant } from '../../../../src/use-cases/variants/show-variant.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';
import { variantOf } from '../../ui/fixtures.ts';

const APP = '01932c5e-0000-7000-8000-00000000000a';
const FORMAL = variantOf({ variant_name: 'formal', variant_id: '01932c5e-1111-7000-8000-000000000001', revision: 5 });
const ODD = variantOf({ variant_name: 'odd@2', variant_id: '01932c5e-2222-7000-8000-000000000002' });

test('a full id is fetched without an app', async () => {
  const { client, calls } = fakeClient({ getVariant: async () => FORMAL });
  expect(await resolveVariant({ client, app: null, variant: FORMAL.variant_id })).toBe(FORMAL);
  expect(calls).toEqual([{ name: 'getVariant', input: { variant_id: FORMAL.variant_id } }]);
});

test.each([
  ['formal', FORMAL, null],
  ['formal@3', FORMAL, 3],
  ['01932c5e-1@12', FORMAL, 12],
  ['odd@2', ODD, null],
  ['odd@2@1', ODD, 1],
])('%s names a variant and a revision', async (typed, variant, revision) => {
  const { client } = listing();
  expect(await resolveVariantRevision({ client, app: APP, variant: typed })).toEqual({ variant, revision });
});

test('a name is found without listing all variants', async () => {
  const { client, calls } = fakeClient({ listAppVariants: async () => [FORMAL] });
  await resolveVariantRevision({ client, app: APP, variant: 'formal' });
  expect(calls).toEqual([{ name: 'listAppVariants', input: { app_id: APP, variant_name: 'formal', limit: 6 } }]);
});

test('an id prefix is found without listing all variants', async () => {
  const { client, calls } = fakeClient({ listAppVariants: async ({ id_prefix }) => (id_prefix ? [FORMAL] : []) });
  expect(await resolveVariant({ client, app: APP, variant: '01932c5e-1' })).toBe(FORMAL);
  expect(calls.map(({ input }) => input)).toEqual([
    { app_id: APP, variant_name: '01932c5e-1', limit: 6 },
    { app_id: APP, id_prefix: '01932c5e-1', limit: 6 },
  ]);
});

test('all variants are listed if none has the name, to suggest similar ones', async () => {
  const { client, calls } = fakeClient({ listAppVariants: async ({ variant_name }) => (variant_name ? [] : [FORMAL]) });
  await expect(resolveVariant({ client, app: APP, variant: 'formel' })).rejects.toThrow(
    expect.objectContaining({
      message: 'No variant is called "formel". Did you mean formal?',
      nextSteps: ['wf variants list'],
    }),
  );
  expect(calls.map(({ input }) => input)).toEqual([{ app_id: APP, variant_name: 'formel', limit: 6 }, { app_id: APP }]);
});

test('if there is no variant yet, the next step creates one', async () => {
  const { client } = fakeClient({ listAppVariants: async () => [] });
  await expect(resolveVariant({ client, app: APP, variant: 'formal' })).rejects.toMatchObject({
    code: 'WF_NOT_FOUND',
    nextSteps: ['wf deploy'],
  });
});

test('a revision of a full id needs one request', async () => {
  const { client, calls } = fakeClient({ getVariant: async () => FORMAL });
  const variant = `${FORMAL.variant_id}@3`;
  expect(await resolveVariantRevision({ client, app: null, variant })).toEqual({ variant: FORMAL, revision: 3 });
  expect(calls).toEqual([{ name: 'getVariant', input: { variant_id: FORMAL.variant_id } }]);
});

test.each([
  [500, APP, true],
  [500, null, false],
  [404, APP, true],
  [404, null, false],
  [403, APP, false],
])('an id that the service answers with %i is looked up in the app %j: %j', async (status, app, isListed) => {
  const failure = new ServiceError({ code: 'WF_FAILED', message: 'No.', status });
  const { client, calls } = fakeClient({
    getVariant: () => Promise.reject(failure),
    listApps: () => Promise.reject(failure),
    listAppVariants: async () => [FORMAL],
  });
  const resolving = resolveVariant({ client, app, variant: FORMAL.variant_id });
  if (isListed) expect(await resolving).toBe(FORMAL);
  else await expect(resolving).rejects.toThrow();
  expect(calls.some(({ name }) => name === 'listAppVariants')).toBe(isListed);
});

test.each(['formal@0', 'formal@x', 'formal@-1', 'formal@'])(
  '%s has no revision number, so it is an unknown name',
  async (typed) => {
    const { client } = listing();
    await expect(resolveVariantRevision({ client, app: APP, variant: typed })).rejects.toThrow(
      expect.objectContaining({ code: 'WF_NOT_FOUND' }),
    );
  },
);

test('an unknown variant at a revision is named without the revision', async () => {
  const { client } = listing();
  await expect(resolveVariantRevision({ client, app: APP, variant: 'formel@3' })).rejects.toThrow(
    'No variant is called "formel". Did you mean formal?',
  );
});

test('an old revision is shown as it was', async () => {
  const { client } = fakeClient({
    listAppVariants: async () => [FORMAL],
    getVariantRevision: async () => ({
      revision: 3,
      modified_by: 'ada',
      config: { config_name: 'formal', parameters: { words: 30 } },
      created_at: '2026-11-01T00:00:00Z',
    }),
  });
  expect(await showVariant({ client, app: APP, variant: 'formal@3' })).toEqual({
    ...FORMAL,
    revision: 3,
    config_name: 'formal',
    parameters: { words: 30 },
    updated_at: '2026-11-01T00:00:00Z',
  });
});

test('a list of variants keeps its order and its revisions', async () => {
  const { client } = listing();
  expect(await resolveVariants({ client, appId: APP, variants: ' formal@2, odd@2 ,formal' })).toEqual([
    { id: FORMAL.variant_id, revision: 2 },
    { id: ODD.variant_id, revision: 1 },
    { id: FORMAL.variant_id, revision: 5 },
  ]);
});

test('no list means the only variant', async () => {
  const { client } = fakeClient({ listAppVariants: async () => [FORMAL], getVariant: async () => FORMAL });
  expect(await resolveVariants({ client, appId: APP, variants: null })).toEqual([
    { id: FORMAL.variant_id, revision: 5 },
  ]);
});

test.each([
  [null, 'WF_USAGE', 'The app has 2 variants, and none was named.'],
  [',', 'WF_USAGE', '--variants is empty.'],
  ['formal,formal@5', 'WF_USAGE', 'The variant "formal@5" is named twice.'],
  ['nobody', 'WF_NOT_FOUND', 'No variant is called "nobody".'],
])('the list %j is rejected', async (variants, code, message) => {
  const { client } = listing();
  await expect(resolveVariants({ client, appId: APP, variants })).rejects.toThrow(
    expect.objectContaining({ code, message: expect.stringContaining(message) }),
  );
});

test('an app without variants suggests a deploy', async () => {
  const { client } = fakeClient({ listAppVariants: async () => [] });
  await expect(resolveVariants({ client, appId: APP, variants: null })).rejects.toThrow(
    expect.objectContaining({ code: 'WF_NOT_FOUND', nextSteps: ['wf deploy'] }),
  );
});

function listing() {
  return fakeClient({ listAppVariants: async () => [FORMAL, ODD] });
}
