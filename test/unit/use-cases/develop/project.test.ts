import { describe, expect, test } from 'vitest';
import { deriveAppName, requireAppName, toPackageName } from '../../../../src/project/app-names.ts';
import { callLimitOf } from '../../../../src/use-cases/develop/calls/call-limit.ts';
import { findRecordPageUrl } from '../../../../src/use-cases/develop/find-page-url.ts';
import { requireProject } from '../../../../src/use-cases/develop/require-project.ts';
import { withPlaceholders } from '../../../../src/use-cases/develop/build-workflow.ts';
import { setting, settingsOf } from '../../../helpers/settings-of.ts';

describe('names of apps', () => {
  test.each([
    ['My Café!', 'my-cafe'],
    ['__support__', 'support'],
    ['a_b-c', 'a_b-c'],
    ['日本', 'workflow'],
    ['', 'workflow'],
    [`${'a'.repeat(99)}--z`, 'a'.repeat(99)],
  ])('the folder %j gives the app name %s', (folder, name) => {
    expect(deriveAppName(folder)).toBe(name);
  });

  test.each(['support', 'A_b-9', 'a'.repeat(100)])('%s is an app name', (name) => {
    expect(requireAppName(name)).toBe(name);
  });

  test.each(['', 'two words', 'ü', 'a'.repeat(101)])('%j is refused with a name that would do', (name) => {
    expect(() => requireAppName(name)).toThrow(
      expect.objectContaining({
        code: 'WF_INVALID_INPUT',
        message: `Invalid app name ${JSON.stringify(name)}: use up to 100 letters, digits, "-" and "_".`,
        nextSteps: [`For example ${deriveAppName(name)}`],
      }),
    );
  });

  test("a package is not named like a dependency of it, or npm's folder", () => {
    expect(toPackageName('Support', ['zod'])).toBe('support');
    expect(toPackageName('zod', ['zod'])).toBe('zod-app');
    expect(toPackageName('node_modules', [])).toBe('node_modules-app');
  });
});

describe('the project of a command', () => {
  const PROJECT = { root: '/srv/My Flow', file: '/srv/My Flow/wf.config.ts', config: {} };

  test('an empty project file has all defaults', () => {
    expect(requireProject(settingsOf({ project: PROJECT, dataDir: '/srv/My Flow/.wf' }), '/srv/My Flow')).toEqual({
      variableSource: { root: '/srv/My Flow', app: 'my-flow', taken: [], rule: {} },
      root: '/srv/My Flow',
      entry: 'src/workflow.ts',
      app: 'my-flow',
      base: 'main',
      variant: 'default',
      files: [],
      packages: { external: [], bundled: [] },
      dataDir: '/srv/My Flow/.wf',
    });
  });

  test('the project file overrides defaults, and --app overrides it', () => {
    const config = { app: 'a', entry: 'x.ts', base: 'b', variant: 'v' };
    const settings = settingsOf({ project: { ...PROJECT, config }, app: setting('from-flag', 'flag') });
    expect(requireProject(settings, '/')).toMatchObject({ app: 'from-flag', entry: 'x.ts', base: 'b', variant: 'v' });
  });

  test('packages are imported or bundled, with or without their install scripts', () => {
    const external = ['pg', '!zod', { name: 'sharp', scripts: true }, { name: '@a/b' }];
    const settings = settingsOf({ project: { ...PROJECT, config: { external } } });
    expect(requireProject(settings, '/').packages).toEqual({
      external: [
        { name: 'pg', scripts: false },
        { name: 'sharp', scripts: true },
        { name: '@a/b', scripts: false },
      ],
      bundled: ['zod'],
    });
  });
});

describe('the time limit of a call', () => {
  const PROJECT = { root: '/srv/flow', file: '/srv/flow/wf.config.ts', config: { call_timeout: 2.5 } };

  test.each([
    [settingsOf(), 900_000, 'wf'],
    [settingsOf({ timeoutMs: setting(5000, 'flag'), project: PROJECT }), 5000, '--timeout'],
    [settingsOf({ timeoutMs: setting(5000, 'environment'), project: PROJECT }), 5000, 'WF_TIMEOUT'],
    [settingsOf({ timeoutMs: setting(5000, 'project') }), 900_000, 'wf'],
    [settingsOf({ project: PROJECT }), 2500, "the project file's call_timeout"],
  ])('a call of a route has its own time limit, which says where it is set', (settings, timeoutMs, setBy) => {
    expect(callLimitOf(settings)).toEqual({ timeoutMs, setBy });
  });
});

describe('variables of a build', () => {
  test('a key of a model provider without a value has a placeholder, another variable has none', () => {
    const variables = withPlaceholders({
      ANTHROPIC_API_KEY: '',
      DATABASE_KEY: '',
      REGION: 'eu',
      XAI_API_KEY: 'xai-mine',
    });
    expect(variables).toMatchObject({
      ANTHROPIC_API_KEY: expect.stringContaining('placeholder'),
      OPENAI_API_KEY: expect.stringContaining('placeholder'),
      DATABASE_KEY: '',
      REGION: 'eu',
      XAI_API_KEY: 'xai-mine',
    });
    expect(variables).not.toHaveProperty('DATABASE_URL');
  });
});

describe('pages of the service', () => {
  const SETTINGS = settingsOf({
    baseUrl: setting('https://wf.test'),
    app: setting('01932c5e-0000-7000-8000-00000000000a'),
  });

  test('the page of a record has its app and its id, both escaped', () => {
    const url = findRecordPageUrl({ settings: SETTINGS, app: 'a/b', area: 'evaluations', id: 'e 1' });
    expect(url).toBe('https://wf.test/#/apps/a%2Fb/evaluations/e%201');
  });
});
