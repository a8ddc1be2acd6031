import { expect, test } from 'vitest';
import type { RouteSchema } from '../../../../src/contract/deployments/route-schema.ts';
import { ServiceError } from '../../../../src/errors/service-error.ts';
import { createVariant, type CreateVariantOptions } from '../../../../src/use-cases/variants/create-variant.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';
import { variantOf } from '../../ui/fixtures.ts';

const APP = '01932c5e-0000-7000-8000-00000000000a';
const MAIN = { base_id: '01932c5e-0000-7000-8000-00000000000c', base_name: 'main' };
const ROUTE: RouteSchema = {
  path: '/',
  name: 'default',
  config: {
    type: 'object',
    properties: { words: { type: 'integer', default: 50 }, tone: { type: 'string', default: 'plain' } },
  },
  input: null,
  output: null,
  defaults: { words: 50, tone: 'plain' },
};

test('a new variant starts from the defaults, then the file, then --set', async () => {
  const { options, calls } = given({ parameters: { words: 60, tone: 'warm' }, assignments: ['words=80', 'tone=1'] });
  await createVariant(options);
  expect(calls.at(-1)).toEqual({
    name: 'addVariantFromBase',
    input: {
      body: {
        base_id: MAIN.base_id,
        new_variant_name: 'formal',
        new_config_name: 'formal',
        parameters: { words: 80, tone: '1' },
      },
    },
  });
});

test('--from copies base and parameters', async () => {
  const { options, calls } = given({ from: 'main.default', assignments: ['tone=warm'] });
  await createVariant(options);
  expect(calls.at(-1)?.input).toMatchObject({
    body: { base_id: MAIN.base_id, parameters: { words: 50, tone: 'warm' } },
  });
});

test.each([
  ['formal', null, 'formal'],
  ['main.formal', null, 'formal'],
  ['main.', null, 'main.'],
  ['main.x', null, 'x'],
  ['mainx', null, 'mainx'],
  ['formal', 'other', 'other'],
])('%s with --config-name %s gets the configuration name %s', async (name, configName, expected) => {
  const { options, calls } = given({ name, configName });
  await createVariant(options);
  expect(calls.at(-1)?.input).toMatchObject({ body: { new_config_name: expected } });
});

test('a service without route schemas gets the typed values', async () => {
  const { options, calls } = given({ assignments: ['words=80'] }, { extensions: async () => null });
  await createVariant(options);
  expect(calls.find(({ name }) => name === 'addVariantFromBase')?.input).toMatchObject({
    body: { parameters: { words: 80 } },
  });
});

test.each([
  [[], null, 'WF_NOT_FOUND', 'Nothing is deployed to this app yet'],
  [[MAIN], 'mian', 'WF_NOT_FOUND', 'No base is called "mian". Did you mean main?'],
  [
    [
      { base_id: 'a', base_name: 'one' },
      { base_id: 'b', base_name: 'two' },
    ],
    null,
    'WF_USAGE',
    'The app has 2 bases (one, two)',
  ],
])('bases %j with --base %s are rejected', async (bases, base, code, message) => {
  const { options } = given({ base }, { listBases: async () => bases });
  await expect(createVariant(options)).rejects.toThrow(
    expect.objectContaining({ code, message: expect.stringContaining(message) }),
  );
});

test.each([
  ['WF_CONFLICT', ['wf variants list']],
  ['WF_INVALID_INPUT', ['wf routes']],
] as const)('the refusal %s leads on', async (code, nextSteps) => {
  const refused = new ServiceError({ code, message: 'No.', status: 409 });
  const { options } = given({}, { addVariantFromBase: () => Promise.reject(refused) });
  await expect(createVariant(options)).rejects.toMatchObject({ code, message: 'No.', nextSteps });
});

test('of several bases, main is the default', async () => {
  const { options, calls } = given({}, { listBases: async () => [{ base_id: 'x', base_name: 'other' }, MAIN] });
  await createVariant(options);
  expect(calls.at(-1)?.input).toMatchObject({ body: { base_id: MAIN.base_id } });
});

function given(options: Partial<CreateVariantOptions>, methods: Parameters<typeof fakeClient>[0] = {}) {
  const variants = [variantOf()];
  const { client, calls } = fakeClient({
    listBases: async () => [MAIN],
    listRoutes: async () => [ROUTE],
    listAppVariants: async () => [...variants],
    addVariantFromBase: async ({ body }) => {
      const created = variantOf({ ...body, variant_name: body.new_variant_name, config_name: body.new_config_name });
      variants.push(created);
      return created;
    },
    ...methods,
  });
  const defaults = {
    app: APP,
    name: 'formal',
    base: null,
    from: null,
    configName: null,
    parameters: {},
    assignments: [],
  };
  return { options: { ...defaults, client, ...options }, calls };
}
