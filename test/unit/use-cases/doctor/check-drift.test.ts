import { expect, test } from 'vitest';
import type { ExtendedClient } from '../../../../src/client/create-client.ts';
import type { RouteSchema } from '../../../../src/contract/deployments/route-schema.ts';
import { checkDrift } from '../../../../src/use-cases/doctor/check-drift.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';
import { setting, settingsOf } from '../../../helpers/run-with-client.ts';
import { tempProject } from '../../../helpers/temp-project.ts';

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

/** Compares a project with what a service answers. */
async function check(methods: Partial<ExtendedClient>, source: string = WORKFLOW) {
  await using project = await tempProject({ 'src/workflow.ts': source });
  const settings = settingsOf({
    project: { root: project.root, file: project.path('wf.config.ts'), config: {} },
    app: setting('support'),
    dataDir: project.path('.wf'),
  });
  const { client, calls } = fakeClient(methods);
  const session = { client, mode: 'remote' as const, url: 'http://wf.test', close: async () => undefined };
  return { finding: await checkDrift(settings, async () => session), calls };
}

test('without a project, there is nothing to compare', async () => {
  const open = async () => expect.fail('No service is asked.');
  expect(await checkDrift(settingsOf(), open)).toEqual({
    check: 'schemas',
    status: 'skipped',
    message: 'There is no project here.',
    repair: null,
  });
});

test('a service of another make stores no schemas', async () => {
  expect((await check({ extensions: async () => null })).finding).toEqual({
    check: 'schemas',
    status: 'skipped',
    message: 'The service stores no route schemas.',
    repair: null,
  });
});

test('an app of the same name must be deployed', async () => {
  const { finding } = await check({ listApps: async () => [{ ...APP, app_name: 'support-2' }] });
  expect(finding).toEqual({
    check: 'schemas',
    status: 'warning',
    message: 'The app support is not deployed yet.',
    repair: 'wf deploy',
  });
});

test.each([
  ['match', [ROUTE], { status: 'ok', message: 'The routes of the sources match the deployed ones.', repair: null }],
  [
    'differ',
    [ROUTE, { ...ROUTE, path: '/sub' }],
    {
      status: 'warning',
      message: 'The routes of the sources differ from the deployed ones: 1 difference.',
      repair: 'wf deploy --plan',
    },
  ],
])('routes that %s are reported', async (_, routes, finding) => {
  const apps = [{ ...APP, app_id: 'other', app_name: 'another' }, APP];
  const checked = await check({ listApps: async () => apps, listRoutes: async () => routes });
  expect(checked.finding).toEqual({ check: 'schemas', ...finding });
  expect(checked.calls.filter(({ name }) => name.startsWith('list')).map(({ name, input }) => [name, input])).toEqual([
    ['listApps', { app_name: 'support' }],
    ['listRoutes', { app_id: 'app-1', base_name: 'main' }],
  ]);
});

test('sources that do not build are a failure with its reason', async () => {
  const { finding } = await check({}, 'export default 3;\n');
  expect(finding.status).toBe('failed');
  expect(finding.message).toMatchInlineSnapshot(`"src/workflow.ts exports no route: it exports "default"."`);
  expect(finding.repair).toMatchInlineSnapshot(
    `"Export one, for example: export default entrypoint({}, async () => 'hello');"`,
  );
});
