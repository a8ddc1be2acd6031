import { readFile, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { runEnding } from '../helpers/run-ending.ts';
import { runWf } from '../helpers/run-wf.ts';
import { linkPackages, tempProject } from '../helpers/temp-project.ts';

/** A request that a process under `--debug` has printed. */
const REQUEST = String.raw`(?:GET|HEAD|PUT|POST|DELETE) \S*/(?:imports|artifacts)\S*`;

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

/** Imports into an empty folder, kills that at a request, and imports again. */
async function importInto(archive: Buffer, killedAt: number) {
  await using folder = await tempProject();
  await writeFile(folder.path('a.tar.gz'), archive);
  const wf = async (words: string[]) => await runWf(words, { cwd: folder.root });
  const killed = await runEnding(['import', 'a.tar.gz', '--debug'], folder.root, { at: REQUEST, after: killedAt });
  const again = await wf(['import', 'a.tar.gz']);
  // Either it finds the app, or there is none.
  expect([killedAt, [0, 5].includes(again.exitCode ?? -1)]).toEqual([killedAt, true]);
  expect(await wf(['export', 'b.tar.gz', '--app', 'flow'])).toMatchObject({ exitCode: 0 });
  expect(await readFile(folder.path('b.tar.gz'))).toEqual(archive);
  return { exitCode: killed.exitCode, requests: killed.stderr.match(new RegExp(REQUEST, 'g'))?.length ?? 0 };
}

test('an import killed at any request stores all of the app or nothing, and a retry succeeds', async () => {
  const archive = await exportedApp();
  const { exitCode, requests } = await importInto(archive, Number.POSITIVE_INFINITY);
  expect([exitCode, requests > 5]).toEqual([0, true]);
  const requestsToKill = Array.from({ length: requests - 1 }, (_, index) => index + 1);
  // Two at a time: there are as many processors.
  for (let at = 0; at < requestsToKill.length; at += 2) {
    const killed = await Promise.all(requestsToKill.slice(at, at + 2).map((each) => importInto(archive, each)));
    expect(killed.map((each) => each.exitCode)).toEqual(killed.map(() => null));
  }
});
