import { expect, test } from 'vitest';
import type { ExtendedClient } from '../../../../src/client/create-client.ts';
import { ServiceError } from '../../../../src/errors/service-error.ts';
import { BugError } from '../../../../src/errors/wf-error.ts';
import { addEvaluatorConfig, isNamed } from '../../../../src/use-cases/evaluators/add-evaluator-config.ts';
import { createApp } from '../../../../src/use-cases/apps/create-app.ts';
import { confirmDeletion, confirmWrite, orListed } from '../../../../src/use-cases/records/confirm-write.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';

const failed = (status: number | null, code: 'WF_FAILED' | 'WF_UNEXPECTED_ANSWER' = 'WF_FAILED') =>
  new ServiceError({ code, message: `It answered ${status}.`, status });

/** A service without extensions, which may confirm what it did not do. */
const others = (methods: Partial<ExtendedClient> = {}) =>
  fakeClient({ extensions: async () => null, ...methods }).client;

const UNREAD = 'The service confirmed the change, but reading it back failed. It answered 503.';

test('a write is confirmed by reading it back, and our service is trusted', async () => {
  const check = { otherwise: 'It did not.', nextSteps: ['wf apps list'] };
  expect(await confirmWrite({ ...check, client: others(), isDone: async () => true })).toBeNull();
  await expect(confirmWrite({ ...check, client: others(), isDone: async () => false })).rejects.toMatchObject({
    code: 'WF_UNEXPECTED_ANSWER',
    message: 'It did not.',
    nextSteps: ['wf apps list'],
  });
  expect(await confirmWrite({ ...check, client: fakeClient({}).client, isDone: async () => false })).toBeNull();
});

test('a write that cannot be read back is a warning, unless that is a bug', async () => {
  const check = (error: Error) =>
    confirmWrite({ client: others(), isDone: () => Promise.reject(error), otherwise: '', nextSteps: [] });
  expect(await check(failed(503))).toBe(UNREAD);
  await expect(check(new BugError('Ours.'))).rejects.toThrow('Ours.');
  await expect(check(new TypeError('Ours, too.'))).rejects.toThrow('Ours, too.');
});

test('a deletion is done when the list no longer has the record', async () => {
  const check = (ids: readonly string[]) =>
    confirmDeletion({
      client: others(),
      what: 'app support',
      list: async () => ids,
      id: 'a1',
      nextStep: 'wf apps list',
    });
  expect(await check(['a2'])).toBeNull();
  await expect(check(['a2', 'a1'])).rejects.toMatchObject({
    code: 'WF_UNEXPECTED_ANSWER',
    message: 'The service confirmed the deletion of app support, and still lists it.',
    nextSteps: ['wf apps list'],
  });
});

test('a creation that was confirmed with something else is looked up in the list', async () => {
  const odd = failed(200, 'WF_UNEXPECTED_ANSWER');
  const found = (error: Error, listed: () => Promise<string | undefined> = async () => 'listed') =>
    orListed(others(), Promise.reject(error), listed);
  expect(await orListed(others(), Promise.resolve('answered'), async () => 'listed')).toBe('answered');
  expect(await found(odd)).toBe('listed');
  await expect(found(odd, async () => undefined)).rejects.toBe(odd);
  await expect(found(odd, () => Promise.reject(new Error('no list')))).rejects.toBe(odd);
  for (const error of [failed(200), failed(300, 'WF_UNEXPECTED_ANSWER'), failed(null, 'WF_UNEXPECTED_ANSWER')]) {
    await expect(found(error)).rejects.toBe(error);
  }
  await expect(orListed(fakeClient({}).client, Promise.reject(odd), async () => 'listed')).rejects.toBe(odd);
});

const APP = { app_id: 'a1', app_name: 'support' };

test('an app is created when the service lists it by the id that it answered', async () => {
  const create = (methods: Partial<ExtendedClient>) =>
    createApp(others({ createApp: async () => APP, listApps: async () => [APP], ...methods }), 'support');
  expect(await create({})).toEqual({ record: APP, warning: null });
  expect(await create({ listApps: () => Promise.reject(failed(503)) })).toEqual({ record: APP, warning: UNREAD });
  expect(await create({ createApp: () => Promise.reject(failed(201, 'WF_UNEXPECTED_ANSWER')) })).toEqual({
    record: APP,
    warning: null,
  });
  for (const app of [
    { ...APP, app_id: 'a2' },
    { ...APP, app_name: 'sales' },
  ]) {
    await expect(create({ listApps: async () => [app] })).rejects.toMatchObject({
      code: 'WF_UNEXPECTED_ANSWER',
      message: 'The service confirmed the app support, and does not list it by the id that it answered, a1.',
      nextSteps: ['wf apps list'],
    });
  }
});

test('an app whose name is taken is found by listing the apps', async () => {
  const taken = new ServiceError({ code: 'WF_CONFLICT', message: 'The name is taken.', status: 409 });
  await expect(createApp(others({ createApp: () => Promise.reject(taken) }), 'support')).rejects.toMatchObject({
    code: 'WF_CONFLICT',
    nextSteps: ['wf apps list'],
  });
});

test("an evaluator's settings are stored when the service lists just these", async () => {
  const body = { app_id: 'a1', name: 'close', evaluator_key: 'auto_similarity_match', settings_values: { limit: 0.5 } };
  const stored = { id: 'c1', project_id: 'p', created_at: '', updated_at: '', ...body };
  const add = (listed: object, answered: object = {}) =>
    addEvaluatorConfig(
      others({
        createEvaluatorConfig: async () => ({ ...stored, ...answered }),
        listEvaluatorConfigs: async () => [{ ...stored, ...listed }],
      }),
      body,
    );
  expect(await add({})).toEqual({ record: stored, warning: null });
  const renamed = { name: 'close (support)' };
  expect(await add(renamed, renamed)).toEqual({
    record: { ...stored, ...renamed },
    warning: 'The service calls it close (support), not close.',
  });
  for (const other of [
    { id: 'c2' },
    { name: 'closer' },
    { evaluator_key: 'auto_exact_match' },
    { settings_values: { limit: 0.6 } },
    { settings_values: null },
  ]) {
    await expect(add(other)).rejects.toMatchObject({
      code: 'WF_UNEXPECTED_ANSWER',
      message:
        'The service confirmed the evaluator configuration close, and does not list it with the settings that were sent.',
      nextSteps: ['wf evaluators list --stored'],
    });
  }
});

test.each([
  ['close', true],
  ['close (support)', true],
  ['close (support', false],
  ['closer (support)', false],
  ['(close) close (', false],
])('a configuration called %j is close: %s', (name, is) => {
  expect(isNamed({ name }, 'close')).toBe(is);
});
