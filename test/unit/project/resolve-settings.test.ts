import { describe, expect, test } from 'vitest';
import { openCredentials } from '../../../src/project/credential-store.ts';
import { resolveSettings, type SettingsSources } from '../../../src/project/resolve-settings.ts';
import { type TempProject, tempProject } from '../../helpers/temp-project.ts';

const CONFIG = JSON.stringify({
  profile: 'work',
  profiles: {
    work: { base_url: 'http://profile', app: 'of-profile', timeout: 4, credential: 'bearer' },
    other: { base_url: 'http://other' },
  },
});

const FILES = {
  'project/wf.config.json': '{"base_url": "http://project", "app": "of-project", "timeout": 3}',
  'config/wf/config.json': CONFIG,
};

function sources(folder: TempProject, more: Partial<SettingsSources> = {}): SettingsSources {
  const env = { XDG_CONFIG_HOME: folder.path('config'), XDG_DATA_HOME: folder.path('data'), ...more.env };
  return { cwd: folder.path('project'), machine: { platform: 'linux', home: folder.path('home') }, ...more, env };
}

describe('resolveSettings', () => {
  test('prefers flags, then environment, project file, profile, default', async () => {
    await using folder = await tempProject(FILES);
    const outside = await tempProject({ 'config/wf/config.json': CONFIG });
    await using nothing = await tempProject();
    const env = { WF_TIMEOUT: '2', WF_BASE_URL: 'http://env/', WF_APP: 'of-env' };
    const flags = { timeout: '1', baseUrl: 'http://flag', app: 'of-flag' };
    const runs = [
      sources(folder, { flags, env }),
      sources(folder, { env }),
      sources(folder),
      sources(outside, { cwd: outside.root }),
      sources(nothing, { cwd: nothing.root }),
    ];
    const rows = [];
    for (const run of runs) {
      const { timeoutMs, baseUrl, app } = await resolveSettings(run);
      rows.push([timeoutMs.value, timeoutMs.origin, baseUrl.value, baseUrl.origin, app.value, app.origin]);
    }
    await outside[Symbol.asyncDispose]();
    const flag = (name: string) => ({ kind: 'flag', name });
    const variable = (name: string) => ({ kind: 'environment', name });
    const project = { kind: 'project', name: folder.path('project/wf.config.json') };
    const profile = { kind: 'profile', name: `work (${outside.path('config/wf/config.json')})` };
    const byDefault = { kind: 'default', name: 'default' };
    expect(rows).toEqual([
      [1000, flag('--timeout'), 'http://flag', flag('--base-url'), 'of-flag', flag('--app')],
      [2000, variable('WF_TIMEOUT'), 'http://env', variable('WF_BASE_URL'), 'of-env', variable('WF_APP')],
      [3000, project, 'http://project', project, 'of-project', project],
      [4000, profile, 'http://profile', profile, 'of-profile', profile],
      [30_000, byDefault, null, byDefault, null, byDefault],
    ]);
  });

  test.each([
    ['--profile', { flags: { profile: 'other' }, env: { WF_PROFILE: 'work' } }, 'other', 'flag', '--profile'],
    ['WF_PROFILE', { env: { WF_PROFILE: 'other' } }, 'other', 'environment', 'WF_PROFILE'],
    ['the one in use', { env: {} }, 'work', 'profile', 'config/wf/config.json'],
  ])('takes the profile from %s', async (_, more, value, kind, name) => {
    await using folder = await tempProject(FILES);
    const { profile } = await resolveSettings(sources(folder, more));
    const origin = { kind, name: kind === 'profile' ? folder.path(name) : name };
    expect(profile).toEqual({ value, origin });
  });

  test('takes the profile that the project file names', async () => {
    await using folder = await tempProject({ ...FILES, 'project/wf.config.json': '{"profile": "other"}' });
    const { profile, baseUrl } = await resolveSettings(sources(folder));
    expect(profile).toEqual({
      value: 'other',
      origin: { kind: 'project', name: folder.path('project/wf.config.json') },
    });
    expect(baseUrl.value).toBe('http://other');
  });

  test('treats an empty variable as none', async () => {
    await using folder = await tempProject(FILES);
    const env = { WF_TIMEOUT: '', WF_BASE_URL: '', WF_APP: '', WF_PROFILE: '', WF_API_KEY: ' ' };
    const settings = await resolveSettings(sources(folder, { env }));
    expect([settings.timeoutMs.value, settings.baseUrl.value, settings.credential]).toEqual([
      3000,
      'http://project',
      undefined,
    ]);
  });

  test.each([
    [{ flags: { timeout: 'abc' } }, '--timeout is "abc"'],
    [{ flags: { timeout: '' } }, '--timeout is ""'],
    [{ flags: { baseUrl: 'host' } }, '--base-url is "host"'],
    [{ env: { WF_TIMEOUT: '-1' } }, 'WF_TIMEOUT is "-1"'],
    [{ env: { WF_BASE_URL: 'ftp://h' } }, 'WF_BASE_URL is "ftp://h"'],
  ])('rejects %o with its source', async (more, said) => {
    await using folder = await tempProject(FILES);
    await expect(resolveSettings(sources(folder, more))).rejects.toMatchObject({
      code: 'WF_INVALID_INPUT',
      message: expect.toSatisfy((message: string) => message.startsWith(said)),
    });
  });

  test('rejects a profile that does not exist', async () => {
    await using folder = await tempProject(FILES);
    await expect(resolveSettings(sources(folder, { flags: { profile: 'wrk' } }))).rejects.toMatchObject({
      code: 'WF_NOT_FOUND',
      message: expect.stringContaining('Did you mean work?'),
    });
  });

  test('contains the folders of generated data and keys', async () => {
    await using folder = await tempProject(FILES);
    const inside = await resolveSettings(sources(folder));
    const outside = await resolveSettings(sources(folder, { cwd: folder.root }));
    expect([inside.dataDir, outside.dataDir]).toEqual([folder.path('project/.wf'), folder.path('data/wf')]);
    expect(inside.configDir).toBe(folder.path('config/wf'));
  });
});

describe('the key', () => {
  const env = { WF_API_KEY: 'from-env' };

  test.each([
    ['a flag', { flags: { baseUrl: 'http://x' }, env }],
    ['WF_BASE_URL', { env: { ...env, WF_BASE_URL: 'http://x' } }],
  ])('in WF_API_KEY is sent to an address from %s', async (_, more) => {
    await using folder = await tempProject(FILES);
    const { credential, keyOrigin } = await resolveSettings(sources(folder, more));
    expect(credential).toEqual({ key: 'from-env', form: 'bearer' });
    expect(keyOrigin).toEqual({ kind: 'environment', name: 'WF_API_KEY' });
  });

  test('in WF_API_KEY is sent to the address of a profile', async () => {
    await using folder = await tempProject(FILES);
    const { credential } = await resolveSettings(sources(folder, { env, cwd: folder.root }));
    expect(credential?.key).toBe('from-env');
  });

  test('in WF_API_KEY is not sent to an address of the project file, and a warning explains it', async () => {
    await using folder = await tempProject(FILES);
    const { credential, warnings } = await resolveSettings(sources(folder, { env }));
    expect(credential).toBeUndefined();
    expect(warnings).toEqual([expect.stringContaining('set WF_BASE_URL=http://project as well')]);
  });

  test('of another origin is not sent to an address of the project file', async () => {
    await using folder = await tempProject(FILES);
    await openCredentials(folder.path('config/wf')).store('http://profile', 'work', 'stored');
    expect((await resolveSettings(sources(folder))).credential).toBeUndefined();
  });

  test('of the origin in the project file is sent there, even instead of WF_API_KEY', async () => {
    await using folder = await tempProject(FILES);
    await openCredentials(folder.path('config/wf')).store('http://project', 'work', 'stored');
    const { credential, warnings } = await resolveSettings(sources(folder, { env }));
    expect([credential?.key, warnings]).toEqual(['stored', []]);
  });

  test('is not looked up if no service is configured', async () => {
    await using folder = await tempProject({ 'config/wf/credentials.json': 'broken' });
    const { credential } = await resolveSettings(sources(folder, { env, cwd: folder.root }));
    expect(credential).toBeUndefined();
  });
});
