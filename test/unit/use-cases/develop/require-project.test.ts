import { expect, test } from 'vitest';
import { requireProject } from '../../../../src/use-cases/develop/require-project.ts';
import { setting, settingsOf } from '../../../helpers/run-with-client.ts';

const PROJECT = { root: '/srv/My Flow', file: '/srv/My Flow/wf.config.ts', config: {} };

test('an empty project file has all defaults', () => {
  expect(requireProject(settingsOf({ project: PROJECT, dataDir: '/srv/My Flow/.wf' }), '/srv/My Flow')).toEqual({
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

test('a missing project is reported with the folder and how to create one', () => {
  expect(() => requireProject(settingsOf(), '/tmp/here')).toThrow(
    expect.objectContaining({
      code: 'WF_NO_PROJECT',
      message: 'There is no wf project in /tmp/here or above it: no wf.config.ts, .wfrc or package.json with "wf".',
      nextSteps: ['wf init my-workflow --template basic', 'cd to the folder of a project'],
    }),
  );
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
