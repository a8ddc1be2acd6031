import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packProgram, type PackedProgram } from '../helpers/pack-program.ts';
import { runWf, type WfOptions } from '../helpers/run-wf.ts';

let packed: PackedProgram;
beforeAll(async () => {
  packed = await packProgram();
});
afterAll(() => packed[Symbol.asyncDispose]());

const run = async (words: readonly string[], options: WfOptions = {}) =>
  await runWf(words, { program: packed.program, cwd: packed.root, ...options });

/** Reports at exit whether a variable is still set that only oclif's `Command` removes before `run`. */
const KEEP_REDIRECTED = `data:text/javascript,${encodeURIComponent(`
  process.env.WF_REDIRECTED = '1';
  process.on('exit', () => process.getBuiltinModule('fs').writeSync(2, 'redirected: ' + process.env.WF_REDIRECTED));
`)}`;

describe('in the packed program', () => {
  test.each([
    [['config', 'get', 'app', '--json'], "args: [ 'app' ]", "flags: { name: 'app' }"],
    [['apps', 'list', '--tsv'], 'available flags: --json', 'input: --tsv'],
  ])("oclif's parser reads wf %j", async (words, ...lines) => {
    const { stderr, exitCode } = await run(words, { env: { CLI_FLAGS_DEBUG: '1', DEBUG: 'oclif:parser' } });
    expect(exitCode).toBe(0);
    for (const line of lines) expect(stderr).toContain(`oclif:parser ${line}`);
  });

  test.each([[['config', 'list']], [['apps', 'list', '--json']], [['routes', 'nowhere']]])(
    "oclif's Command runs wf %j",
    async (words) => {
      const { stderr } = await run(words, { nodeArgs: ['--import', KEEP_REDIRECTED] });
      expect(stderr).toContain('redirected: undefined');
    },
  );

  test('a line that runs no command keeps the variable, so the test above can fail', async () => {
    const { stderr } = await run(['--version'], { nodeArgs: ['--import', KEEP_REDIRECTED] });
    expect(stderr).toContain('redirected: 1');
  });
});
