import { readFile, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { runWf } from '../helpers/run-wf.ts';
import { linkPackages, tempProject } from '../helpers/temp-project.ts';

/** An archive of an app with a bundle, an environment's history and a variant. */
async function exportedApp(): Promise<Buffer> {
  await using project = await tempProject({
    '.wfrc.json': JSON.stringify({ app: 'flow', entry: 'flow.ts' }),
    'flow.ts': `import { entrypoint } from 'wfkit';\nexport default entrypoint({}, async () => 'answer');\n`,
  });
  await linkPackages(project.root, ['zod']);
  for (const words of [
    ['deploy', '--env', 'production'],
    ['variants', 'create', 'other'],
    ['export', 'a.tar.gz'],
  ]) {
    expect(await runWf(words, { cwd: project.root })).toMatchObject({ exitCode: 0 });
  }
  return await readFile(project.path('a.tar.gz'));
}

test('an import killed at any request stores all of the app or nothing, and a retry succeeds', async () => {
  const archive = await exportedApp();
  const importInto = async (steps: number) => {
    await using folder = await tempProject();
    await writeFile(folder.path('a.tar.gz'), archive);
    const wf = async (words: string[]) => await runWf(words, { cwd: folder.root });
    let told = '';
    const killed = await runWf(['import', 'a.tar.gz', '--debug'], {
      cwd: folder.root,
      onStart: (child) => {
        child.stderr?.on('data', (text: Buffer) => {
          told += text.toString();
          if (requestsIn(told) >= steps) child.kill('SIGKILL');
        });
      },
    });
    const apps = JSON.parse((await wf(['apps', 'list', '--json'])).stdout) as unknown[];
    const again = await wf(['import', 'a.tar.gz']);
    expect([steps, apps.length, again.exitCode]).toEqual([steps, apps.length, apps.length === 0 ? 0 : 5]);
    expect(await wf(['export', 'b.tar.gz', '--app', 'flow'])).toMatchObject({ exitCode: 0 });
    expect(await readFile(folder.path('b.tar.gz'))).toEqual(archive);
    expect(await wf(['run', '/', '--app', 'flow', '--env', 'production'])).toMatchObject({ stdout: 'answer\n' });
    return { exitCode: killed.exitCode, requests: requestsIn(killed.stderr) };
  };
  const { exitCode, requests } = await importInto(Number.POSITIVE_INFINITY);
  expect([exitCode, requests > 5]).toEqual([0, true]);
  for (let steps = 1; steps < requests; steps += 1) expect((await importInto(steps)).exitCode).toBeNull();
});

/** Number of requests that a process under `--debug` has printed. */
function requestsIn(told: string): number {
  return [...told.matchAll(/(?:GET|HEAD|PUT|POST|DELETE) \S*\/(?:imports|artifacts)\S*/g)].length;
}
