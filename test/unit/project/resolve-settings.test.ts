import { describe, expect, test } from 'vitest';
import { type TempProject, tempProject } from '../../helpers/temp-project.ts';
import { openCredentials } from '../../../src/project/credential-store.ts';
import { findKey, resolveSettings, type SettingsSources } from '../../../src/project/resolve-settings.ts';
import { parseSetting, requireSettingName, type SettingName } from '../../../src/project/user-config.ts';

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

describe('the settings of a run', () => {
  test('come from flags, then environment, project file, profile, default', async () => {
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
  ])('have the profile of %s', async (_, more, value, kind, name) => {
    await using folder = await tempProject(FILES);
    const { profile } = await resolveSettings(sources(folder, more));
    const origin = { kind, name: kind === 'profile' ? folder.path(name) : name };
    expect(profile).toEqual({ value, origin });
  });

  test('have the profile that the project file names', async () => {
    await using folder = await tempProject({ ...FILES, 'project/wf.config.json': '{"profile": "other"}' });
    const { profile, baseUrl } = await resolveSettings(sources(folder));
    expect(profile).toEqual({
      value: 'other',
      origin: { kind: 'project', name: folder.path('project/wf.config.json') },
    });
    expect(baseUrl.value).toBe('http://other');
  });

  test('do not come from an empty variable', async () => {
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
  ])('are refused with their source: %o', async (more, said) => {
    await using folder = await tempProject(FILES);
    await expect(resolveSettings(sources(folder, more))).rejects.toMatchObject({
      code: 'WF_INVALID_INPUT',
      message: expect.toSatisfy((message: string) => message.startsWith(said)),
    });
  });

  test('may not have a profile that does not exist', async () => {
    await using folder = await tempProject(FILES);
    await expect(resolveSettings(sources(folder, { flags: { profile: 'wrk' } }))).rejects.toMatchObject({
      code: 'WF_NOT_FOUND',
      message: expect.stringContaining('Did you mean work?'),
    });
  });

  test('name the folders of generated data and keys', async () => {
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
    const file = folder.path('project/wf.config.json');
    expect(warnings).toEqual([
      `WF_API_KEY is not sent to http://project, because that address comes from ${file}. If the key is meant for it, set WF_BASE_URL=http://project as well.`,
    ]);
  });

  test('of another origin is not sent to an address of the project file', async () => {
    await using folder = await tempProject(FILES);
    await openCredentials(folder.path('config/wf')).store('http://profile', 'work', 'stored');
    expect((await resolveSettings(sources(folder))).credential).toBeUndefined();
  });

  test('of the origin in the project file is sent there, even instead of WF_API_KEY', async () => {
    await using folder = await tempProject(FILES);
    await openCredentials(folder.path('config/wf')).store('http://project', 'work', 'stored');
    const { credential, keyOrigin, warnings } = await resolveSettings(sources(folder, { env }));
    const origin = { kind: 'profile', name: `work (${folder.path('config/wf/credentials.json')})` };
    expect([credential?.key, keyOrigin, warnings]).toEqual(['stored', origin, []]);
  });

  test('in a keychain that this machine lacks is a warning that says how to sign in again', async () => {
    await using folder = await tempProject();
    await openCredentials(folder.root).store('https://wf.test', 'work', null);
    const { key, warnings } = await findKey({
      baseUrl: { value: 'https://wf.test/api', origin: { kind: 'flag', name: '--base-url' } },
      profile: 'work',
      env: {},
      configDir: folder.root,
      openKeychain: async () => null,
    });
    expect([key, warnings]).toEqual([
      null,
      [
        expect.stringMatching(
          /^Cannot read the key for https:\/\/wf\.test from a keychain: .+\. Sign in again: wf login --no-keychain$/,
        ),
      ],
    ]);
  });

  test('is not looked up if no service is configured', async () => {
    await using folder = await tempProject({ 'config/wf/credentials.json': 'broken' });
    const { credential } = await resolveSettings(sources(folder, { env, cwd: folder.root }));
    expect(credential).toBeUndefined();
  });
});

describe('a setting', () => {
  test.each<[SettingName, string | number, unknown]>([
    ['base_url', 'http://localhost:8000', 'http://localhost:8000'],
    ['base_url', ' https://Host.example/api/ ', 'https://host.example/api'],
    ['timeout', '1.5', 1.5],
    ['timeout', 90, 90],
    ['timeout', '86400', 86_400],
    ['app', ' support ', 'support'],
    ['credential', 'bearer', 'bearer'],
    ['credential', 'header:X-Api-Key', 'header:X-Api-Key'],
    ['credential', 'cookie:sAccessToken', 'cookie:sAccessToken'],
  ])('%s may be %j', (name, text, value) => {
    expect(parseSetting(name, text, 'x')).toBe(value);
  });

  test.each<[SettingName, string | number, string]>([
    ['base_url', 'localhost:8000', 'which is not an http or https address'],
    ['base_url', 'ftp://host', 'which is not an http or https address'],
    ['base_url', 'https://ann:secret@host', 'which contains a name or a password'],
    ['base_url', 'https://host?x=1', 'which contains a query or a fragment'],
    ['base_url', '', 'which is not an http or https address'],
    ['timeout', 'abc', 'but a time limit is a number of seconds above 0, at most 86400'],
    ['timeout', '0', 'but a time limit is a number of seconds above 0'],
    ['timeout', '-1', 'but a time limit is a number of seconds above 0'],
    ['timeout', '1e9', 'but a time limit is a number of seconds above 0'],
    ['timeout', '86401', 'but a time limit is a number of seconds above 0'],
    ['timeout', 'Infinity', 'but a time limit is a number of seconds above 0'],
    ['app', ' ', 'which is empty'],
    ['credential', 'basic', 'but a credential form is apikey, bearer, raw, header:NAME or cookie:NAME'],
    ['credential', 'header:X Y', 'but a credential form is'],
    ['credential', 'header:', 'but a credential form is'],
  ])('%s %j is rejected with its source', (name, text, reason) => {
    expect(() => parseSetting(name, text, 'WF_X')).toThrow(
      expect.objectContaining({ code: 'WF_INVALID_INPUT', message: expect.stringContaining(reason) }),
    );
    expect(() => parseSetting(name, text, 'WF_X')).toThrow(/^WF_X is /);
  });

  test('of an unknown name is refused with a similar one', () => {
    expect(requireSettingName('timeout')).toBe('timeout');
    expect(() => requireSettingName('baseurl')).toThrow(
      expect.objectContaining({ message: 'No setting is called "baseurl". Did you mean base_url?' }),
    );
  });

  test('with a password is not repeated when it is rejected', () => {
    expect(() => parseSetting('base_url', 'https://ann:secret@host', 'WF_BASE_URL')).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('secret') }),
    );
  });
});
