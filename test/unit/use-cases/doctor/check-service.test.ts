import { describe, expect, test } from 'vitest';
import { createClient, type Client } from '../../../../src/client/create-client.ts';
import { adaptClient } from '../../../../src/client/public/adapt-client.ts';
import { inProcessTransport } from '../../../helpers/in-process-transport.ts';
import type { RouteSchema } from '../../../../src/contract/deployments/route-schema.ts';
import { checkDrift } from '../../../../src/use-cases/doctor/examine.ts';
import { checkService, judgeClock } from '../../../../src/use-cases/doctor/check-service.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';
import { setting, settingsOf } from '../../../helpers/settings-of.ts';
import { tempProject } from '../../../helpers/temp-project.ts';

const NOW = new Date('2026-11-21T19:00:00Z');

/** Checks a service that answers by path; 404 elsewhere. */
async function check(answers: Record<string, () => Response>, mode: 'remote' | 'embedded' = 'remote') {
  const transport = inProcessTransport(async (request) => {
    const answer = answers[new URL(request.url).pathname];
    return answer?.() ?? Response.json({ detail: 'Not Found' }, { status: 404 });
  });
  const client = adaptClient(createClient({ transport, baseUrl: 'http://wf.test' }));
  const findings = await checkService(
    async () => ({ client, mode, url: 'http://wf.test', close: async () => undefined }),
    () => NOW,
  );
  return findings.map(({ check: name, status, message, repair }) =>
    [name, status, message.replace(/\d+ (ms|extensions)/g, '# $1'), ...(repair === null ? [] : [repair])].join(' | '),
  );
}

const health = (headers: Record<string, string> = {}) => Response.json({ status: 'ok' }, { headers });
const profile = (role?: string) => Response.json({ id: 'u', uid: 'u', username: 'ann', email: 'ann@wf.test', role });

test("wf's service is ok, with the role of its key and its clock", async () => {
  const found = await check({
    '/health': () => health({ 'wf-version': '1', date: 'Sat, 21 Nov 2026 19:00:00 GMT' }),
    '/profile': () => profile('author'),
  });
  expect(found).toEqual([
    'service | ok | The service answers in # ms. It is wf, with all extensions of wf.',
    'key | ok | The key belongs to ann, author.',
    "clock | ok | This machine's clock agrees with the service's.",
  ]);
});

test('a service that is up but not ready fails, with its reason', async () => {
  const detail = 'The secrets in the database are sealed with the key ab12cd34, but no key is there.';
  const found = await check({
    '/health': () => health({ 'wf-version': '1' }),
    '/health/ready': () => Response.json({ detail }, { status: 503 }),
    '/profile': () => profile('author'),
  });
  expect(found[0]).toBe(`service | failed | ${detail} | wf explain WF_NOT_READY`);
});

test.each([401, 403])('a key that is refused with %i is a failure', async (status) => {
  const found = await check({
    '/health': () => health({ 'wf-version': '1' }),
    '/profile': () => Response.json({ detail: 'No.' }, { status }),
  });
  expect(found[1]).toMatch(/^key \| failed \| .+ \| .+$/);
});

test('the embedded service needs no key and no clock', async () => {
  expect(await check({ '/health': () => health({ 'wf-version': '1' }) }, 'embedded')).toEqual([
    'service | ok | The embedded service answers in # ms.',
    'key | skipped | The embedded service needs no key.',
    'clock | skipped | The service runs on this machine.',
  ]);
});

test('another service may have no roles and send no time', async () => {
  expect(await check({ '/health': () => health(), '/profile': () => profile() })).toEqual([
    'service | ok | The service answers in # ms. It is another service, without the extensions of wf.',
    'key | ok | The key belongs to ann.',
    'clock | skipped | The service does not send its time.',
  ]);
});

test('a service without these endpoints is asked for variants next', async () => {
  expect(await check({})).toEqual([
    'service | warning | The service answers in # ms. It has no GET /health: it is another service, or base_url is wrong. | wf variants list --app ID',
    'key | skipped | The service does not report whose key is sent.',
    'clock | skipped | The service does not send its time.',
  ]);
});

test('a service that fails is reported once', async () => {
  const found = await check({ '/health': () => Response.json({ detail: 'No disk.' }, { status: 500 }) });
  expect(found[0]).toMatch(/^service \| failed \| .*No disk\./);
  expect(found.slice(1)).toEqual(['key | skipped | No service.', 'clock | skipped | No service.']);
});

test.each([
  [60, 'ok', "This machine's clock agrees with the service's."],
  [61, 'warning', "This machine's clock is 61 s ahead of the service's."],
  [-61, 'warning', "This machine's clock is 61 s behind the service's."],
])('a clock that is %i s ahead is %s', (seconds, status, message) => {
  const theirs = new Date(NOW.getTime() - seconds * 1000).toUTCString();
  expect(judgeClock(theirs, NOW)).toMatchObject({ status, message });
});

describe('routes of the sources and of the service', () => {
  const WORKFLOW = "import { entrypoint } from 'wfkit';\nexport default entrypoint({}, async () => 'hello');\n";
  const APP = { app_id: 'app-1', app_name: 'support' };

  /** The route of the workflow, as it is deployed. */
  const ROUTE: RouteSchema = {
    path: '/',
    name: 'default',
    config: { type: 'object', properties: {} },
    input: null,
    output: null,
    defaults: {},
  };

  /** Compares a project, `null` none, with what a service answers. */
  async function check(source: string | null, methods: Partial<Client>) {
    await using project = await tempProject({ 'src/workflow.ts': source ?? '' });
    const settings = settingsOf({
      project: source === null ? null : { root: project.root, file: project.path('wf.config.ts'), config: {} },
      app: setting('support'),
      dataDir: project.path('.wf'),
    });
    const { client } = fakeClient({
      listApps: async () => [{ ...APP, app_id: 'other', app_name: 'another' }, APP],
      ...methods,
    });
    return await checkDrift(settings, async () => ({
      client,
      mode: 'remote',
      url: 'http://wf.test',
      close: async () => undefined,
    }));
  }

  const serving = (...routes: readonly RouteSchema[]): Partial<Client> => ({
    listRoutes: async () => [...routes],
  });
  const matching = 'The routes of the sources match the deployed ones.';
  const differing = 'The routes of the sources differ from the deployed ones: 1 difference.';
  const broken = 'src/workflow.ts exports no route: it exports "default".';

  test.each<[string, string | null, Partial<Client>, string, string, string | null]>([
    ['without a project', null, {}, 'skipped', 'There is no project here.', null],
    [
      'of another service',
      WORKFLOW,
      { extensions: async () => null },
      'skipped',
      'The service stores no route schemas.',
      null,
    ],
    [
      'before a deploy',
      WORKFLOW,
      { listApps: async () => [] },
      'warning',
      'The app support is not deployed yet.',
      'wf deploy',
    ],
    ['that match', WORKFLOW, serving(ROUTE), 'ok', matching, null],
    ['that differ', WORKFLOW, serving(ROUTE, { ...ROUTE, path: '/sub' }), 'warning', differing, 'wf deploy --plan'],
    [
      'of broken sources',
      'export default 3;',
      {},
      'failed',
      broken,
      "Export one, for example: export default entrypoint({}, async () => 'hello');",
    ],
  ])('routes %s are reported', async (_, source, methods, status, message, repair) => {
    expect(await check(source, methods)).toEqual({ check: 'schemas', status, message, repair });
  });
});
