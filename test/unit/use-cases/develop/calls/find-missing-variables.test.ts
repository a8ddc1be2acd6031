import { expect, test } from 'vitest';
import type { ExtendedClient } from '../../../../../src/client/create-client.ts';
import { ServiceError } from '../../../../../src/errors/service-error.ts';
import { findMissingVariables } from '../../../../../src/use-cases/develop/calls/find-missing-variables.ts';
import { fakeClient } from '../../../../helpers/fake-client.ts';

const find = async (methods: Partial<ExtendedClient>) =>
  await findMissingVariables(fakeClient(methods).client, 'a-1', { HERE: '' });
const stored = ['HERE', 'GONE', 'toString'].map((name) => ({ name })) as never;
const refused = (status: number) => () =>
  Promise.reject(new ServiceError({ code: 'WF_NOT_ALLOWED', message: 'No.', status }));

test('variables that are set there and not here are missing', async () => {
  expect(await find({ listVariables: async () => stored })).toEqual(['GONE', 'toString']);
});

test('another service, and one that does not tell, miss none', async () => {
  expect(await find({ extensions: async () => null })).toEqual([]);
  expect(await find({ listVariables: refused(403) })).toEqual([]);
  await expect(find({ listVariables: refused(401) })).rejects.toMatchObject({ status: 401 });
});
