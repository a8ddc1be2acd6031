import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findNpmSettings } from '../../../../src/sandbox/packages/find-npm-settings.ts';
import { tempProject } from '../../../helpers/temp-project.ts';

test.each(['lib/node_modules/npm/bin/npm-cli.js', 'node_modules/npm/bin/npm-cli.js'])(
  'the settings next to %s are named, unless the user names others',
  async (script) => {
    await using machine = await tempProject({ 'etc/npmrc': '' });
    const npm = join(machine.root, script);
    expect(findNpmSettings(npm, {})).toEqual({ npm_config_globalconfig: machine.path('etc/npmrc') });
    expect(findNpmSettings(npm, { NPM_CONFIG_GLOBALCONFIG: '/mine' })).toEqual({});
  },
);

test('a machine without settings, and a script elsewhere, name none', async () => {
  await using machine = await tempProject({ 'etc/other': '' });
  expect(findNpmSettings(machine.path('lib/node_modules/npm/bin/npm-cli.js'), {})).toEqual({});
  expect(findNpmSettings(machine.path('npm-cli.js'), {})).toEqual({});
});
