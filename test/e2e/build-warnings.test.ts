import { writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { runWf } from '../helpers/run-wf.ts';
import { startDev } from '../helpers/start-dev.ts';
import { linkPackages, tempProject } from '../helpers/temp-project.ts';

const WORKFLOW = [
  "import { entrypoint } from 'wfkit';",
  "import { ask } from 'asking';",
  "export const notes = new URL('./gone.md', import.meta.url);",
  'export default entrypoint({}, async () => typeof ask);',
].join('\n');

const MISSING = {
  code: 'WF_PACKAGE_MISSING',
  message: 'asking loads absent, which is not installed: it fails when it is used',
  file: 'node_modules/asking/index.js',
  line: 1,
  package: 'absent',
};
const GONE = {
  code: 'WF_FILE_NOT_CARRIED',
  message: 'there is no file ./gone.md',
  file: 'src/workflow.ts',
  line: 3,
  package: null,
};
const TEXT = [MISSING, GONE].map(({ file, line, message }) => `Warning: ${file}:${line}: ${message}\n`).join('');

async function project() {
  const home = await tempProject({
    'wf.config.json': JSON.stringify({ app: 'asked' }),
    'src/workflow.ts': WORKFLOW,
    'node_modules/asking/package.json': '{"name":"asking","version":"1.0.0"}',
    'node_modules/asking/index.js': "exports.ask = () => require('absent');",
  });
  await linkPackages(home.root, ['zod']);
  return { ...home, wf: (...args: string[]) => runWf(args, { cwd: home.root }) };
}

test.each(['build', 'deploy', 'run /', 'build --target node'])(
  'wf %s --json tells its warnings in the document and as text',
  async (words) => {
    await using home = await project();
    const { stdout, stderr, exitCode } = await home.wf(...words.split(' '), '--json');
    expect([JSON.parse(stdout).warnings, stderr, exitCode]).toEqual([[MISSING, GONE], TEXT, 0]);
  },
);

test('a module that calls a model while it is imported is warned of, and one that only sets up its client is not', async () => {
  const client =
    "const post = (path: string) => fetch(`https://models.example${path}`, { method: 'POST', body: '{}' });";
  const module = (top: string) =>
    `import { entrypoint } from 'wfkit';\n${client}\n${top}\nexport default entrypoint({}, async () => 'x');`;
  await using home = await project();
  const warningsOf = async (top: string) => {
    await writeFile(home.path('src/workflow.ts'), module(top));
    return JSON.parse((await home.wf('build', '--json')).stdout).warnings;
  };
  const main =
    "async function main() { await null; await post('/v1/chat/completions'); }\nmain().catch(() => undefined);";
  expect(await warningsOf(main)).toEqual([
    {
      code: 'WF_MODEL_CALLED_AT_IMPORT',
      message: expect.stringContaining('move the call into the handler'),
      file: 'src/workflow.ts',
      line: 2,
      package: null,
    },
  ]);
  await using dev = await startDev(home);
  await expect.poll(() => dev.log).toContain('"WF_MODEL_CALLED_AT_IMPORT"');
  expect(await warningsOf("void post('/v1/traces').catch(() => undefined);")).toEqual([]);
});

test('events of a deploy have the warnings of its build, and then they are not told as text', async () => {
  await using home = await project();
  const { stderr } = await home.wf('deploy', '--events');
  const events: { type: string }[] = stderr
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const found = [MISSING, GONE].map((warning) => ({ type: 'warning-found', ...warning }));
  expect(events.filter(({ type }) => type === 'warning-found')).toEqual(found);
});

test('wf routes and wf doctor tell the warnings of their build as text, for a program, too', async () => {
  await using home = await project();
  expect(await home.wf('routes', '--json')).toMatchObject({ exitCode: 0, stderr: TEXT });
  expect((await home.wf('doctor', '--json')).stderr).toContain(TEXT);
});

test('a person reads the warnings of a deploy', async () => {
  await using home = await project();
  expect((await home.wf('deploy')).stderr).toContain(TEXT);
});

test('wf dev reports a warning once, not after each save', async () => {
  await using home = await project();
  await using dev = await startDev(home);
  const loads = () => dev.log.split('\n').filter((line) => line.includes('"reload-end"')).length;
  await expect.poll(loads).toBe(1);
  await writeFile(home.path('src/workflow.ts'), `${WORKFLOW}\nexport const more = 1;`);
  await expect.poll(loads).toBe(2);
  const told = () => dev.log.split('\n').filter((line) => line.includes('"warning-found"'));
  await expect.poll(() => told().length).toBe(2);
  const found = [MISSING, GONE].map((warning) => ({ type: 'warning-found', ...warning }));
  expect(told().map((line) => JSON.parse(line))).toEqual(found);
});

test('wf dev tells that a deploy would fail, where its own bundle works', async () => {
  await using home = await project();
  const manifest = '{"name":"asking","version":"1.0.0","gypfile":true,"main":"index.js"}';
  await writeFile(home.path('node_modules/asking/package.json'), manifest);
  await using dev = await startDev(home);
  await expect.poll(() => dev.log).toContain('"deploy-fail"');
  const line = dev.log.split('\n').find((each) => each.includes('"deploy-fail"'));
  expect([await dev.call('/playground/run/'), JSON.parse(line ?? '')]).toMatchObject([
    'function',
    { message: expect.stringContaining('The package asking runs native code'), file: 'src/workflow.ts', line: 2 },
  ]);
});
