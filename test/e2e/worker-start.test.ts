import { writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { runWf } from '../helpers/run-wf.ts';
import { startCloudflareTarget } from '../helpers/targets/cloudflare-target.ts';
import { linkPackages, tempProject } from '../helpers/temp-project.ts';

type Files = Readonly<Record<string, string>>;

const moduleOf = (code: string): Files => ({
  'node_modules/lib/package.json': '{"name":"lib","type":"module","main":"index.js"}',
  'node_modules/lib/index.js': code,
});
const USES_LIB = [
  "import { entrypoint } from 'wfkit';",
  "import { take } from 'lib';",
  'export default entrypoint({}, async () => take());',
].join('\n');

async function project(files: Files, packages: readonly string[] = ['zod', 'workerd']) {
  const home = await tempProject({
    'wf.config.json': '{"app":"started"}',
    'package.json': '{"type":"module"}',
    'src/workflow.ts': USES_LIB,
    ...files,
  });
  await linkPackages(home.root, packages);
  const build = async (target = 'cloudflare') =>
    await runWf(['build', '--target', target, '--json'], { cwd: home.root });
  return { ...home, build };
}

test.each([
  ['takes random values', 'const id = crypto.randomUUID();', 'it uses the network, a timer or random values while'],
  ['throws', 'if (!globalThis.Bun) throw new TypeError("only in Bun");\nconst id = 1;', 'TypeError: only in Bun.'],
])('a package that %s while it is imported fails the build for Workers', async (_, code, reason) => {
  // Node, which reads the routes, loads it.
  const inWorkers = `if (navigator.userAgent === 'Cloudflare-Workers') { ${code} }\nexport const take = () => 'taken';`;
  await using home = await project(moduleOf(inWorkers));
  const { stderr, stdout, exitCode } = await home.build();
  const { message, next_steps: steps } = JSON.parse(stdout === '' ? stderr : stdout).error;
  expect([exitCode, steps.at(-1)]).toEqual([2, 'wf build --target container']);
  expect(message).toContain(`node_modules/lib/index.js:1:`);
  expect(message).toContain(`Cloudflare Workers cannot load the package lib: ${reason}`);
  expect((await home.build('container')).exitCode).toBe(0);
});

test('the advice about a package that Workers cannot load at once leads to a Worker that answers', async () => {
  const lib =
    "if (navigator.userAgent === 'Cloudflare-Workers') crypto.randomUUID();\nexport const take = () => 'taken';";
  await using home = await project(moduleOf(lib));
  const refused = await home.build();
  const [advice] = JSON.parse(refused.stdout || refused.stderr).error.next_steps;
  expect(advice).toBe("Import the package that fails inside the handler: await import('…')");
  const lazily = [
    "import { entrypoint } from 'wfkit';",
    "export default entrypoint({}, async () => (await import('lib')).take());",
  ].join('\n');
  await writeFile(home.path('src/workflow.ts'), lazily);
  expect(await home.build()).toMatchObject({ exitCode: 0, stderr: '' });
  await using worker = await startCloudflareTarget({ dir: home.path('.wf/build/cloudflare'), variables: {} });
  const headers = { 'content-type': 'application/json' };
  const answer = await worker.ask('/run', { method: 'POST', body: '{}', headers });
  expect(await answer.json()).toMatchObject({ data: 'taken' });
});

test("an author's line that Workers refuse fails their build with the line", async () => {
  const code = USES_LIB.replace(
    "import { take } from 'lib';",
    'const take = () => setTimeout(() => undefined, 1) && 1;\ntake();',
  );
  await using home = await project({ 'src/workflow.ts': code });
  const { stderr, stdout } = await home.build();
  expect(JSON.parse(stdout === '' ? stderr : stdout).error.message).toMatch(
    /^src\/workflow\.ts:2:20: Cloudflare Workers cannot load this workflow: .+\n\n {2}2 \| const take/s,
  );
});

/** Imports `one` of `./one.js`, and exports `two`, which adds one to it. */
const WASM = Buffer.from([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 127, 2, 16, 1, 8, 46, 47, 111, 110, 101, 46, 106, 115, 3, 111, 110,
  101, 0, 0, 3, 2, 1, 0, 7, 7, 1, 3, 116, 119, 111, 0, 1, 10, 9, 1, 7, 0, 16, 0, 65, 1, 106, 11,
]).toString('latin1');

test('a package that asks for its place, takes files of Node and instantiates WebAssembly runs as a Worker', async () => {
  const lib = [
    "import { createRequire } from 'node:module';",
    "import { dirname } from 'node:path';",
    "import { fileURLToPath } from 'node:url';",
    "import { promises } from 'node:fs';",
    "import * as wasm from './two.wasm';",
    'const { readFile } = promises;',
    'const require = createRequire(import.meta.url);',
    'const folder = dirname(fileURLToPath(import.meta.url));',
    'export const take = () => [wasm.two(), wasm.default instanceof WebAssembly.Module, folder, typeof readFile, typeof require].join();',
  ].join('\n');
  await using home = await project({
    ...moduleOf(lib),
    'node_modules/lib/two.wasm': WASM,
    'node_modules/lib/one.js': 'export const one = () => 1;',
  });
  const { exitCode, stderr } = await home.build();
  expect([exitCode, stderr]).toEqual([0, expect.not.stringContaining('not started')]);
  await using worker = await startCloudflareTarget({ dir: home.path('.wf/build/cloudflare'), variables: {} });
  const answer = await worker.ask('/run', {
    method: 'POST',
    body: '{}',
    headers: { 'content-type': 'application/json' },
  });
  expect(await answer.json()).toMatchObject({ data: '2,true,/,function,function' });
  const run = await runWf(['run', '/', '--json'], { cwd: home.root });
  expect(JSON.parse(run.stdout).data).toMatch(/^2,true,.+,function,function$/);
});

test('where a project has no workerd, the build says so, and how to install it', async () => {
  await using home = await project({ ...moduleOf("export const take = () => 'taken';"), 'pnpm-lock.yaml': '' }, [
    'zod',
  ]);
  const { stdout, exitCode } = await home.build();
  const [warning] = JSON.parse(stdout).warnings;
  expect([exitCode, warning]).toMatchObject([
    0,
    { code: 'WF_TARGET_NOT_STARTED', message: expect.stringMatching(/was not started.+: pnpm add workerd$/) },
  ]);
});

test.each(['node', 'container', 'lambda'])('what dies while it is imported fails the build for %s', async (target) => {
  await using home = await project(moduleOf("export const take = () => 'taken';\nthrow new Error('no way');"));
  const { stdout, stderr, exitCode } = await home.build(target);
  expect([exitCode, stdout + stderr]).toEqual([2, expect.stringContaining('no way')]);
});
