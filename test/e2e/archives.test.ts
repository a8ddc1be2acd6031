import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { runWf, type WfRun } from '../helpers/run-wf.ts';
import { createWorld } from '../helpers/service-world.ts';
import { startService } from '../helpers/start-service.ts';
import { linkPackages, tempProject } from '../helpers/temp-project.ts';

test('a whole app moves to another service, runs there, and exports to the same archive', async () => {
  await using project = await tempProject({
    '.wfrc.json': JSON.stringify({ app: 'flow', entry: 'flow.ts' }),
    'flow.ts': `import { configSchema, entrypoint } from 'wfkit';\nimport * as z from 'zod';\nconst C = configSchema({ tone: z.string().default('plain') });\nexport default entrypoint({ config: C, input: z.object({ text: z.string() }) }, async ({ config, input }) => config.tone + ' ' + input.text);\n`,
    'cases.csv': 'text,correct_answer\nhi,plain hi\nyo,other\n',
  });
  await using elsewhere = await tempProject();
  await linkPackages(project.root, ['zod']);
  const run = async (words: string[], cwd = project.root): Promise<WfRun> => {
    const done = await runWf(words, { cwd });
    expect(done, done.stderr).toMatchObject({ exitCode: 0 });
    return done;
  };
  await run(['deploy', '--env', 'production']);
  await run(['variants', 'create', 'tuned', '--set', 'tone=warm']);
  await run(['env', 'deploy', 'production', '--variant', 'tuned']);
  await run(['env', 'rollback', 'production']);
  await run(['eval', 'run', '--testset', 'cases.csv', '--variants', 'default,tuned', '--evaluators', 'exact_match']);
  await run(['env', 'vars', 'set', 'MODEL_KEY=secret-value']);
  const exported = await run(['export', 'backup.tar.gz']);
  expect(exported.stdout).toContain('Exported flow.');
  expect(exported.stdout).toContain('Not included: the values of MODEL_KEY.');
  expect(gunzipSync(await readFile(project.path('backup.tar.gz'))).includes('secret-value')).toBe(false);
  const file = project.path('backup.tar.gz');
  expect((await run(['import', file, '--plan'], elsewhere.root)).stdout).toContain('Nothing was changed.');
  expect((await run(['import', file], elsewhere.root)).stdout).toContain('Imported flow.');
  const calls = ['run', '/', '--app', 'flow', '--input', 'text=hi', '--env', 'production'];
  expect((await run(calls, elsewhere.root)).stdout).toBe('plain hi\n');
  for (const words of [
    ['env', 'revisions', 'production', '--app', 'flow', '--tsv'],
    ['eval', 'show', 'tuned', '--app', 'flow', '--tsv'],
    ['eval', 'rows', 'tuned', '--app', 'flow', '--tsv'],
    ['testsets', 'list', '--tsv'],
  ]) {
    expect((await run(words, elsewhere.root)).stdout).toBe((await run(words)).stdout);
  }
  await run(['env', 'vars', 'set', 'MODEL_KEY=other', '--app', 'flow'], elsewhere.root);
  await run(['export', 'again.tar.gz', '--app', 'flow'], elsewhere.root);
  expect(await readFile(elsewhere.path('again.tar.gz'))).toEqual(await readFile(file));
  expect(await runWf(['import', file], { cwd: elsewhere.root })).toMatchObject({ stdout: '', exitCode: 5 });
});

test('an archive has the printed checksum, and one that was cut off is refused', async () => {
  await using running = await startService({ transport: 'socket' });
  await createWorld(running);
  await using folder = await tempProject();
  const options = { cwd: folder.root, env: { WF_API_KEY: running.keys.operator } };
  const run = await runWf(['export', 'a.tar.gz', '--json', '--base-url', running.baseUrl], options);
  const { sha256 } = JSON.parse(run.stdout) as { sha256: string };
  const whole = await readFile(folder.path('a.tar.gz'));
  expect(sha256).toBe(createHash('sha256').update(whole).digest('hex'));
  const piped = await runWf(['export', '-', '--base-url', running.baseUrl], { ...options, encoding: 'latin1' });
  expect([piped.exitCode, piped.stderr]).toEqual([0, expect.stringContaining(sha256)]);
  expect(Buffer.from(piped.stdout, 'latin1')).toEqual(whole);

  await writeFile(folder.path('cut.tar.gz'), whole.subarray(0, whole.length - 100));
  const refused = await runWf(['import', 'cut.tar.gz', '--json'], { cwd: folder.root });
  expect([refused.stdout, refused.exitCode]).toEqual(['', 2]);
  expect(JSON.parse(refused.stderr)).toMatchObject({ error: { code: 'WF_INVALID_INPUT' } });
  expect((await runWf(['apps', 'list', '--json'], { cwd: folder.root })).stdout).toBe('[]\n');
});
