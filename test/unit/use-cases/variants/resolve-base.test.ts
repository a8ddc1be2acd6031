import { expect, test } from 'vitest';
import { ServiceError } from '../../../../src/errors/service-error.ts';
import { resolveBase } from '../../../../src/use-cases/variants/resolve-base.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';

const MAIN = { base_id: '01932c5e-0000-7000-8000-00000000000c', base_name: 'main' };
const NEXT = { base_id: '01932c5e-0000-7000-8000-00000000000d', base_name: 'next app' };
const UNKNOWN = '01932c5e-0000-7000-8000-00000000000e';

const resolve = (base: string | null, bases: readonly object[]) =>
  resolveBase({ client: fakeClient({ listBases: async () => [...bases] as never }).client, appId: 'a', base });

test.each([
  [null, [NEXT], NEXT],
  [null, [NEXT, MAIN], MAIN],
  ['next app', [MAIN, NEXT], NEXT],
])('%s among several is found', async (base, bases, found) => {
  expect(await resolve(base, bases)).toEqual(found);
});

test('without a name, several bases without a main are ambiguous', async () => {
  await expect(resolve(null, [NEXT, { ...MAIN, base_name: 'old' }])).rejects.toMatchObject({
    code: 'WF_USAGE',
    message: 'The app has 2 bases (next app, old), and none was named.',
    nextSteps: ["Add --base 'next app'"],
    details: { missing: '--base', bases: ['next app', 'old'] },
  });
});

test('an app without code has no base', async () => {
  await expect(resolve(null, [])).rejects.toMatchObject({
    code: 'WF_NOT_FOUND',
    message: 'Nothing is deployed to this app yet: a variant configures deployed code.',
    nextSteps: ['wf deploy'],
  });
});

test('an unknown name is not found', async () => {
  await expect(resolve('nexd app', [MAIN, NEXT])).rejects.toMatchObject({
    code: 'WF_NOT_FOUND',
    message: 'No base is called "nexd app". Did you mean next app?',
    nextSteps: ['wf deploy'],
  });
});

const missing = new ServiceError({ code: 'WF_NOT_FOUND', message: 'No.', status: 404, details: 'Not Found' });
const onVariants = (base: string | null) =>
  resolveBase({
    client: fakeClient({
      listBases: async () => Promise.reject(missing),
      listAppVariants: async () => [MAIN, MAIN] as never,
    }).client,
    appId: 'a',
    base,
  });

test('a service that lists no bases is asked for its variants', async () => {
  expect(await onVariants(null)).toEqual(MAIN);
  expect(await onVariants('main')).toEqual(MAIN);
});

test('the id of a base without variants is left to the service', async () => {
  expect(await onVariants(UNKNOWN)).toEqual({ base_id: UNKNOWN, base_name: '' });
  expect(await onVariants(MAIN.base_id)).toEqual(MAIN);
});
