import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { load } from 'js-yaml';
import { expect, test } from 'vitest';
import { linkPackages, tempProject, type TempProject } from '../helpers/temp-project.ts';
import { bareEnv, runWf, WF } from '../helpers/run-wf.ts';
import { startService } from '../helpers/start-service.ts';
import { startWfServe, type WfServe } from '../helpers/start-wf-serve.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

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
  readonly env: { readonly TESTSET: string; readonly WF_TRUST: string };
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
    WF_TRUST: workflowOf().env.WF_TRUST,
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

async function serviceOf({ url, keyFile }: WfServe) {
  return { baseUrl: url, key: (await readFile(keyFile, 'utf8')).trim() };
}

test('the scripts of the pages check, deploy and roll back', async () => {
  await using project = await makeProject();
  await using server = await tempFolder();
  await using running = await startWfServe(server.root);
  const service = await serviceOf(running);
  expect(await play('baseline.sh', project, service)).toMatchObject({ exitCode: 0 });
  const checked = await play('check.sh', project, service);
  expect([checked.exitCode, checked.stderr.includes('Error')]).toEqual([0, false]);
  const comment = await readFile(project.path('comment.md'), 'utf8');
  expect(comment).toContain('Plan for flow: the routes change as shown below. Nothing was changed.');
  expect(comment).toContain('| / | - | route added |');
  expect(comment).toContain('The gate ci.gate.yaml: ✓ passed.');

  expect(await play('deploy.sh', project, service)).toMatchObject({ exitCode: 0 });
  expect(await play('deploy.sh', project, service)).toMatchObject({ exitCode: 0 });
  const back = await play('rollback.sh', project, service);
  expect([back.exitCode, back.stdout]).toEqual([0, expect.stringContaining('3')]);

  // What nobody set follows the code: only a value that somebody set can break.
  const set = ['variants', 'update', 'default', '--set', 'tone=plain', '--base-url', service.baseUrl];
  const env = { WF_API_KEY: service.key };
  expect(await runWf(set, { cwd: project.root, env })).toMatchObject({ exitCode: 0 });
  expect(await play('deploy.sh', project, service)).toMatchObject({ exitCode: 0 });
  await writeFile(
    project.path('flow.ts'),
    WORKFLOW.replace("['plain', 'warm']).default('plain')", "['warm']).default('warm')"),
  );
  const refused = await play('check.sh', project, service);
  expect(refused.exitCode).not.toBe(0);
  const plan = await readFile(project.path('plan.md'), 'utf8');
  expect(plan).toContain('#### Stored values that the new code rejects');
  expect(plan).toContain('production runs default@2: tone = "plain" is no longer a choice');
});

/** A scaffolded project with the gate of the page, and a fresh clone of it: the files that git has, and nothing stored. */
async function makeClone() {
  const stack = new AsyncDisposableStack();
  const project = stack.use(await tempProject());
  const made = await runWf(['init', project.root, '--template', 'basic', '--yes', '--no-git'], { cwd: project.root });
  expect([made.exitCode, made.stderr]).toEqual([0, '']);
  await writeFile(project.path('ci.gate.yaml'), gateOf());
  const clone = stack.use(await tempProject());
  const take = async () => {
    await cp(project.root, clone.root, {
      recursive: true,
      filter: (path) => !/[/\\](?:\.wf|node_modules|bin)$/.test(path),
    });
    await prepare(clone);
  };
  await prepare(project);
  return { project, clone, take, [Symbol.asyncDispose]: async () => await stack.disposeAsync() };
}

async function prepare(project: TempProject): Promise<void> {
  await linkPackages(project.root, ['zod']);
  await addProgram(project);
}

/** Makes the workflow answer wrong. */
async function breakWorkflow(project: TempProject): Promise<void> {
  const file = project.path('src/workflow.ts');
  const broken = (await readFile(file, 'utf8')).replaceAll('input.message', 'input.message.slice(0, 3)');
  await writeFile(file, broken);
}

test('check.sh compares a fresh clone with the file that baseline.sh wrote', async () => {
  await using copies = await makeClone();
  const { project, clone, take } = copies;
  await using running = await startService({ transport: 'socket' });
  const service = { baseUrl: running.baseUrl, key: running.keys.viewer };
  const { TESTSET } = workflowOf().env;
  expect(await play('baseline.sh', project, service, TESTSET)).toMatchObject({ exitCode: 0 });
  await take();
  const checked = await play('check.sh', clone, service, TESTSET);
  expect([checked.exitCode, checked.stderr.includes('Error')]).toEqual([0, false]);
  const comment = await readFile(clone.path('comment.md'), 'utf8');
  expect(comment).toContain('The gate ci.gate.yaml: ✓ passed.');
  expect(comment).toMatch(/^Compared with default@.*1 \(.*\) of 20.*, from the file \.\/baseline\.json\.$/m);

  await breakWorkflow(clone);
  expect(await play('check.sh', clone, service, TESTSET)).toMatchObject({ exitCode: 7 });
  expect(await readFile(clone.path('comment.md'), 'utf8')).toContain('The gate ci.gate.yaml: ✗ failed.');

  // Nothing is called where there is nothing to compare with.
  await rm(clone.path('baseline.json'));
  await rm(clone.path('.wf'), { recursive: true });
  const refused = await play('check.sh', clone, service, TESTSET);
  expect(refused).toMatchObject({ exitCode: 3, stderr: expect.stringContaining('there is no such file') });
  const { stdout } = await runWf(['eval', 'list', '--quiet'], { cwd: clone.root });
  expect(stdout.trim()).toBe('');
});

test('check-at-service.sh compares a fresh clone with what production runs', async () => {
  await using copies = await makeClone();
  const { project, clone, take } = copies;
  await using server = await tempFolder();
  await using running = await startWfServe(server.root);
  const service = await serviceOf(running);
  const { TESTSET } = workflowOf().env;
  await take();
  // Nothing runs in production yet, and nothing is called.
  const early = await play('check-at-service.sh', clone, service, TESTSET);
  expect(early).toMatchObject({ exitCode: 3, stderr: expect.stringContaining('has no evaluation to compare') });

  expect(await play('deploy.sh', project, service, TESTSET)).toMatchObject({ exitCode: 0 });
  const checked = await play('check-at-service.sh', clone, service, TESTSET);
  expect([checked.exitCode, checked.stderr.includes('Error')]).toEqual([0, false]);
  const comment = await readFile(clone.path('comment.md'), 'utf8');
  expect(comment).toContain('The gate ci.gate.yaml: ✓ passed.');
  expect(comment).toMatch(/^Compared with default@.*, from the environment production at the service: /m);

  await breakWorkflow(clone);
  expect(await play('check-at-service.sh', clone, service, TESTSET)).toMatchObject({ exitCode: 7 });
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
