import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { changeSetting, getSetting, listSettings } from '../../../../src/use-cases/settings/manage-settings.ts';
import {
  distrust,
  listTrustedFolders,
  trust,
  trustOwnProject,
} from '../../../../src/use-cases/settings/manage-trust.ts';
import { setting, settingsOf } from '../../../helpers/settings-of.ts';
import { tempFolder } from '../../../helpers/temp-folder.ts';
import { tempProject } from '../../../helpers/temp-project.ts';

const SETTINGS = settingsOf({
  app: { value: 'support', origin: { kind: 'project', name: '/p/wf.config.json' } },
  timeoutMs: { value: 7000, origin: { kind: 'environment', name: 'WF_TIMEOUT' } },
  keyOrigin: { kind: 'environment', name: 'WF_API_KEY' },
  credential: { key: 'secret', form: 'apikey' },
});

test('each setting is listed with its value and its source, and the key is hidden', () => {
  expect(listSettings(SETTINGS)).toEqual([
    { name: 'base_url', value: null, origin: 'default' },
    { name: 'app', value: 'support', origin: '/p/wf.config.json' },
    { name: 'timeout', value: 7, origin: 'WF_TIMEOUT' },
    { name: 'call_timeout', value: 900, origin: 'default' },
    { name: 'profile', value: 'default', origin: 'default' },
    { name: 'credential', value: 'apikey', origin: 'default' },
    { name: 'key', value: '(hidden)', origin: 'WF_API_KEY' },
    { name: 'project', value: null, origin: 'default' },
    { name: 'data_dir', value: '/nowhere/data', origin: 'default' },
    { name: 'config_dir', value: '/nowhere/config', origin: 'default' },
  ]);
});

test('a missing key is null, not hidden', () => {
  expect(getSetting(settingsOf(), 'key')).toEqual({ name: 'key', value: null, origin: 'default' });
});

describe('a changed setting', () => {
  test.each([
    [{ kind: 'flag', name: '--app' }, '--app'],
    [{ kind: 'environment', name: 'WF_APP' }, 'WF_APP'],
    [{ kind: 'profile', name: 'profile default' }, null],
    [{ kind: 'default', name: 'default' }, null],
  ])('a setting from %j is overridden by %j', async (origin, overriddenBy) => {
    await using folder = await tempFolder();
    const settings = settingsOf({
      configDir: folder.root,
      app: { ...setting('support'), origin } as never,
    });
    const changed = await changeSetting({ settings, name: 'app', value: 'sales' });
    expect(changed).toEqual({ profile: settings.profile.value, isChanged: true, overriddenBy });
  });
});

describe('trusted folders', () => {
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
    const plain = { folder: at.path('plain'), since };
    for (const isChanged of [true, false])
      expect(await trust(env, { named: plain.folder, cwd: '/' }, NOW)).toEqual({ trusted: plain, isChanged });
    expect(await trust(env, { named: null, cwd: at.path('shop/src') }, NOW)).toMatchObject({
      trusted: { folder: at.path('shop'), since },
    });
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
      code: 'WF_NO_FILE',
      message: `There is no folder ${named}.`,
    });
  });

  test('without a project, a folder must be named', async () => {
    await using world = await home();
    const here = { named: null, cwd: world.at.path('plain') };
    await expect(trust(world.env, here, NOW)).rejects.toMatchObject({ code: 'WF_NO_PROJECT' });
    await expect(distrust(world.env, here)).rejects.toMatchObject({ code: 'WF_NO_PROJECT' });
  });

  test('a project of the user is trusted, if the list can be written and nobody else has committed', async () => {
    await using world = await home();
    const { at, env } = world;
    expect(await trustOwnProject(env, at.path('shop'), NOW)).toBeNull();
    expect(listTrustedFolders(env)).toHaveLength(1);
    const unwritable = { ...env, XDG_CONFIG_HOME: at.path('plain/x') };
    expect(await trustOwnProject(unwritable, at.path('shop'), NOW)).toContain(`Later: wf trust ${at.path('shop')}`);
    const git = (line: string) => execFileSync('git', line.split(' '), { cwd: at.path('plain') });
    git('init -q');
    expect(await trustOwnProject(env, at.path('plain'), NOW)).toBeNull();
    await distrust(env, { named: at.path('plain'), cwd: '/' });
    git('-c user.name=a -c user.email=a@example.com commit -q --allow-empty -m one');
    expect(await trustOwnProject(env, at.path('plain'), NOW)).toContain('has commits');
    expect(listTrustedFolders(env).map(({ folder }) => folder)).toEqual([at.path('shop')]);
  });
});
