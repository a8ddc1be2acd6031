import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { runWf } from '../helpers/run-wf.ts';
import { startDev } from '../helpers/start-dev.ts';
import { linkPackages, tempProject } from '../helpers/temp-project.ts';

const WORKFLOW = `
import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { route } from 'wfkit';

const database = new DatabaseSync('./app.db');
database.exec('create table if not exists calls (at integer)');
const prompt = readFileSync('./prompts/a.md', 'utf8');

export const count = route('/count', {}, async () => {
  database.exec('insert into calls values (1)');
  return \`\${prompt} \${database.prepare('select count(*) as n from calls').get()?.['n']}\`;
});
`;

test('a module that opens a database file builds, runs, is served in development and deployed, and leaves nothing', async () => {
  await using project = await tempProject({
    'workflow.ts': WORKFLOW,
    'prompts/a.md': 'Call',
    '.wfrc.json': '{"app":"counts","entry":"workflow.ts","files":["prompts/*.md"]}',
  });
  await linkPackages(project.root, ['zod']);
  const wf = async (...args: readonly string[]) => {
    const { exitCode, stdout, stderr } = await runWf(args, { cwd: project.root });
    return { exitCode, stdout: stdout.trim(), stderr: exitCode === 0 ? '' : stderr };
  };
  const answered = { exitCode: 0, stdout: 'Call 1', stderr: '' };

  expect(await wf('build')).toMatchObject({ exitCode: 0, stderr: '' });
  expect(await wf('run', '/count')).toEqual(answered);
  expect(await wf('deploy', '--yes')).toMatchObject({ exitCode: 0, stderr: '' });
  expect(await wf('run', '/count', '--variant', 'default')).toEqual(answered);
  {
    await using dev = await startDev(project, ['--no-open', '--port', '0']);
    const call = async () => {
      const asked = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
      return (await (await dev.fetch('/dev/workflow/run/count', asked)).json()) as unknown;
    };
    expect(await call()).toMatchObject({ data: 'Call 1' });
    expect(await call()).toMatchObject({ data: 'Call 2' });
  }
  expect(existsSync(project.path('app.db'))).toBe(false);
});
