import { copyFile, mkdir, readFile, stat } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { runWf } from '../helpers/run-wf.ts';
import { startWfServe } from '../helpers/start-wf-serve.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

test('a served database is backed up, its key is rotated, and the backup is restored with the key of its time', async () => {
  await using folder = await tempFolder();
  const wf = async (...words: string[]) => await runWf(words, { cwd: folder.root });
  const json = (text: string) => JSON.parse(text) as Record<string, unknown>;
  {
    await using server = await startWfServe(folder.root, ['--data-dir', 'data']);
    const at = ['--base-url', server.url];
    expect((await wf('apps', 'create', 'support', ...at)).exitCode).toBe(0);
    expect((await wf('env', 'vars', 'set', 'A=1', '--app', 'support', ...at)).exitCode).toBe(0);
    const inProduction = ['--env', 'production', '--app', 'support', ...at];
    expect((await wf('env', 'vars', 'set', 'A=2', ...inProduction)).stdout).toContain('Set A in production.');
    const backup = await wf('backup', 'backup.db', '--data-dir', 'data', '--json');
    expect((await stat(folder.path('backup.db'))).mode & 0o777).toBe(0o600);
    const rotated = await wf('keys', 'rotate-secret', '--data-dir', 'data', '--yes', '--json');
    expect(json(rotated.stdout)).toMatchObject({ previous: json(backup.stdout)['key'], resealed: 2, unopened: 0 });
    expect((await wf('env', 'vars', 'set', 'B=3', '--app', 'support', ...at)).exitCode).toBe(0);
    expect((await wf('doctor', ...at)).exitCode).toBe(0);
    const limited = await wf('keys', 'create', 'team', '--apps', 'support', '--json', ...at);
    expect(json(limited.stdout)).toMatchObject({ app_ids: [expect.any(String)] });
  }
  const refused = await wf('restore', 'backup.db', '--data-dir', 'again');
  expect([refused.exitCode, refused.stdout]).toEqual([1, '']);
  expect(refused.stderr).toMatch(/secret\.key is missing\. Nothing was written\./);
  await expect(stat(folder.path('again'))).rejects.toMatchObject({ code: 'ENOENT' });
  const key = (await readFile(folder.path('data/secret.key'), 'utf8')).trim().split('\n');
  expect(key).toHaveLength(2);
  await mkdir(folder.path('again'), { mode: 0o700 });
  await copyFile(folder.path('data/secret.key'), folder.path('again/secret.key'));
  const restored = await wf('restore', 'backup.db', '--data-dir', 'again');
  expect(restored.stdout).toContain(' and 1 local key. Next: wf serve --data-dir again\n');
  await using server = await startWfServe(folder.root, ['--data-dir', 'again']);
  const listed = await wf('env', 'vars', 'list', '--app', 'support', '--json', '--base-url', server.url);
  expect(JSON.parse(listed.stdout)).toMatchObject([{ name: 'A' }]);
});
