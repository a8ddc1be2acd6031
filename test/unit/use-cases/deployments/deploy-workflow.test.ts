import { afterAll, beforeAll, expect, test } from 'vitest';
import Deploy from '../../../../commands/deployments/deploy.ts';
import type { Client } from '../../../../src/client/create-client.ts';
import { deployAndPromoteSteps } from '../../../../src/use-cases/deployments/deploy-target.ts';
import { deployWorkflow, type DeployWorkflowOptions } from '../../../../src/use-cases/deployments/deploy-workflow.ts';
import { protectEnvironment } from '../../../../src/use-cases/environments/change-environment.ts';
import { clientOf } from '../../../helpers/client-of.ts';
import { GATE } from '../../../helpers/promote.ts';
import { runWithService } from '../../../helpers/run-with-service.ts';
import { setting, settingsOf } from '../../../helpers/settings-of.ts';
import { startService } from '../../../helpers/start-service.ts';
import { linkPackages, tempProject, type TempProject } from '../../../helpers/temp-project.ts';

const WORKFLOW = (answer: string) =>
  `import { entrypoint } from 'wfkit';\nexport default entrypoint({}, () => '${answer}');\n`;

let project: TempProject;
beforeAll(async () => {
  project = await tempProject({ 'first.ts': WORKFLOW('first'), 'second.ts': WORKFLOW('second') });
  await linkPackages(project.root, ['zod']);
});
afterAll(async () => await project[Symbol.asyncDispose]());

const deploy = async (client: Client, options: Partial<DeployWorkflowOptions> = {}) =>
  await deployWorkflow({
    client,
    root: project.root,
    entry: 'first.ts',
    app: 'hello',
    dataDir: project.path('.wf'),
    base: 'main',
    variant: 'default',
    ...options,
  });

test('a deploy labels its variant, and is refused where somebody else deployed since it began', async () => {
  await using running = await startService();
  const own = clientOf(running);
  const { app } = await deploy(own, { environment: 'production', labels: { team: 'search' } });
  const app_id = app.id ?? '';
  expect(await own.listAppVariants({ app_id })).toMatchObject([{ labels: { team: 'search' } }]);
  const client: Client = {
    ...own,
    checkDeployment: async (input) => {
      await deploy(own, { entry: 'second.ts', environment: 'production' });
      return await own.checkDeployment(input);
    },
  };
  await expect(deploy(client, { environment: 'production', message: 'late' })).rejects.toMatchObject({
    code: 'WF_CONFLICT',
    nextSteps: ['wf env revisions production', 'Run the same command again'],
  });
  const { revisions } = await own.getEnvironmentRevisions({ app_id, environment_name: 'production' });
  expect(revisions).toHaveLength(2);
});

test('a first deploy creates its app after the upload, and finds one that was created meanwhile', async () => {
  await using running = await startService();
  const own = clientOf(running);
  const failing: Client = { ...own, putArtifact: async () => await Promise.reject(new Error('the disk is full')) };
  await expect(deploy(failing)).rejects.toThrow('the disk is full');
  await expect(deploy(own, { variant: 'tuned@1' })).rejects.toMatchObject({ code: 'WF_INVALID_INPUT' });
  expect(await own.listApps({})).toEqual([]);
  const slow: Client = {
    ...own,
    createApp: async (input) => {
      await deploy(own, { entry: 'second.ts' });
      return await own.createApp(input);
    },
  };
  expect(await deploy(slow)).toMatchObject({ app: { created: false }, deployment: { changed: true } });
  expect(await own.listApps({})).toHaveLength(1);
});

test('the folder of a deploy exists, and an environment in its place is suggested as one', async () => {
  await using running = await startService();
  await deploy(clientOf(running));
  const config = { entry: 'first.ts', app: 'hello' };
  const found = { root: project.root, file: project.path('wf.config.json'), config };
  const resolveSettings = async () => settingsOf({ project: found, app: setting('hello', 'project') });
  const run = async (folder: string) =>
    await runWithService({ running }, Deploy, [folder], { cwd: project.root, ports: { resolveSettings } });
  expect(await run('production')).toMatchObject({
    exitCode: 2,
    stderr:
      'Error: production is an environment, and no folder of that name exists.\n  Try: wf deploy --env production\n',
  });
  expect(await run('nowhere')).toMatchObject({
    exitCode: 2,
    stderr: 'Error: nowhere does not exist: name the folder of a project, or none for the one here.\n',
  });
});

test('a plan for a protected environment passes with the code that it runs, and with no other', async () => {
  await using running = await startService();
  const own = clientOf(running);
  const { app } = await deploy(own, { environment: 'production' });
  await protectEnvironment({ client: own, app: 'hello', environment: 'production', gate: GATE });
  const plan = { environment: 'production', plan: true };
  expect(await deploy(own, plan)).toMatchObject({ app: { ...app, created: false }, deployment: null });
  await expect(deploy(own, { ...plan, entry: 'second.ts' })).rejects.toMatchObject({
    code: 'WF_PROTECTED',
    nextSteps: deployAndPromoteSteps({ name: 'production' }, 'default'),
  });
});

test('the next step of a plan is its command without --plan, with the migrations', async () => {
  await using running = await startService();
  const { root } = project;
  const found = { root, file: project.path('wf.config.json'), config: { entry: 'first.ts' } };
  const resolveSettings = async () => settingsOf({ project: found, dataDir: project.path('.wf') });
  const options = ['--no-check', '--migrate', 'clamp:words', '--migrate', 'rename:tone=voice'];
  const run = await runWithService({ running }, Deploy, ['--plan', ...options], { ports: { resolveSettings } });
  expect(run).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining(`\nNext: wf deploy ${options.join(' ')}\n`),
  });
});
