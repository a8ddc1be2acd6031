import { symlink, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { runWf } from '../helpers/run-wf.ts';
import { startDev } from '../helpers/start-dev.ts';
import { linkPackages, tempProject } from '../helpers/temp-project.ts';

const RIGHT = "import { entrypoint } from 'wfkit';\nexport default entrypoint({}, async () => 'one');\n";
const WRONG = `${RIGHT}export const words: number = 'many';\n`;
const FOUND =
  "TypeScript found 1 error:\n  src/workflow.ts:3:14 TS2322 Type 'string' is not assignable to type 'number'.\n";
const TYPES = {
  count: 1,
  errors: [{ file: 'src/workflow.ts', line: 3, column: 14, code: 'TS2322', message: expect.any(String) }],
  problem: null,
};

async function typedProject(workflow: string) {
  const home = await tempProject({
    'wf.config.json': JSON.stringify({ app: 'typed' }),
    'src/workflow.ts': workflow,
    'tsconfig.json': JSON.stringify({
      compilerOptions: { strict: true, module: 'nodenext', noEmit: true, skipLibCheck: true, types: [] },
      include: ['src'],
    }),
  });
  await linkPackages(home.root, ['typescript', 'zod']);
  await symlink(resolve('.'), home.path('node_modules/wfkit'), 'junction');
  return {
    ...home,
    wf: (...args: string[]) => runWf(args, { cwd: home.root, env: { WF_TRUSTED_FOLDERS: home.root } }),
  };
}

test('wf build and wf deploy succeed and report type errors, unless --check makes them fail', async () => {
  await using project = await typedProject(WRONG);
  const built = await project.wf('build');
  expect(built).toMatchObject({ exitCode: 0, stderr: expect.stringContaining(`Warning: ${FOUND}`) });
  expect(built.stdout).toContain('Next: wf deploy');
  const refused = await project.wf('deploy', '--check');
  expect(refused).toMatchObject({ exitCode: 2, stdout: '', stderr: expect.stringContaining(`Error: ${FOUND}`) });
  expect(await project.wf('apps', 'list', '--json')).toMatchObject({ stdout: '[]\n' });
  const deployed = await project.wf('deploy');
  expect(deployed).toMatchObject({ exitCode: 0, stderr: expect.stringContaining(`Warning: ${FOUND}`) });
  expect((await project.wf('build', '--no-check')).stderr).not.toContain('TypeScript');
});

test('programs get type errors in the document and as an event', async () => {
  await using project = await typedProject(WRONG);
  const built = await project.wf('build', '--json');
  expect(built).toMatchObject({ exitCode: 0, stderr: '' });
  expect(JSON.parse(built.stdout)).toMatchObject({ types: TYPES });
  const planned = await project.wf('deploy', '--plan', '--events');
  const events = planned.stderr.trim().split('\n');
  expect(events.map((line) => JSON.parse(line) as unknown)).toContainEqual({ type: 'types-check', ...TYPES });
  const refused = await project.wf('build', '--check', '--json', '--events');
  const [event = '', error = ''] = refused.stderr.split(/\n(?=\{\n)/);
  expect(JSON.parse(event.slice(event.lastIndexOf('\n') + 1))).toEqual({ type: 'types-check', ...TYPES });
  expect(JSON.parse(error)).toMatchObject({ error: { code: 'WF_TYPE_ERRORS', details: TYPES } });
});

test('wf dev reports type errors after the load, and their end', async () => {
  await using project = await typedProject(WRONG);
  await using dev = await startDev(project, ['--port', '0']);
  await expect.poll(() => dev.log).toContain('"types-check"');
  expect(await dev.call('/playground/run')).toBe('one');
  await writeFile(project.path('src/workflow.ts'), RIGHT);
  await expect.poll(() => dev.log).toContain('"count":0');
  const reports = dev.log.split('\n').filter((line) => line.includes('types-check'));
  expect(reports.map((line) => JSON.parse(line) as unknown)).toEqual([
    { type: 'types-check', ...TYPES },
    { type: 'types-check', count: 0, errors: [], problem: null },
  ]);
});
