import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import type { Deployment } from '../../../../src/contract/deployments/deployment.ts';
import type { ProjectConfig } from '../../../../src/contract/settings/project-config.ts';
import { findChangedCode } from '../../../../src/use-cases/deployments/find-changed-code.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';
import { setting, settingsOf } from '../../../helpers/settings-of.ts';
import { tempFolder } from '../../../helpers/temp-folder.ts';

const DEPLOYED_AT = new Date('2026-11-20T11:00:00Z');
const DEPLOYMENT = { created_at: DEPLOYED_AT.toISOString(), artifact_sha256: 'a', evaluators: null } as Deployment;

interface World {
  /** Files that are newer than the deployment, relative to the project. */
  readonly newer: readonly string[];
  readonly deployments?: readonly Partial<Deployment>[];
  readonly config?: Partial<ProjectConfig>;
  readonly app?: string;
  readonly isOurs?: boolean;
}

/** Looks for changes of a project whose code does not build, so that its bundle differs from every other. */
async function find({ newer, deployments = [DEPLOYMENT], config = {}, app = 'support', isOurs = true }: World) {
  await using folder = await tempFolder();
  const files = ['src/workflow.ts', 'src/deep/er/prompt.ts', ...newer];
  for (const file of files) {
    await mkdir(dirname(folder.path(file)), { recursive: true });
    await writeFile(folder.path(file), 'export default = ;');
    const time = new Date(DEPLOYED_AT.getTime() + (newer.includes(file) ? 1000 : 0));
    await utimes(folder.path(file), time, time);
  }
  const { client } = fakeClient({
    listDeployments: async () => deployments.map((one) => ({ ...DEPLOYMENT, ...one })),
    ...(isOurs ? {} : { extensions: async () => null }),
  });
  const project = { root: folder.root, file: folder.path('wf.config.ts'), config: { app: 'support', ...config } };
  const settings = settingsOf({ app: setting(app), project: project, dataDir: folder.path('.wf') });
  return await findChangedCode({ client, appId: 'a-1', settings, folder: folder.root });
}

const CHANGED = { workflow: true, evaluators: false };

test.each<[string, World, typeof CHANGED | null]>([
  ['nothing is newer', { newer: [] }, null],
  ['the workflow is newer', { newer: ['src/workflow.ts'] }, CHANGED],
  ['a file in a folder is newer', { newer: ['src/deep/er/prompt.ts'] }, CHANGED],
  ['data is newer', { newer: ['a.csv', 'src/b.jsonl', 'c.log', 'd.lock'] }, null],
  ['data that the bundle may carry is newer', { newer: ['a.csv'], config: { files: ['*.csv'] } }, CHANGED],
  ['a log is newer, which no bundle carries', { newer: ['c.log', 'd.lock'], config: { files: ['*'] } }, null],
  ['hidden files and packages are newer', { newer: ['.env', '.git/index', 'node_modules/zod/index.js'] }, null],
  ['nothing was deployed', { newer: ['src/workflow.ts'], deployments: [] }, null],
  ['the service runs no code', { newer: ['src/workflow.ts'], deployments: [{ artifact_sha256: null }] }, null],
  ['the service has no deployments', { newer: ['src/workflow.ts'], isOurs: false }, null],
  ['another app is meant', { newer: ['src/workflow.ts'], app: 'other' }, null],
  [
    'the last of several deployments is newer than all files',
    { newer: ['src/workflow.ts'], deployments: [{}, { created_at: '2026-11-21T11:00:00Z' }] },
    null,
  ],
  [
    'evaluators are gone',
    { newer: ['src/workflow.ts'], deployments: [{ evaluators: { artifact_sha256: 'e', schemas: [] } }] },
    { workflow: true, evaluators: true },
  ],
])('changed code is found by what is newer than the deployment: %s', async (_, world, changed) => {
  expect(await find(world)).toEqual(changed);
});

test('a folder without a project has no changes', async () => {
  const { client } = fakeClient({});
  const settings = settingsOf({ project: null });
  expect(await findChangedCode({ client, appId: 'a-1', settings, folder: '/' })).toBeNull();
});
