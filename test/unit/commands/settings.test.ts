import { expect, test } from 'vitest';
import ConfigGet from '../../../commands/settings/config/get.ts';
import ConfigList from '../../../commands/settings/config/list.ts';
import ConfigSet from '../../../commands/settings/config/set.ts';
import ProfilesAdd from '../../../commands/settings/profiles/add.ts';
import ProfilesList from '../../../commands/settings/profiles/list.ts';
import ProfilesRemove from '../../../commands/settings/profiles/remove.ts';
import ProfilesUse from '../../../commands/settings/profiles/use.ts';
import { runCommand } from '../../helpers/run-command.ts';
import { tempProject, type TempProject } from '../../helpers/temp-project.ts';

test('every setting is listed with its source', async () => {
  await using home = await tempProject({ '.wfrc.json': '{"app": "support"}' });
  const run = await runCommand(
    ConfigList,
    ['--timeout', '5', '--json'],
    place(home, { WF_BASE_URL: 'https://wf.example' }),
  );
  const byName = Object.fromEntries(
    (JSON.parse(run.stdout) as { name: string; value: unknown; origin: string }[]).map(({ name, value, origin }) => [
      name,
      [value, origin],
    ]),
  );
  expect(byName).toMatchObject({
    base_url: ['https://wf.example', 'WF_BASE_URL'],
    app: ['support', home.path('.wfrc.json')],
    timeout: [5, '--timeout'],
    profile: ['default', 'default'],
    credential: ['apikey', 'default'],
    key: [null, 'default'],
  });
});

test('the key is listed by its source, never by its value', async () => {
  await using home = await tempProject();
  const env = { WF_BASE_URL: 'https://wf.example', WF_API_KEY: 'secret-key' };
  for (const argv of [[], ['--json'], ['--tsv']]) {
    const run = await runCommand(ConfigList, argv, place(home, env));
    expect(run.stdout).toContain('WF_API_KEY');
    expect(run.stdout + run.stderr).not.toContain('secret-key');
  }
});

test('a setting is changed, read and unset', async () => {
  await using home = await tempProject();
  const set = await runCommand(ConfigSet, ['timeout', '60'], place(home));
  expect(set.stdout).toBe('Set timeout to 60 in profile default.\n');
  expect((await runCommand(ConfigGet, ['timeout'], place(home))).stdout).toBe('60\n');
  expect((await runCommand(ConfigSet, ['timeout', '--unset'], place(home))).stdout).toBe(
    'Unset timeout in profile default.\n',
  );
  expect((await runCommand(ConfigGet, ['timeout'], place(home))).stdout).toBe('30\n');
});

test('a setting without a value prints nothing', async () => {
  await using home = await tempProject();
  expect(await runCommand(ConfigGet, ['base_url'], place(home))).toEqual({ stdout: '', stderr: '', exitCode: 0 });
});

test('a change that is overridden causes a warning', async () => {
  await using home = await tempProject();
  const run = await runCommand(ConfigSet, ['timeout', '60'], place(home, { WF_TIMEOUT: '5' }));
  expect(run.stderr).toBe('Warning: WF_TIMEOUT overrides this setting here.\n');
});

test.each([
  [['timeout', '0'], 2, 'timeout is "0"'],
  [['timeout', 'soon'], 2, 'timeout is "soon"'],
  [['base_url', 'ftp://x'], 2, 'base_url is "ftp://x"'],
  [['base_url', 'https://me:pw@x'], 2, 'which contains a name or a password'],
  [['credential', 'smoke-signal'], 2, 'credential is "smoke-signal"'],
  [['timout', '5'], 3, 'Did you mean timeout?'],
  [['timeout'], 2, 'Pass either a value or --unset.'],
  [['timeout', '5', '--unset'], 2, 'Pass either a value or --unset.'],
])('config set %j is rejected', async (argv, exitCode, message) => {
  await using home = await tempProject();
  const run = await runCommand(ConfigSet, argv, place(home));
  expect(run).toMatchObject({ stdout: '', exitCode });
  expect(run.stderr).toContain(message);
});

test('an unknown setting is rejected with a suggestion', async () => {
  await using home = await tempProject();
  const run = await runCommand(ConfigGet, ['base-url'], place(home));
  expect(run).toMatchObject({ stdout: '', exitCode: 3 });
  expect(run.stderr).toContain('Did you mean base_url?');
});

test('profiles are added, selected, listed and removed', async () => {
  await using home = await tempProject();
  const add = ['staging', '--base-url', 'https://staging.example/api', '--app', 'support', '--credential', 'bearer'];
  expect((await runCommand(ProfilesAdd, add, place(home))).stdout).toBe(
    'Added profile staging. Next: wf profiles use staging\n',
  );
  expect((await runCommand(ProfilesUse, ['staging'], place(home))).exitCode).toBe(0);
  expect((await runCommand(ConfigGet, ['base_url'], place(home))).stdout).toBe('https://staging.example/api\n');
  const listed = await runCommand(ProfilesList, ['--json'], place(home));
  expect(JSON.parse(listed.stdout)).toEqual([
    { name: 'default', in_use: false },
    { name: 'staging', in_use: true, base_url: 'https://staging.example/api', app: 'support', credential: 'bearer' },
  ]);
  expect((await runCommand(ProfilesRemove, ['staging', '--yes'], place(home))).exitCode).toBe(0);
  expect((await runCommand(ProfilesList, ['--tsv'], place(home))).stdout).toBe(
    'name\tin use\tbase url\tapp\tcredential\ttimeout\ndefault\ttrue\t\t\t\t\n',
  );
});

test('a missing profile that a project names can be added', async () => {
  await using home = await tempProject({ '.wfrc.json': '{"profile": "team"}' });
  expect((await runCommand(ConfigList, [], place(home))).exitCode).toBe(3);
  expect((await runCommand(ProfilesAdd, ['team', '--base-url', 'https://team.example'], place(home))).exitCode).toBe(0);
  expect((await runCommand(ConfigList, [], place(home))).exitCode).toBe(0);
});

test.each([
  [ProfilesAdd, ['a b'], 2],
  [ProfilesAdd, ['../up'], 2],
  [ProfilesAdd, ['x', '--base-url', 'nowhere'], 2],
  [ProfilesUse, ['nobody'], 3],
  [ProfilesRemove, ['nobody', '--yes'], 3],
  [ProfilesRemove, ['default'], 2],
])('a wrong profile is rejected: %o %j', async (Class, argv, exitCode) => {
  await using home = await tempProject();
  const run = await runCommand(Class, argv, place(home));
  expect(run).toMatchObject({ stdout: '', exitCode });
});

function place(home: TempProject, env: Record<string, string> = {}) {
  return { cwd: home.root, env: { ...env, XDG_CONFIG_HOME: home.path('config'), XDG_DATA_HOME: home.path('data') } };
}
