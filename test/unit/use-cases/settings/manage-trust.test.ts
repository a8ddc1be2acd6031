import { expect, test } from 'vitest';
import {
  distrust,
  listTrustedFolders,
  trust,
  trustOwnProject,
} from '../../../../src/use-cases/settings/manage-trust.ts';
import { tempProject } from '../../../helpers/temp-project.ts';

const NOW = new Date('2026-11-20T12:00:00Z');

async function home() {
  const at = await tempProject({ 'shop/wf.config.mjs': '', 'shop/src/x': '', 'plain/x': '' });
  const env = { HOME: at.root, XDG_CONFIG_HOME: at.path('config') };
  return { at, env, [Symbol.asyncDispose]: () => at[Symbol.asyncDispose]() };
}

test('the folder that is named is trusted, or that of the project here, until it is not', async () => {
  await using world = await home();
  const { at, env } = world;
  const since = NOW.toISOString();
  expect(await trust(env, { named: at.path('plain'), cwd: '/' }, NOW)).toEqual({ folder: at.path('plain'), since });
  expect(await trust(env, { named: null, cwd: at.path('shop/src') }, NOW)).toEqual({ folder: at.path('shop'), since });
  expect(listTrustedFolders(env).map(({ folder }) => folder)).toEqual([at.path('plain'), at.path('shop')]);
  expect(await distrust(env, { named: null, cwd: at.path('shop') })).toBe(at.path('shop'));
  await expect(distrust(env, { named: at.path('shop'), cwd: '/' })).rejects.toMatchObject({
    code: 'WF_NOT_FOUND',
    message: expect.stringContaining(`No trusted folder is called ${JSON.stringify(at.path('shop'))}.`),
    nextSteps: ['wf trust --list'],
    details: { available: [at.path('plain')] },
  });
});

test.each(['gone', 'plain/x'])('%s is no folder to trust', async (path) => {
  await using world = await home();
  const named = world.at.path(path);
  await expect(trust(world.env, { named, cwd: '/' }, NOW)).rejects.toMatchObject({
    code: 'WF_NOT_FOUND',
    message: `There is no folder ${named}.`,
  });
});

test('without a project, a folder must be named', async () => {
  await using world = await home();
  const here = { named: null, cwd: world.at.path('plain') };
  await expect(trust(world.env, here, NOW)).rejects.toMatchObject({ code: 'WF_NO_PROJECT' });
  await expect(distrust(world.env, here)).rejects.toMatchObject({ code: 'WF_NO_PROJECT' });
});

test('a project of the user is trusted, if the list can be written', async () => {
  await using world = await home();
  const { at, env } = world;
  await trustOwnProject(env, at.path('shop'), NOW);
  expect(listTrustedFolders(env)).toHaveLength(1);
  await trustOwnProject({ ...env, XDG_CONFIG_HOME: at.path('plain/x') }, at.path('shop'), NOW);
});
