import { existsSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { copyFile, cp } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { type DescribeEnd, runDescribeChild } from '../../src/bundler/describe/run-describe-child.ts';
import { createSandbox } from '../../src/sandbox/create-sandbox.ts';
import { BUILT_SCRIPTS } from '../helpers/built-scripts.ts';
import { type SandboxCase, SANDBOXES } from '../helpers/hold-bundle.ts';
import { runHeldCode } from '../helpers/run-held-code.ts';
import { startHosting } from '../helpers/start-hosting.ts';
import { tempProject } from '../helpers/temp-project.ts';

const BUNDLE = new URL('../fixtures/bundles/keeps-database.mjs', import.meta.url);

async function startIn({ kind, user }: SandboxCase) {
  let now = Date.now();
  const host = await startHosting({
    hostScript: BUILT_SCRIPTS.hostScript,
    now: () => now,
    sandbox: createSandbox({ kinds: [kind] }),
    ...(user === null ? {} : { users: { first: user, last: user } }),
  });
  const deployment = await host.deploy('keeps-database.mjs');
  return {
    call: async (path: string) => {
      // A failed process would be restarted after a delay.
      now += 3_600_000;
      const response = await host.call(deployment, path);
      return { status: response.status, body: (await response.json()) as unknown };
    },
    [Symbol.asyncDispose]: () => host[Symbol.asyncDispose](),
  };
}

test.each(SANDBOXES)(
  '$kind, as user $user: a hosted process has a folder of its own, which ends with it',
  async (each) => {
    await using host = await startIn(each);
    const counted = (calls: number) => ({ status: 200, body: { calls, log: 'started' } });

    expect(await host.call('/count')).toEqual(counted(1));
    expect(await host.call('/count')).toEqual(counted(2));
    const { body } = (await host.call('/places')) as { body: string[] };
    const places = each.kind === 'permission-model' ? body : [];
    expect(places.filter((place) => !existsSync(place))).toEqual([]);
    await host.call('/exit');
    expect(await host.call('/count')).toEqual(counted(1));
    expect(places.filter((place) => existsSync(place))).toEqual([]);
  },
);

test.each(SANDBOXES)('$kind, as user $user: the folder of a hosted process is limited', async (each) => {
  await using host = await startIn(each);
  const filled = await host.call('/fill');

  if (each.kind !== 'permission-model') expect(filled).toEqual({ status: 500, body: { code: 'ENOSPC' } });
  else {
    expect(filled).toMatchObject({
      status: 502,
      body: { detail: expect.stringContaining('stored more than 64 MiB, or 4096 files, in its working folder') },
    });
  }
});

test.each(SANDBOXES.filter(({ user }) => user === null))(
  '$kind: a bundle is described where it may write, and sees what it carries without changing it',
  async ({ kind }) => {
    await using project = await tempProject({ 'build/workflow.mjs': '', 'made/prompts/a.md': 'Answer.' });
    await copyFile(BUNDLE, project.path('build/workflow.mjs'));
    const describe = async (): Promise<DescribeEnd> =>
      await runDescribeChild({
        bundle: project.path('build/workflow.mjs'),
        childScript: new URL('describe-child.js', BUILT_SCRIPTS.hostScript),
        sandbox: createSandbox({ kinds: [kind] }),
        timeoutMs: 600_000,
        // The process starts before it is known what the bundle carries.
        ready: cp(project.path('made'), project.path('build/files'), { recursive: true }),
      });
    const reported = (prompt: string) => ({ type: 'reported', report: { routes: [{ prompt }] } });

    expect(await describe()).toMatchObject(reported('Answer.'));
    expect(await describe()).toMatchObject(reported('Answer.'));
    expect(readdirSync(project.root, { recursive: true }).map(String).toSorted()).toEqual([
      'build',
      'build/files',
      'build/files/prompts',
      'build/files/prompts/a.md',
      'build/workflow.mjs',
      'made',
      'made/prompts',
      'made/prompts/a.md',
    ]);
  },
);

test('a self-hosted program whose folder can only be read works in a temporary one, which shows what it carries', async () => {
  await using project = await tempProject({ 'files/prompts/a.md': 'Answer.' });
  const module = resolve('src/runtime/targets/work-in-writable-folder.ts');
  const code = `
    process.chdir(process.argv[1]);
    const { workInWritableFolder } = await import(process.argv[2]);
    workInWritableFolder();
    fs.writeFileSync('app.db', '');
    console.log(fs.readFileSync('prompts/a.md', 'utf8'), fs.existsSync(process.argv[1] + '/app.db'));`;
  const { stdout, stderr } = await runHeldCode({
    code,
    flags: ['--allow-fs-read=*', '--allow-fs-write=*', '--disable-warning=SecurityWarning'],
    args: [project.path('files'), module],
    readable: [project.path('files'), resolve('src')],
  });

  expect(stdout, stderr).toBe('Answer. false\n');
});
