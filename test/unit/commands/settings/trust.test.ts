import { expect, test } from 'vitest';
import ConfigGet from '../../../../commands/settings/config/get.ts';
import Trust from '../../../../commands/settings/trust.ts';
import { runCommand } from '../../../helpers/run-command.ts';
import { tempProject } from '../../../helpers/temp-project.ts';

async function openHome() {
  const home = await tempProject({
    'own/wf.config.mjs': "export default { app: 'a' + 'b' };",
    'own/deep/x': '',
    'bare/x': '',
  });
  const run = async (cwd: string, ...argv: string[]) =>
    runCommand(Trust, argv, { cwd: home.path(cwd), env: { HOME: home.root } });
  return { ...home, run };
}

test('the project here is trusted, listed and no longer trusted', async () => {
  await using home = await openHome();
  const own = home.path('own');
  expect((await home.run('own/deep')).stdout).toBe(`Project files in ${own} may run code. Next: wf trust --list\n`);
  expect(JSON.parse((await home.run('.', '--list', '--json')).stdout)).toEqual([
    { folder: own, since: expect.any(String) },
  ]);
  expect((await home.run('.', '--list')).stdout).toContain(own);
  expect(await home.run('own', '--remove')).toEqual({
    stdout: `${own} is no longer trusted.\n`,
    stderr: '',
    exitCode: 0,
  });
  expect(JSON.parse((await home.run('.', '--list', '--json')).stdout)).toEqual([]);
});

test('a command in an untrusted project names the command that trusts it', async () => {
  await using home = await openHome();
  const place = { cwd: home.path('own'), env: { HOME: home.root, XDG_CACHE_HOME: home.path('cache') } };
  const refused = await runCommand(ConfigGet, ['app'], place);
  expect(refused).toMatchObject({ stdout: '', exitCode: 2 });
  expect(refused.stderr).toContain(
    `contains code (line 1), and you have not trusted its folder, so wf did not run it.`,
  );
  expect(refused.stderr).toContain(`wf trust ${home.path('own')}`);
  await home.run('.', 'own');
  expect((await runCommand(ConfigGet, ['app'], place)).stdout).toBe('ab\n');
});

test.each([
  [['bare', []], 2, 'There is no wf project in'],
  [['.', ['nowhere']], 3, 'There is no folder'],
  [['own', ['--remove']], 3, 'No trusted folder is called'],
  [['own', ['--remove', '--list']], 2, '--list'],
] as const)('%j is refused', async ([cwd, argv], exitCode, said) => {
  await using home = await openHome();
  const run = await home.run(cwd, ...argv);
  expect(run).toMatchObject({ stdout: '', exitCode });
  expect(run.stderr).toContain(said);
});
