import { expect, test } from 'vitest';
import type { Parameters } from '../../../../src/contract/variants/variant.ts';
import { ServiceError } from '../../../../src/errors/service-error.ts';
import { changeParameters, type ParameterChange } from '../../../../src/use-cases/variants/change-parameters.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';
import { variantOf } from '../../ui/fixtures.ts';

const VARIANT = variantOf({ variant_name: 'two words', parameters: { words: 50, tone: 'plain' }, revision: 3 });

/** Changes a variant of a service that merges what it gets, and records what it got. */
async function change(given: Partial<ParameterChange>, isOurs = true) {
  let [parameters, revision]: [Parameters, number] = [VARIANT.parameters ?? {}, VARIANT.revision];
  const { client, calls } = fakeClient({
    updateVariantParameters: async ({ body }) => {
      const { unset = [], parameters: set } = body as { unset?: string[]; parameters: Parameters };
      const kept = Object.entries(parameters).filter(([key]) => !unset.includes(key));
      parameters = !isOurs && Object.keys(set).length === 0 ? {} : { ...Object.fromEntries(kept), ...set };
      revision += 1;
      return null;
    },
    getVariant: async () => ({ ...VARIANT, parameters, revision }),
    ...(isOurs ? {} : { extensions: async () => null }),
  });
  const changed = await changeParameters(client, VARIANT, { set: {}, unset: [], ...given });
  return { changed, sent: calls.filter(({ name }) => name === 'updateVariantParameters') };
}

test.each<[Partial<ParameterChange>, object, Parameters]>([
  [{ set: { words: 5 } }, { parameters: { words: 5 } }, { words: 5, tone: 'plain' }],
  [{ unset: ['tone'] }, { parameters: {}, unset: ['tone'] }, { words: 50 }],
  [{ set: { words: 50 } }, { parameters: { words: 50 } }, { words: 50, tone: 'plain' }],
])('of a service of wf, %j is one request', async (given, body, parameters) => {
  const { changed, sent } = await change(given);
  expect(sent.map(({ input, options }) => [input, options])).toEqual([
    [{ variant_id: VARIANT.variant_id, body }, { ifRevision: 3 }],
  ]);
  expect(changed).toEqual({ record: { ...VARIANT, parameters, revision: 4 }, warning: null, isChanged: true });
});

test.each<[Partial<ParameterChange>, object[], Parameters]>([
  [{ set: { words: 5 } }, [{ words: 5, tone: 'plain' }], { words: 5, tone: 'plain' }],
  [{ unset: ['tone'] }, [{}, { words: 50 }], { words: 50 }],
  [{ unset: ['tone', 'words'] }, [{}], {}],
])('of another service, %j is written whole: %j', async (given, bodies, parameters) => {
  const { changed, sent } = await change(given, false);
  expect(sent.map(({ input }) => (input as { body: unknown }).body)).toEqual(
    bodies.map((values) => ({ parameters: values })),
  );
  expect(changed).toMatchObject({ record: { parameters }, warning: null, isChanged: true });
});

test('another service gets nothing where nothing changes', async () => {
  const { changed, sent } = await change({ set: { words: 50 }, unset: ['missing'] }, false);
  expect({ changed, sent }).toEqual({ changed: { record: VARIANT, warning: null, isChanged: false }, sent: [] });
});

test.each([
  ['WF_INVALID_INPUT', 422, ['wf routes']],
  ['WF_CONFLICT', 412, ["wf variants diff 'two words@3' 'two words'", 'Run the same command again']],
  ['WF_NOT_FOUND', 404, []],
] as const)('after %s, the next steps are %j', async (code, status, nextSteps) => {
  const refused = new ServiceError({ code, message: 'No.', status, requestId: null });
  const { client } = fakeClient({ updateVariantParameters: () => Promise.reject(refused) });
  await expect(changeParameters(client, VARIANT, { set: {}, unset: [] })).rejects.toMatchObject({ code, nextSteps });
});
