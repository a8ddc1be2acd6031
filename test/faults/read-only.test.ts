import { spawn } from 'node:child_process';
import { rm, utimes } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { DatabaseSync } from 'node:sqlite';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { bareEnv, runWf, WF, type WfRun } from '../helpers/run-wf.ts';
import { linkPackages, tempProject, type TempProject } from '../helpers/temp-project.ts';

const FILES = {
  'package.json': '{ "name": "reader", "private": true, "type": "module" }',
  'wf.config.json': '{ "app": "reader", "entry": "workflow.ts" }',
  'workflow.ts': `
    import { entrypoint } from 'wfkit';
    import * as z from 'zod';
    export default entrypoint({ input: z.object({ text: z.string() }) }, ({ input }) => input.text.toUpperCase());
  `,
  'rows.csv': 'text,correct_answer\nhello,HELLO\n',
};

const BUBBLEWRAP = 'bwrap';

const UNWRITABLE = 'cannot be written to: the file or its folder is read-only';

async function makeProject(): Promise<TempProject> {
  const project = await tempProject(FILES);
  await linkPackages(project.root, ['wfkit', 'zod']);
  return project;
}

/** Runs `wf` where every disk is read-only but the one of temporary files. */
async function readOnly(project: TempProject, ...args: string[]): Promise<WfRun> {
  const writable = ['--perms', '1777', '--tmpfs', '/run', '--setenv', 'TMPDIR', '/run'];
  const disks = ['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', ...writable];
  const child = spawn(BUBBLEWRAP, [...disks, '--chdir', project.root, process.execPath, WF, ...args], {
    env: { ...bareEnv(project.root), XDG_CACHE_HOME: project.path('cache') },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr, [exitCode]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { stdout, stderr, exitCode };
}

test('a project that can only be read serves what only reads', async () => {
  await using project = await makeProject();
  const deployed = await runWf(['deploy', '--yes'], { cwd: project.root });
  expect(deployed.exitCode, deployed.stderr).toBe(0);
  const what = ['--variants', 'default', '--evaluators', 'exact_match', '--testset'];
  await runWf(['eval', 'run', ...what, 'rows.csv'], { cwd: project.root });
  // Newer than the deployment, so that a plan would build and compare.
  const later = new Date(Date.now() + 60_000);
  await utimes(project.path('workflow.ts'), later, later);
  for (const [words, said] of [
    [['variants', 'list', '--json'], '"variant_name": "default"'],
    [['eval', 'list', '--json'], 'EVALUATION_FINISHED'],
    [['eval', 'plan', ...what, 'rows'], 'Every answer is cached'],
    [['env', 'list'], 'production'],
    [['routes'], 'default'],
    [['deploy', '--plan'], 'Nothing was changed'],
    [['run', '/', '--input', 'text=hello'], 'HELLO'],
  ] as const) {
    const { exitCode, stdout, stderr } = await readOnly(project, ...words);
    expect([words, exitCode, stdout, stderr]).toEqual([words, 0, expect.stringContaining(said), expect.anything()]);
  }
  const changed = await readOnly(project, 'variants', 'create', 'other', '--from', 'default');
  expect([changed.exitCode, changed.stderr]).toEqual([1, expect.stringContaining(UNWRITABLE)]);
});

test('what another process wrote a moment ago is read, too', async () => {
  await using project = await makeProject();
  await runWf(['deploy', '--yes'], { cwd: project.root });
  // An open connection keeps the log beside the file.
  using database = new DatabaseSync(project.path('.wf/wf.db'));
  database.exec("update variants set name = 'renamed'");
  const { stdout } = await readOnly(project, 'variants', 'list', '--json=variant_name');
  expect(JSON.parse(stdout)).toEqual([{ variant_name: 'renamed' }]);
});

test('a project without a database is an empty one', async () => {
  await using project = await makeProject();
  await rm(project.path('.wf'), { recursive: true, force: true });
  const listed = await readOnly(project, 'testsets', 'list', '--json');
  expect([listed.exitCode, listed.stdout, listed.stderr]).toEqual([0, '[]\n', '']);
  const ran = await readOnly(project, 'run', '/', '--input', 'text=hello');
  expect([ran.exitCode, ran.stdout]).toEqual([0, expect.stringContaining('HELLO')]);
  const changed = await readOnly(project, 'apps', 'create', 'other');
  expect([changed.exitCode, changed.stderr]).toEqual([1, expect.stringContaining(UNWRITABLE)]);
});
