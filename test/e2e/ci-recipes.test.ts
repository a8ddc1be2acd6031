import { execFile } from 'node:child_process';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { load } from 'js-yaml';
import { expect, test } from 'vitest';
import { linkPackages, tempProject, type TempProject } from '../helpers/temp-project.ts';
import { bareEnv, runWf, WF } from '../helpers/run-wf.ts';
import { startService } from '../helpers/start-service.ts';

const readme = await readFile(resolve('docs/scripting.md'), 'utf8');

/** A script from docs/scripting.md. */
function scriptOf(name: string): string {
  const found = [...readme.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].find(([, text]) => text?.startsWith(`# ${name}`));
  if (found?.[1] === undefined) throw new Error(`docs/scripting.md has no ${name}`);
  return found[1];
}

/** The gate that docs/scripting.md shows for check.sh. */
function gateOf(): string {
  const found = [...readme.matchAll(/^```yaml\n(rules:\n[\s\S]*?)^```$/gm)].map(([, text]) => text);
  if (found.length !== 1 || found[0] === undefined) throw new Error('docs/scripting.md should show one gate');
  return found[0];
}

interface GitHubWorkflow {
  readonly env: { readonly TESTSET: string };
  readonly jobs: Readonly<Record<string, { readonly steps: readonly { readonly run?: string }[] }>>;
}

function workflowOf(): GitHubWorkflow {
  const yaml = [...readme.matchAll(/^```yaml\n(name: workflow[\s\S]*?)^```$/gm)][0]?.[1] ?? '';
  return load(yaml) as GitHubWorkflow; // the tests below fail where the page has another shape
}

const WORKFLOW = `import { configSchema, entrypoint, multipleChoice } from 'wfkit';
import * as z from 'zod';
const C = configSchema({ tone: multipleChoice(['plain', 'warm']).default('plain') });
export default entrypoint({ config: C, input: z.object({ text: z.string() }) }, async ({ config, input }) => config.tone + ' ' + input.text);
`;

async function makeProject(): Promise<TempProject> {
  const project = await tempProject({
    '.wfrc.json': JSON.stringify({ app: 'flow', entry: 'flow.ts' }),
    'flow.ts': WORKFLOW,
    'cases.csv': 'text,correct_answer\nhi,plain hi\nyo,plain yo\n',
    'ci.gate.yaml': 'rules:\n  - { metric: exact_match, minimum: 0.1 }\n',
  });
  await addProgram(project);
  await linkPackages(project.root, ['zod']);
  return project;
}

/** Makes `wf` the program of this checkout. */
async function addProgram(project: TempProject): Promise<void> {
  await mkdir(project.path('bin'));
  await writeFile(project.path('bin/wf'), `#!/bin/sh\nexec "${process.execPath}" "${WF}" "$@"\n`);
  await chmod(project.path('bin/wf'), 0o755);
}

/** Runs a script of docs/scripting.md in a project, against a service. */
async function play(
  name: string,
  project: TempProject,
  service: { readonly baseUrl: string; readonly key: string },
  testset = 'cases.csv',
) {
  const env = {
    ...bareEnv(project.root),
    PATH: `${project.path('bin')}:${process.env['PATH'] ?? ''}`,
    WF_SERVICE: service.baseUrl,
    WF_API_KEY: service.key,
    TESTSET: testset,
  };
  return await new Promise<{ stdout: string; stderr: string; exitCode: number }>((done) => {
    execFile('sh', ['-c', scriptOf(name)], { cwd: project.root, env }, (error, stdout, stderr) => {
      done({ stdout, stderr, exitCode: error === null ? 0 : Number(error.code ?? -1) });
    });
  });
}

test('the scripts of the pages check, deploy and roll back', async () => {
  await using project = await makeProject();
  await using running = await startService({ transport: 'socket' });
  const service = { baseUrl: running.baseUrl, key: running.keys.operator };
  const checked = await play('check.sh', project, { ...service, key: running.keys.viewer });
  expect([checked.exitCode, checked.stderr.includes('Error')]).toEqual([0, false]);
  const comment = await readFile(project.path('comment.md'), 'utf8');
  expect(comment).toContain('Plan for flow: the routes change as shown below. Nothing was changed.');
  expect(comment).toContain('| / | - | route added |');
  expect(comment).toContain('The gate ci.gate.yaml: ✓ passed.');

  expect(await play('deploy.sh', project, service)).toMatchObject({ exitCode: 0 });
  expect(await play('deploy.sh', project, service)).toMatchObject({ exitCode: 0 });
  const back = await play('rollback.sh', project, service);
  expect([back.exitCode, back.stdout]).toEqual([0, expect.stringContaining('3')]);

  await writeFile(
    project.path('flow.ts'),
    WORKFLOW.replace("['plain', 'warm']).default('plain')", "['warm']).default('warm')"),
  );
  const refused = await play('check.sh', project, service);
  expect(refused.exitCode).not.toBe(0);
  const plan = await readFile(project.path('plan.md'), 'utf8');
  expect(plan).toContain('#### Stored values that the new code rejects');
  expect(plan).toContain('production runs default/v1: tone = "plain" is no longer a choice');
});

test('check.sh and its gate pass in a fresh project, with the test set of the workflow', async () => {
  await using project = await tempProject();
  const made = await runWf(['init', project.root, '--template', 'basic', '--yes', '--no-git'], { cwd: project.root });
  expect([made.exitCode, made.stderr]).toEqual([0, '']);
  await linkPackages(project.root, ['zod']);
  await addProgram(project);
  await writeFile(project.path('ci.gate.yaml'), gateOf());
  await using running = await startService({ transport: 'socket' });
  const service = { baseUrl: running.baseUrl, key: running.keys.viewer };
  const checked = await play('check.sh', project, service, workflowOf().env.TESTSET);
  expect([checked.exitCode, checked.stderr.includes('Error')]).toEqual([0, false]);
  expect(await readFile(project.path('comment.md'), 'utf8')).toContain('The gate ci.gate.yaml: ✓ passed.');

  // A mistyped environment is refused before anything is called.
  const run = ['eval', 'run', '--testset', workflowOf().env.TESTSET, '--evaluators', 'exact_match'];
  const refused = await runWf([...run, '--gate', 'ci.gate.yaml', '--baseline', 'env:prod'], { cwd: project.root });
  expect(refused).toMatchObject({ exitCode: 3, stderr: expect.stringContaining('Did you mean production?') });
  const { stdout } = await runWf(['eval', 'list', '--quiet'], { cwd: project.root });
  expect(stdout.trim().split('\n')).toHaveLength(1);
});

test('the GitHub workflow of the pages is valid and runs these scripts', () => {
  const { jobs } = workflowOf();
  const runs = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => (run === undefined ? [] : [run])));
  expect(runs).toEqual([
    'npm ci',
    'PATH="$PWD/node_modules/.bin:$PATH" sh ci/check.sh',
    expect.stringContaining('gh pr comment'),
    'npm ci',
    'PATH="$PWD/node_modules/.bin:$PATH" sh -e ci/deploy.sh',
    'npm ci',
    'PATH="$PWD/node_modules/.bin:$PATH" sh -e ci/rollback.sh',
  ]);
});
