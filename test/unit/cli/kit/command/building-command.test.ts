import { expect, test } from 'vitest';
import { BuildingCommand } from '../../../../../src/cli/kit/command/building-command.ts';
import { CHECK_FLAG, EVENTS_FLAG } from '../../../../../src/cli/kit/define/flags.ts';
import { runCommand } from '../../../../helpers/run-command.ts';
import { tempProject } from '../../../../helpers/temp-project.ts';

class Build extends BuildingCommand {
  static override id = 'build';
  static override flags = { ...CHECK_FLAG, ...EVENTS_FLAG };

  async run(): Promise<void> {
    const { flags } = await this.parse(Build);
    this.startTypes(this.folder, flags);
    const events: unknown[] = [];
    const types = await this.typesForProgram((event) => events.push(event));
    await this.show({ json: { types, events }, view: () => ({ text: `built, ${events.length}`, remark: null }) });
    await this.typesForUser();
  }
}

/** Builds a project whose compiler writes this line, if any. */
async function build(words: string[], line: string | null = "a.ts(1,2): error TS2322: It's wrong.") {
  const compiler = line === null ? '' : `console.log(${JSON.stringify(line)}); process.exitCode = 2;`;
  await using project = await tempProject({
    'tsconfig.json': '{}',
    'node_modules/typescript/package.json': '{"name": "typescript"}',
    'node_modules/typescript/bin/tsc': compiler,
  });
  return await runCommand(Build, words, { cwd: project.root, env: { WF_TRUSTED_FOLDERS: project.root } });
}

const ISSUE = { file: 'a.ts', line: 1, column: 2, code: 'TS2322', message: "It's wrong." };
const REPORT = { count: 1, errors: [ISSUE], problem: null };

test('users see the result first, then the errors of their types', async () => {
  expect(await build([])).toEqual({
    stdout: 'built, 0\n',
    stderr: "Warning: TypeScript found 1 error:\n  a.ts:1:2 TS2322 It's wrong.\n",
    exitCode: 0,
  });
  expect(await build([], null)).toEqual({ stdout: 'built, 0\n', stderr: '', exitCode: 0 });
});

test('programs get the report in the result, and as an event', async () => {
  const { stdout, stderr } = await build(['--json']);
  expect(JSON.parse(stdout)).toEqual({ types: REPORT, events: [{ type: 'types-check', ...REPORT }] });
  expect(stderr).toBe('');
  expect(await build(['--events'])).toEqual({ stdout: 'built, 1\n', stderr: '', exitCode: 0 });
});

test('a check that was not wanted has no report', async () => {
  const { stdout, stderr } = await build(['--no-check', '--json']);
  expect([JSON.parse(stdout), stderr]).toEqual([{ types: null, events: [] }, '']);
  expect(await build(['--no-check'])).toEqual({ stdout: 'built, 0\n', stderr: '', exitCode: 0 });
});
