import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runWf } from '../helpers/run-wf.ts';
import { startDev } from '../helpers/start-dev.ts';
import { linkPackages, type TempProject, tempProject } from '../helpers/temp-project.ts';

const WORKFLOW = `
import { readFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { route } from 'wfkit';

const name = ['data', 'txt'].join('.');
export const read = route('/read', {}, async () => readFileSync(new URL(\`./\${name}\`, import.meta.url), 'utf8'));
export const start = route('/start', {}, async () => execFileSync('ls').length > 0);
`;
const READ = 'The bundle does not carry data.txt (at workflow.ts:7).';
const ADVICE = 'Name it under "files" in the project file, or import it: import text from \'./file.md\'.';

let project: TempProject;

beforeAll(async () => {
  project = await tempProject({
    'workflow.ts': WORKFLOW,
    'data.txt': 'some data',
    'rows.csv': 'correct_answer\nsome data\n',
    '.wfrc.json': '{"app":"reads","entry":"workflow.ts"}',
  });
  await linkPackages(project.root, ['zod']);
});

afterAll(async () => await project[Symbol.asyncDispose]());

const wf = async (...args: readonly string[]) => await runWf(args, { cwd: project.root });

test('a call from source shows the line, the path and the setting', async () => {
  const { exitCode, stderr } = await wf('run', '/read');

  expect({ exitCode, stderr }).toEqual({
    exitCode: 1,
    stderr: expect.stringMatching(
      /^Error: workflow\.ts:7:\d+: The workflow failed: The bundle does not carry data\.txt\. Name it under "files" in the project file/,
    ),
  });
});

test('a hosted call, its log and a row of an evaluation say the same', async () => {
  await wf('deploy');
  const call = await wf('run', '/read', '--variant', 'default', '--json');
  const logs = await wf('logs');
  await wf('eval', 'run', '--testset', 'rows.csv', '--route', '/read', '--evaluators', 'exact_match', '--json');
  const list = await wf('eval', 'list', '--json');
  const id = /"id": "([^"]+)"/.exec(list.stdout)?.[1] ?? '';
  const rows = await wf('eval', 'rows', id, '--json');

  expect(JSON.parse(call.stderr).error.message).toBe(`The workflow failed: ${READ} ${ADVICE}`);
  expect(logs.stdout).toContain(`${READ} ${ADVICE}`);
  expect(rows.stdout).toContain(JSON.stringify(`${READ} ${ADVICE}`).slice(1, -1));
});

test('a module that reads such a file cannot be deployed', async () => {
  await writeFile(project.path('workflow.ts'), `${WORKFLOW}export const early = readFileSync(name, 'utf8');\n`);
  const { exitCode, stderr } = await wf('build');
  await writeFile(project.path('workflow.ts'), WORKFLOW);

  expect(exitCode).toBe(2);
  expect(stderr).toMatch(/Error: workflow\.ts:9:\d+: The bundle does not carry data\.txt\./);
  expect(stderr).toContain(`Try: ${ADVICE}`);
});

test('wf dev refuses what a deployed call is refused, and --allow reports each use', async () => {
  const asked = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
  const refused = async () => {
    await using dev = await startDev(project, ['--no-open', '--port', '0']);
    return await (await dev.fetch('/dev/workflow/playground/run/start', asked)).json();
  };
  const { detail } = (await refused()) as { detail: { message: string } };
  await using dev = await startDev(project, ['--no-open', '--port', '0', '--allow']);
  const allowed = (await (await dev.fetch('/dev/workflow/playground/run/start', asked)).json()) as { data: boolean };

  expect(detail.message).toBe(
    'The workflow may not start ls: the sandbox has no other programs (at workflow.ts:8). Start it in the handler, and run the workflow without a sandbox: wf dev --allow, or wf build --target node.',
  );
  expect(allowed.data).toBe(true);
  await expect
    .poll(() => dev.log)
    .toContain('workflow.ts:8: A deployed call would be refused this. The workflow may not start ls');
});
