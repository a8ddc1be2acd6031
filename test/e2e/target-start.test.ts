import { writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { runWf } from '../helpers/run-wf.ts';
import { linkPackages, tempProject } from '../helpers/temp-project.ts';

const ON_LAMBDA = 'process.env.AWS_LAMBDA_FUNCTION_NAME !== undefined';
const IN_PRODUCTION = "process.env.NODE_ENV === 'production'";

async function project(files: Readonly<Record<string, string>>) {
  const home = await tempProject({
    'wf.config.json': '{"app":"started"}',
    'package.json': '{"type":"module"}',
    'src/workflow.ts': "import { entrypoint } from 'wfkit';\nexport default entrypoint({}, async () => 'started');",
    ...files,
  });
  await linkPackages(home.root, ['zod']);
  const build = async (target: string) => {
    const { exitCode, stdout, stderr } = await runWf(['build', '--target', target, '--json'], { cwd: home.root });
    return { exitCode, message: exitCode === 0 ? null : JSON.parse(stdout || stderr).error.message };
  };
  return { ...home, build };
}

const throwsIf = (condition: string) => ({
  'src/workflow.ts': [
    "import { entrypoint } from 'wfkit';",
    `if (${condition}) throw new Error('no way');`,
    "export default entrypoint({}, async () => 'started');",
  ].join('\n'),
});

test.each([
  ['lambda', 'node', 'AWS Lambda', ON_LAMBDA],
  ['container', 'lambda', 'A container', IN_PRODUCTION],
])('code that throws only in %s fails that build with its line', async (target, other, platform, condition) => {
  await using home = await project(throwsIf(condition));
  const { exitCode, message } = await home.build(target);
  expect(exitCode).toBe(2);
  expect(message).toMatch(
    new RegExp(`^src/workflow\\.ts:2:\\d+: ${platform} cannot load this workflow: Error: no way\\.\n\n {2}2 \\|`),
  );
  expect(await home.build(other)).toEqual({ exitCode: 0, message: null });
});

test('a package that needs a file which the result lacks fails its build with the package and its line', async () => {
  const read = "readFileSync(join(process.env.LAMBDA_TASK_ROOT, 'settings.json'));";
  const lib = `import { readFileSync } from 'node:fs';\nimport { join } from 'node:path';\nif (${ON_LAMBDA}) ${read}\nexport const take = () => 'taken';`;
  await using home = await project({
    'node_modules/lib/package.json': '{"name":"lib","type":"module","main":"index.js"}',
    'node_modules/lib/index.js': lib,
    'settings.json': '{}',
    'src/workflow.ts':
      "import { entrypoint } from 'wfkit';\nimport { take } from 'lib';\nexport default entrypoint({}, async () => take());",
  });
  const { exitCode, message } = await home.build('lambda');
  expect([exitCode, message]).toEqual([
    2,
    expect.stringMatching(
      /^node_modules\/lib\/index\.js:3:\d+: AWS Lambda cannot load the package lib: .*settings\.json/,
    ),
  ]);
});

test('a result that carries files is started with them, and its server may not refuse its settings', async () => {
  const code = [
    "import { readFileSync } from 'node:fs';",
    "import { entrypoint } from 'wfkit';",
    "const prompt = readFileSync('prompt.txt', 'utf8');",
    'export default entrypoint({}, async () => prompt);',
  ].join('\n');
  const files = { 'wf.config.json': '{"app":"started","files":["prompt.txt"]}', 'prompt.txt': 'Hello', '.env': '' };
  await using home = await project({ ...files, 'src/workflow.ts': code });
  expect(await home.build('container')).toEqual({ exitCode: 0, message: null });
  await writeFile(home.path('.env'), 'KEEP_ALIVE=never\n');
  expect(await home.build('container')).toEqual({
    exitCode: 2,
    message:
      'A container cannot load this workflow: KEEP_ALIVE is "never", which is not a number of seconds from 1 to 99999.',
  });
});
