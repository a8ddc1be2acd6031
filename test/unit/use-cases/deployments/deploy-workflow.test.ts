import { beforeAll, afterAll, expect, test } from 'vitest';
import { ServiceError } from '../../../../src/errors/service-error.ts';
import { deployWorkflow, type DeployWorkflowOptions } from '../../../../src/use-cases/deployments/deploy-workflow.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';
import { linkPackages, type TempProject, tempProject } from '../../../helpers/temp-project.ts';

const WORKFLOW = "import { entrypoint } from 'wfkit';\nexport default entrypoint({}, () => 'hello');\n";
const NOTHING = { is_breaking: false, breaks: [], migrated: [], unused_migrations: [] };
const BREAKING = {
  ...NOTHING,
  is_breaking: true,
  breaks: [{ severity: 'breaking', environment: 'production', message: 'It breaks.', suggestions: [] }],
};

let project: TempProject;
beforeAll(async () => {
  project = await tempProject({ 'workflow.ts': WORKFLOW });
  await linkPackages(project.root, ['zod']);
});
afterAll(async () => await project[Symbol.asyncDispose]());

interface World {
  /** Whether the app and its base exist. */
  readonly exists?: boolean;
  readonly compatibility?: unknown;
  /** Error of the deployment. */
  readonly refusal?: ServiceError;
}

/** Deploys a workflow of one route, and records what the service was asked for. */
async function deploy(options: Partial<DeployWorkflowOptions>, world: World = {}) {
  const { exists = false, compatibility = NOTHING, refusal } = world;
  const bound = { deployment: { id: 'd-1' }, variant_id: 'v-1', changed: true };
  const { client, calls } = fakeClient({
    listApps: async () =>
      exists
        ? [
            { app_id: 'a-0', app_name: 'hello 2' },
            { app_id: 'a-1', app_name: 'hello' },
          ]
        : [],
    createApp: async () => ({ app_id: 'a-2' }) as never,
    listAppEnvironments: async () => [{ name: 'production', app_id: 'a-1', revision: 4 }] as never,
    listBases: async () => [{ base_id: 'b-1', base_name: 'main' }],
    listRoutes: async () => [],
    listAppVariants: async () => [],
    checkDeployment: async () => compatibility as never,
    headArtifact: async () => null as never,
    createDeployment: async () => {
      if (refusal !== undefined) throw refusal;
      return { ...bound, compatibility } as never;
    },
    updateVariantMetadata: async () => ({ labels: {} }),
  });
  const events: string[] = [];
  const { root } = project;
  const deploying = deployWorkflow({
    client,
    root,
    entry: 'workflow.ts',
    app: 'hello',
    dataDir: project.path('.wf'),
    base: 'main',
    variant: 'default',
    onEvent: ({ type }) => void events.push(type),
    ...options,
  });
  const result = await deploying.catch((error: unknown) => error);
  const named = (name: string) => calls.filter((call) => call.name === name);
  return { result, events, named, names: calls.map(({ name }) => name) };
}

test('a plan of a new app builds and reports, and writes nothing', async () => {
  const { result, events, names } = await deploy({ plan: true, migrations: ['default:words'] });
  expect(result).toMatchObject({
    app: { id: null, name: 'hello', created: false },
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    routes: [{ path: '/' }],
    changes: [{ route: '/', kind: 'added' }],
    compatibility: { ...NOTHING, unused_migrations: ['default:words'] },
    deployment: null,
  });
  expect(events).toEqual(['bundle-start', 'bundle-end', 'routes-read', 'routes-compare', 'configurations-check']);
  expect(names).toEqual(['listApps']);
});

test('an app is created with its first deployment', async () => {
  const { result, named } = await deploy({ labels: { team: 'search' } });
  const { sha256, routes } = result as { sha256: string; routes: unknown };
  expect(result).toMatchObject({
    app: { id: 'a-2', name: 'hello', created: true },
    deployment: { deployment: { id: 'd-1' }, variant_id: 'v-1', changed: true },
  });
  expect(named('createApp')[0]?.input).toEqual({ body: { app_name: 'hello' } });
  expect(named('createDeployment')[0]).toEqual({
    name: 'createDeployment',
    input: {
      app_id: 'a-2',
      body: {
        variant_name: 'default',
        base_name: 'main',
        artifact_sha256: sha256,
        routes,
        evaluators: null,
        sdk_version: expect.any(String) as string,
        environment: null,
      },
    },
    options: {},
  });
  expect(named('updateVariantMetadata')[0]?.input).toEqual({ variant_id: 'v-1', body: { labels: { team: 'search' } } });
});

test('everything that was given is asked for, at the revision that was read', async () => {
  const { named, names } = await deploy(
    { environment: 'production', migrations: ['default:words'], acceptBreaking: true, message: 'Calmer' },
    { exists: true, compatibility: BREAKING },
  );
  const checked = named('checkDeployment')[0]?.input as { body: object };
  expect(checked).toMatchObject({
    app_id: 'a-1',
    body: { variant_name: 'default', base_name: 'main', environment: 'production', migrations: ['default:words'] },
  });
  expect(named('createDeployment')[0]).toMatchObject({
    input: {
      app_id: 'a-1',
      body: { environment: 'production', migrations: ['default:words'], accept_breaking: true, message: 'Calmer' },
    },
    options: { ifRevision: 4 },
  });
  expect(names).not.toContain('createApp');
  expect(names).not.toContain('updateVariantMetadata');
});

test('what breaks is refused before anything is uploaded', async () => {
  const { result, names } = await deploy({}, { exists: true, compatibility: BREAKING });
  expect(result).toMatchObject({ code: 'WF_BREAKING_CHANGE' });
  expect(names.at(-1)).toBe('checkDeployment');
});

test.each([
  ['WF_CONFLICT', 412, ['wf env revisions production', 'Run the same command again']],
  ['WF_NOT_FOUND', 404, []],
] as const)('after %s, the next steps are %j', async (code, status, nextSteps) => {
  const refusal = new ServiceError({ code, message: 'No.', status, requestId: null });
  const { result } = await deploy({ environment: 'production' }, { exists: true, refusal });
  expect(result).toMatchObject({ code, nextSteps });
});

test('a mistyped migration is refused before the build', async () => {
  const { result, events, names } = await deploy({ migrations: ['default:words', 'renam:a=b'] });
  expect(result).toMatchObject({
    code: 'WF_USAGE',
    message: expect.stringMatching(/^--migrate "renam:a=b" is not a migration\. .+[^.]\.$/) as string,
  });
  expect([events, names]).toEqual([[], []]);
});
