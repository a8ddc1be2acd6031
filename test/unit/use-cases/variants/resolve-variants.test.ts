import { expect, test } from 'vitest';
import { resolveVariants } from '../../../../src/use-cases/variants/resolve-variants.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';
import { variantOf } from '../../ui/fixtures.ts';

const APP = '01932c5e-0000-7000-8000-00000000000a';
const ALL = ['one', 'two words', 'three', 'four', 'five', 'six'].map((name, index) =>
  variantOf({ app_id: APP, variant_id: `v-${name}`, variant_name: name, revision: index + 1 }),
);

function resolve(variants: string | null, listed = ALL) {
  const { client, calls } = fakeClient({
    listAppVariants: async ({ variant_name: name }) =>
      listed.filter((one) => name === undefined || one.variant_name === name),
    getVariant: async ({ variant_id }) => listed.find((one) => one.variant_id === variant_id) as (typeof ALL)[0],
  });
  return { resolving: resolveVariants({ client, appId: APP, variants }), calls };
}

test.each([
  ['one', [{ id: 'v-one', revision: 1 }]],
  [
    'three,one',
    [
      { id: 'v-three', revision: 3 },
      { id: 'v-one', revision: 1 },
    ],
  ],
  [
    'three@2, three',
    [
      { id: 'v-three', revision: 2 },
      { id: 'v-three', revision: 3 },
    ],
  ],
])('%s are resolved in their order', async (typed, found) => {
  expect(await resolve(typed).resolving).toEqual(found);
});

test.each([
  ['three,one,three', 'The variant "three" is named twice.'],
  ['three,three@3', 'The variant "three@3" is named twice.'],
  [',', '--variants is empty.'],
])('%j is refused', async (typed, message) => {
  await expect(resolve(typed).resolving).rejects.toMatchObject({
    code: 'WF_USAGE',
    message,
    nextSteps: ['wf variants list'],
  });
});

test('none of several was named', async () => {
  const { resolving, calls } = resolve(null);
  await expect(resolving).rejects.toMatchObject({
    code: 'WF_USAGE',
    message: 'The app has 6 variants, and none was named.',
    nextSteps: ["Add --variants 'one,two words,three,four,five'"],
    details: { missing: '--variants' },
  });
  expect(calls).toEqual([{ name: 'listAppVariants', input: { app_id: APP, archived: 'false' } }]);
});

test('the only variant need not be named, and an app without one must be deployed', async () => {
  const only = variantOf({ app_id: APP, revision: 4 });
  expect(await resolve(null, [only]).resolving).toEqual([{ id: only.variant_id, revision: 4 }]);
  await expect(resolve(null, []).resolving).rejects.toMatchObject({
    code: 'WF_NOT_FOUND',
    message: 'The app has no variant yet.',
    nextSteps: ['wf deploy'],
  });
});
