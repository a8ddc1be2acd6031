import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LogLine } from '../../src/contract/deployments/deployment.ts';
import { runWf } from '../helpers/run-wf.ts';
import { linkPackages, type TempProject, tempProject } from '../helpers/temp-project.ts';

const WORKFLOW = `
import { route } from 'wfkit';
import { look } from './look.ts';

export const find = route('/find', {}, async () => look('x'));
export const say = route('/say', {}, async () => {
  console.log('to stdout');
  console.error('to stderr \\u001b[31mred');
  return 'said';
});
export const busy = route('/busy', {}, async () => {
  setInterval(() => Promise.reject(new Error('late')), 600_000);
  return 'answered';
});
export const odd = route('/odd', {}, async () => {
  throw 'text';
});
`;
const LOOK = `export function look(text: string): string {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error('no shelf', { cause });
  }
}
`;

let project: TempProject;

beforeAll(async () => {
  project = await tempProject({
    'workflow.ts': WORKFLOW,
    'look.ts': LOOK,
    '.wfrc.json': '{"app":"shelves","entry":"workflow.ts"}',
  });
  await linkPackages(project.root, ['zod']);
});

afterAll(async () => await project[Symbol.asyncDispose]());

test('what a route prints stands on stderr, its answer on stdout', async () => {
  const { exitCode, stdout, stderr } = await runWf(['run', '/say'], { cwd: project.root });

  expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: expect.stringMatching(/^said\n/) });
  expect(stderr.split('\n').toSorted()).toEqual(['', 'to stderr \u001B[31mred', 'to stdout']);
});

test('a call ends with its answer, whatever the workflow has begun', async () => {
  const { exitCode, stdout, stderr } = await runWf(['run', '/busy'], { cwd: project.root });

  expect({ exitCode, stdout, stderr }).toEqual({
    exitCode: 0,
    stdout: expect.stringMatching(/^answered\n/),
    stderr: '',
  });
});

test('a throw shows its line, the calls that led there, and its cause', async () => {
  const { exitCode, stderr } = await runWf(['run', '/find'], { cwd: project.root });

  expect(exitCode).toBe(1);
  expect(stderr).toContain('look.ts:5:11: The workflow failed: no shelf.');
  expect(stderr).toContain("  5 |     throw new Error('no shelf', { cause });\n    |           ^");
  expect(stderr).toContain('called from workflow.ts:5:');
  expect(stderr).toContain('Caused by: SyntaxError: ');
  expect(stderr).not.toContain('node_modules');
});

test('a program reads the position of a throw', async () => {
  const { stderr } = await runWf(['run', '/find', '--json'], { cwd: project.root });

  expect(JSON.parse(stderr)).toMatchObject({
    error: { code: 'WF_ROUTE_FAILED', message: expect.stringContaining('look.ts:5:11') },
  });
});

test('a thrown text is reported as it is', async () => {
  const { exitCode, stderr } = await runWf(['run', '/odd'], { cwd: project.root });

  expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: expect.stringContaining('The workflow failed: text.') });
});

test('a throw of a hosted call stands in the log of its app, with its cause', async () => {
  const cwd = project.root;
  expect(await runWf(['deploy'], { cwd })).toMatchObject({ exitCode: 0 });
  expect(await runWf(['run', '/find', '--variant', 'default'], { cwd })).toMatchObject({ exitCode: 1 });
  const { stdout } = await runWf(['logs', '--json'], { cwd });
  const lines = JSON.parse(stdout) as LogLine[];
  const texts = lines.map(({ text }) => text);
  const thrown = lines.find(({ text }) => text === 'Route /find failed: Error: no shelf');

  expect(texts).toContain('Route /find failed: Error: no shelf');
  expect(texts).toContainEqual(expect.stringMatching(/^Caused by: SyntaxError: /));
  expect(thrown).toMatchObject({ request_id: expect.any(String), variant: 'default', revision: 1, environment: null });
  const byRequest = await runWf(['logs', '--json', '--request', thrown?.request_id ?? ''], { cwd });
  expect(JSON.parse(byRequest.stdout)).toEqual(lines.filter(({ request_id }) => request_id === thrown?.request_id));
});

test.each([
  ['run', ['run', '/find'], 'from a pipe\n'],
  ['build', ['build'], ''],
])('wf %s reads the variables once: .env may be a pipe of a secret store', async (_name, argv, said) => {
  await using home = await tempProject({
    'workflow.ts': `import { route } from 'wfkit';
const region = process.env['REGION'];
if (region === undefined) throw new Error('no region');
export const find = route('/find', {}, async () => region);
`,
    '.wfrc.json': '{"app":"shelves","entry":"workflow.ts"}',
  });
  await linkPackages(home.root, ['zod']);
  await promisify(execFile)('mkfifo', [home.path('.env')]);
  // A second reader would wait for a second writer.
  const [{ exitCode, stdout, stderr }] = await Promise.all([
    runWf(argv, { cwd: home.root }),
    writeFile(home.path('.env'), 'REGION="from a pipe"\n'),
  ]);
  expect(exitCode, stderr).toBe(0);
  expect(stdout).toContain(said);
});
