import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { runWf } from '../helpers/run-wf.ts';
import { startDev } from '../helpers/start-dev.ts';
import { type PackageSource, startPackageRegistry } from '../helpers/start-package-registry.ts';
import { linkPackages, tempProject } from '../helpers/temp-project.ts';

/** Its native code does not come with it: a script makes what stands for it. */
const NATIVE: PackageSource = {
  manifest: { name: 'counting', version: '1.2.3', scripts: { install: 'node build.cjs' } },
  files: {
    'package.json': '{"name":"counting","version":"1.2.3","main":"index.js","scripts":{"install":"node build.cjs"}}',
    'binding.gyp': '{}',
    'build.cjs':
      "const { mkdirSync, writeFileSync } = require('node:fs');\nmkdirSync('build/Release', { recursive: true });\nwriteFileSync('build/Release/count.node', '');",
    'index.js':
      "exports.count = () => require('node:fs').readdirSync(require('node:path').join(__dirname, 'build/Release'));",
  },
};
const PLAIN: PackageSource = {
  manifest: { name: 'adding', version: '1.0.0' },
  files: {
    'package.json': '{"name":"adding","version":"1.0.0","main":"index.js"}',
    'index.js': 'exports.count = () => 3;',
  },
};

const importing = (name: string): string =>
  `import { entrypoint } from 'wfkit';\nimport { count } from '${name}';\nexport default entrypoint({}, async () => count());\n`;

async function project(source: PackageSource) {
  const registry = await startPackageRegistry([source]);
  const { name, version } = source.manifest;
  const home = await tempProject({
    'package.json': JSON.stringify({ type: 'module', dependencies: {} }),
    '.wfrc.json': '{"app":"advised","entry":"workflow.ts"}',
    '.npmrc': `registry=${registry.url}\n`,
    'workflow.ts': importing(name),
  });
  const install = async () =>
    await promisify(execFile)('npm', ['install', `${name}@${version}`, '--ignore-scripts', '--no-audit', '--no-fund'], {
      cwd: home.root,
    });
  const adviceOf = async (...args: string[]) => {
    const { stderr, exitCode } = await runWf(args, { cwd: home.root });
    return { exitCode, advice: [...stderr.matchAll(/Try: (.+)/g)].map(([, one]) => one) };
  };
  const dispose = async () => {
    await registry[Symbol.asyncDispose]();
    await home[Symbol.asyncDispose]();
  };
  return { ...home, install, adviceOf, [Symbol.asyncDispose]: dispose };
}

test('the command that a build prints for a missing package leads to a build', async () => {
  await using home = await project(PLAIN);
  await linkPackages(home.root, ['zod']);
  const { exitCode, advice } = await home.adviceOf('build');
  expect([exitCode, advice]).toEqual([2, ['npm install adding']]);
  await promisify(execFile)('sh', ['-c', String(advice[0])], { cwd: home.root });
  await linkPackages(home.root, ['zod']);
  expect(await home.adviceOf('build')).toEqual({ exitCode: 0, advice: [] });
});

test('each setting that is advised for a native package without its native code leads further, until it answers', async () => {
  await using home = await project(NATIVE);
  await home.install();
  await linkPackages(home.root, ['zod']);
  const asks = async (external: readonly unknown[]) => {
    await writeFile(home.path('.wfrc.json'), JSON.stringify({ app: 'advised', entry: 'workflow.ts', external }));
    return (await home.adviceOf('build')).advice[0];
  };
  expect(await asks([])).toBe('Name it in the project file: "external": ["counting"]');
  expect(await asks(['counting'])).toBe(
    'Allow it in the project file: "external": [{ "name": "counting", "scripts": true }]',
  );
  expect(await asks([{ name: 'counting', scripts: true }])).toBe(undefined);
  const { stdout } = await runWf(['run', '/', '--json'], { cwd: home.root });
  expect(JSON.parse(stdout).data).toEqual(['count.node']);
});

const SERVER = "process.stdin.once('data', (text) => process.stdout.write(`heard ${text}`, () => process.exit()));";
const REFUSED = {
  'a server that speaks over stdio': [
    "import { spawn } from 'node:child_process';\nimport { once } from 'node:events';\nimport { fileURLToPath } from 'node:url';",
    [
      "const server = spawn(process.execPath, [fileURLToPath(new URL('./server.mjs', import.meta.url))]);",
      "server.stdin.write('you');",
      "return String((await once(server.stdout, 'data'))[0]);",
    ].join('\n'),
    'heard you',
  ],
  'a thread': [
    "import { Worker } from 'node:worker_threads';\nimport { once } from 'node:events';",
    "return (await once(new Worker('process.exit(3)', { eval: true }), 'exit'))[0];",
    3,
  ],
} as const;

test.each(Object.entries(REFUSED))('%s is refused with advice by which it answers', async (_, parts) => {
  const [imports, code, answer] = parts;
  await using home = await tempProject({
    'package.json': '{"type":"module"}',
    '.wfrc.json': '{"app":"advised","entry":"workflow.ts"}',
    'server.mjs': SERVER,
    'workflow.ts': `import { entrypoint } from 'wfkit';\n${imports}\nexport default entrypoint({}, async () => {\n${code}\n});\n`,
  });
  await linkPackages(home.root, ['zod']);
  const { stderr } = await runWf(['run', '/'], { cwd: home.root });
  expect(stderr).toContain('run the workflow without a sandbox: wf dev --allow, or wf build --target node');
  await using dev = await startDev(home, ['--port', '0', '--allow']);
  expect(await dev.call('/playground/run')).toBe(answer);
});
