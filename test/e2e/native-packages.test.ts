import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runWf } from '../helpers/run-wf.ts';
import { startDev } from '../helpers/start-dev.ts';
import { installedPackage, startPackageRegistry, type PackageRegistry } from '../helpers/start-package-registry.ts';
import { startWfServe } from '../helpers/start-wf-serve.ts';
import { startLambdaTarget } from '../helpers/targets/lambda-target.ts';
import { startContainerTarget, startNodeTarget } from '../helpers/targets/node-target.ts';
import type { TargetServer } from '../helpers/targets/target-server.ts';
import { tempFolder } from '../helpers/temp-folder.ts';
import { linkPackages, type TempProject, tempProject } from '../helpers/temp-project.ts';

const WORKFLOW = `
import sharp from 'sharp';
import { route } from 'wfkit';

export const image = route('/', {}, async () => {
  const png = await sharp({ create: { width: 6, height: 8, channels: 3, background: 'red' } }).png().toBuffer();
  const { width, height, format } = await sharp(png).metadata();
  return { width, height, format };
});
`;
const ANSWER = { width: 6, height: 8, format: 'png' };
const CPU = process.arch === 'arm64' ? 'arm64' : 'x64';
const PACKAGES = [
  'sharp',
  '@img/colour',
  'detect-libc',
  'semver',
  `@img/sharp-linux-${CPU}`,
  `@img/sharp-libvips-linux-${CPU}`,
];
/** As better-sqlite3: its install script fetches or compiles what it loads. */
const SCRIPTED = {
  manifest: { name: 'scripted', version: '1.0.0', scripts: { install: 'node install.js' } },
  files: {
    'binding.gyp': '{}',
    'index.js': "module.exports = require('./build/Release/made.js');",
    'install.js': `const fs = require('fs'); fs.mkdirSync('build/Release', { recursive: true });
fs.writeFileSync('build/Release/made.js', 'module.exports = 42;'); fs.writeFileSync('build/Release/native.node', '');`,
  },
};

let registry: PackageRegistry;
let project: TempProject;

beforeAll(async () => {
  registry = await startPackageRegistry([...(await Promise.all(PACKAGES.map(installedPackage))), SCRIPTED]);
  project = await tempProject({
    'workflow.ts': WORKFLOW,
    '.npmrc': `registry=${registry.url}\n`,
    'package-lock.json': registry.lock,
  });
  await linkPackages(project.root, ['zod', ...PACKAGES]);
});

afterAll(async () => {
  await project[Symbol.asyncDispose]();
  await registry[Symbol.asyncDispose]();
});

async function configure(config: object, workflow = WORKFLOW): Promise<void> {
  await writeFile(project.path('workflow.ts'), workflow);
  await writeFile(project.path('.wfrc.json'), JSON.stringify({ app: 'images', entry: 'workflow.ts', ...config }));
}

const wf = async (...args: readonly string[]) => await runWf(args, { cwd: project.root });

test('a native package is refused at the line of its import, with the setting that helps', async () => {
  await configure({});

  expect(await wf('build')).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: `Bundling workflow.ts
Error: workflow.ts:2:19: The package sharp runs native code, which cannot be part of a bundle.

  2 | import sharp from 'sharp';
    |                   ^
  Try: Name it in the project file: "external": ["sharp"]
  Try: wf help deploying
`,
  });
});

test('named as external, it answers from source, deployed, and in wf dev', async () => {
  await configure({ external: ['sharp'] });

  const run = await wf('run', '/', '--json');
  const deployed = await wf('deploy');
  const hosted = await wf('run', '/', '--variant', 'default', '--json');
  await using dev = await startDev(project, ['--no-open', '--port', '0']);

  expect({ stderr: run.stderr, data: JSON.parse(run.stdout).data }).toEqual({ stderr: '', data: ANSWER });
  expect(deployed.stderr).toContain('in 3 parts');
  expect(JSON.parse(hosted.stdout).data).toEqual(ANSWER);
  expect(await dev.call('/playground/run')).toEqual(ANSWER);
});

test.each([
  ['node', startNodeTarget],
  ['container', startContainerTarget],
  ['lambda', async (setting) => await startLambdaTarget(setting, 'handler')],
] as [string, typeof startContainerTarget][])('target %s brings it along', async (target, start) => {
  await configure({ external: ['sharp'] });

  const built = await wf('build', '--target', target, '--cpu', CPU, '--json');
  const { dir, packages } = JSON.parse(built.stdout) as { dir: string; packages: object };
  await using server: TargetServer = await start({ dir, variables: {} });
  const answer = await server.ask('/run', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });

  expect(packages).toEqual({ sharp: expect.any(String) });
  expect((await answer.json()).data).toEqual(ANSWER);
});

test('its layer of the container precedes that of the code', async () => {
  const text = await readFile(project.path('.wf/build/container/Dockerfile'), 'utf8');

  expect(text.match(/^COPY .+$/gm)?.slice(0, 3)).toEqual([
    'COPY node_modules ./node_modules',
    'COPY package.json ./package.json',
    'COPY manifest.json ./manifest.json',
  ]);
});

test('Cloudflare Workers refuse it', async () => {
  await configure({ external: ['sharp'] });
  const external = await wf('build', '--target', 'cloudflare');

  expect(external).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('Cloudflare Workers do not run packages outside of the bundle'),
  });
});

test('a service runs it once an operator allows it', async () => {
  await configure({ external: ['sharp'] });
  await using folder = await tempFolder();
  await writeFile(folder.path('.npmrc'), `registry=${registry.url}\n`);
  const flags = (serve: { readonly url: string; readonly key: string }) => ['--base-url', serve.url];
  const deployTo = async (allowed: readonly string[]) => {
    await using serve = await startWfServe(folder.root, ['--data-dir', folder.path('data'), ...allowed]);
    const key = (await readFile(serve.keyFile, 'utf8')).trim();
    const env = { WF_API_KEY: key };
    const planned = await runWf(['deploy', '--plan', ...flags({ url: serve.url, key })], { cwd: project.root, env });
    const deployed = await runWf(['deploy', ...flags({ url: serve.url, key })], { cwd: project.root, env });
    const ran = await runWf(['run', '/', '--variant', 'default', '--json', ...flags({ url: serve.url, key })], {
      cwd: project.root,
      env,
    });
    return { planned, deployed, ran };
  };

  const refused = await deployTo(['--native-packages', 'canvas']);
  const { planned, ran } = await deployTo(['--native-packages', 'canvas,sharp']);

  const refusal = {
    exitCode: 2,
    stderr: expect.stringContaining(
      'This service does not run the packages sharp, which the bundle imports. An operator can allow it: wf serve --native-packages canvas,sharp',
    ),
  };
  expect(refused).toMatchObject({ planned: refusal, deployed: refusal });
  expect(planned.exitCode).toBe(0);
  expect({ stderr: ran.stderr, data: JSON.parse(ran.stdout).data }).toEqual({ stderr: '', data: ANSWER });
});

const USES_SCRIPTED = WORKFLOW.replace("import sharp from 'sharp';", "import made from 'scripted';").replace(
  /async \(\) => \{[\s\S]+\}\);/,
  'async () => made);',
);

test('an install script runs only where it is allowed', async () => {
  await mkdir(project.path('node_modules/scripted'), { recursive: true });
  for (const [path, text] of Object.entries({ 'package.json': JSON.stringify(SCRIPTED.manifest), ...SCRIPTED.files })) {
    await writeFile(project.path(`node_modules/scripted/${path}`), text);
  }
  await configure({ external: ['scripted'] }, USES_SCRIPTED);
  const refused = await wf('build');
  await configure({ external: [{ name: 'scripted', scripts: true }] }, USES_SCRIPTED);
  const run = await wf('run', '/');

  expect(refused).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining(
      'The package scripted brings no native code for this platform: its install script downloads or compiles it, and install scripts do not run.',
    ),
  });
  expect(run).toMatchObject({ exitCode: 0, stdout: '42\n' });
});

test.each([
  ['../sharp', 'Write the name of a package'],
  ['/etc/passwd', 'Write the name of a package'],
  ['https://example.com/x.tgz', 'Write the name of a package'],
])('%s is not the name of a package', async (name, message) => {
  await configure({ external: [name] });

  expect(await wf('build')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining(message) });
});

test('what the lock file lacks is not installed', async () => {
  await configure({ external: ['sharp'] });
  const { packages } = JSON.parse(registry.lock) as { packages: Record<string, unknown> };
  const lacking = { ...packages };
  delete lacking['node_modules/sharp'];
  await writeFile(project.path('package-lock.json'), JSON.stringify({ lockfileVersion: 3, packages: lacking }));
  const missing = await wf('build');
  const other = createHash('sha512').update('something else').digest('base64');
  const forged = { ...packages, 'node_modules/semver': { version: '7.8.4', integrity: `sha512-${other}` } };
  await writeFile(project.path('package-lock.json'), JSON.stringify({ lockfileVersion: 3, packages: forged }));
  const changed = await wf('build');
  await writeFile(project.path('package-lock.json'), registry.lock);

  expect(missing).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('package-lock.json lacks sharp') });
  expect(changed).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('The packages sharp cannot be installed'),
  });
});
