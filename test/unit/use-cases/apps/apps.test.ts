import { expect, test } from 'vitest';
import { ServiceError } from '../../../../src/foundation/errors/wf-error.ts';
import { findAppId, resolveApp, resolveAppId } from '../../../../src/use-cases/apps/resolve-app.ts';
import { clientOf } from '../../../helpers/client-of.ts';
import { collect } from '../../../helpers/collect.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';
import { startService } from '../../../helpers/start-service.ts';

/** Starts a service with apps of these names. */
async function serveApps(...names: readonly string[]) {
  const running = await startService();
  const client = clientOf(running);
  const ids = new Map<string, string>();
  for (const app_name of names) ids.set(app_name, (await client.createApp({ body: { app_name } })).app_id);
  const dispose = () => running[Symbol.asyncDispose]();
  return { client, idOf: (name: string) => ids.get(name) ?? '', [Symbol.asyncDispose]: dispose };
}

test('an app is found by name, by the beginning of its id, or as the only one', async () => {
  await using world = await serveApps('support');
  const { client, idOf } = world;
  for (const app of ['support', idOf('support').slice(0, 12), idOf('support'), null])
    expect(await resolveApp({ client, app })).toMatchObject({ app_name: 'support' });
  expect(await findAppId(client, 'support')).toBe(idOf('support'));
  expect(await findAppId(client, idOf('support'))).toBe(idOf('support'));
  expect(await findAppId(client, 'new')).toBeNull();
});

test.each<[readonly string[], string | null, string, string, readonly string[]]>([
  [
    ['support', 'sales'],
    'suport',
    'WF_NOT_FOUND',
    'No app is called "suport". Did you mean support?',
    ['wf apps list'],
  ],
  [[], null, 'WF_NOT_FOUND', 'There is no app yet.', ["wf deploy, in a project's folder", 'wf apps create NAME']],
  [
    ['support', 'sales'],
    null,
    'WF_USAGE',
    'There are 2 apps (support, sales), and none was named.',
    ['Add --app support', 'export WF_APP=support'],
  ],
])('of the apps %j, %j is refused', async (names, app, code, message, nextSteps) => {
  await using world = await serveApps(...names);
  await expect(resolveApp({ client: world.client, app })).rejects.toMatchObject({ code, message, nextSteps });
});

const SUPPORT = { app_id: '01932c5e-1111-7000-8000-000000000001', app_name: 'support' };
const failed = (status: number) => new ServiceError({ code: 'WF_FAILED', message: `It answered ${status}.`, status });

test('of more than ten apps, ten are named, and names are quoted for the shell', async () => {
  const apps = ['my shop', ...Array.from({ length: 10 }, (_, index) => `a${index}`)];
  const { client } = fakeClient({ listApps: async () => apps.map((app_name) => ({ app_id: app_name, app_name })) });
  await expect(resolveApp({ client, app: null })).rejects.toMatchObject({
    message: 'There are 11 apps (my shop, a0, a1, a2, a3, a4, a5, a6, a7, a8, …), and none was named.',
    nextSteps: ["Add --app 'my shop'", "export WF_APP='my shop'"],
    details: { missing: '--app', apps },
  });
});

test('on a service that lists no apps, what was typed is an id, and must be typed', async () => {
  const { client } = fakeClient({ listApps: async () => Promise.reject(failed(404)) });
  expect(await resolveAppId({ client, app: 'support' })).toBe('support');
  await expect(resolveAppId({ client, app: null })).rejects.toMatchObject({
    code: 'WF_USAGE',
    message: 'This service does not list apps, and none was named.',
    nextSteps: ['Add --app ID'],
    details: { missing: '--app' },
  });
});

test('a service that fails with 500 for a name does not have it, another failure is one', async () => {
  const failing = (status: number) =>
    fakeClient({
      listApps: async (input) => (input?.app_name === undefined ? [SUPPORT] : await Promise.reject(failed(status))),
    }).client;
  await expect(resolveApp({ client: failing(500), app: 'suport' })).rejects.toMatchObject({
    message: 'No app is called "suport". Did you mean support?',
  });
  expect(await findAppId(failing(500), 'suport')).toBeNull();
  await expect(resolveApp({ client: failing(503), app: 'suport' })).rejects.toMatchObject({ status: 503 });
  await expect(findAppId(failing(503), 'suport')).rejects.toMatchObject({ status: 503 });
});

test.each<[string, readonly number[], number | null, 'records' | 'unknown app' | number]>([
  ['support', [1, 2], null, 'records'],
  ['support', [], null, 'records'],
  ['another app', [1], null, 'records'],
  ['another app', [], null, 'unknown app'],
  ['another app', [], 500, 'unknown app'],
  ['another app', [], 503, 503],
  ['support', [], 500, 500],
])(
  'where another service lists %s, the records %j and the status %j of an app mean %s',
  async (listed, records, status, meaning) => {
    const app = { app_id: listed === 'support' ? SUPPORT.app_id : 'other', app_name: listed };
    const stream = async function* () {
      yield* records as never[];
      if (status !== null) throw failed(status);
    };
    const listEvaluations = async () => await collect(stream());
    const methods = { extensions: async () => null, listApps: async () => [app], paginate: stream, listEvaluations };
    const { client } = fakeClient(methods);
    const input = { app_id: SUPPORT.app_id };
    const unknown = { code: 'WF_NOT_FOUND', message: `No app is called "${SUPPORT.app_id}". Available: another app.` };
    const failure = meaning === 'unknown app' ? unknown : { status: meaning };
    for (const read of [
      () => collect(client.paginate('listEvaluations', input)),
      () => client.listEvaluations(input),
    ]) {
      if (meaning === 'records') expect(await read()).toEqual(records);
      else await expect(read()).rejects.toMatchObject(failure);
    }
  },
);
