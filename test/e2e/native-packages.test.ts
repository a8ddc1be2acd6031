import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runWf } from '../helpers/run-wf.ts';
import { startDev } from '../helpers/start-dev.ts';
import { installedPackage, startPackageRegistry, type PackageRegistry } from '../helpers/start-package-registry.ts';
import { startWfServe } from '../helpers/start-wf-serve.ts';
import { startLambdaTarget } from '../helpers/targets/lambda-target.ts';
import { startContainerTarget } from '../helpers/targets/node-target.ts';
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

let registry: PackageRegistry;
let project: TempProject;

beforeAll(async () => {
  registry = await startPackageRegistry(await Promise.all(PACKAGES.map(installedPackage)));
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

async function configure(config: object): Promise<void> {
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

test('a service runs it once an operator allows it', async () => {
  await configure({ external: ['sharp'] });
  await using folder = await tempFolder();
  await writeFile(folder.path('.npmrc'), `registry=${registry.url}\n`);
  const serveWith = async (...allowed: readonly string[]) => {
    const served = await startWfServe(folder.root, ['--data-dir', folder.path('data'), ...allowed]);
    const key = (await readFile(served.keyFile, 'utf8')).trim();
    const run = async (...words: readonly string[]) =>
      await runWf([...words, '--base-url', served.url], { cwd: project.root, env: { WF_API_KEY: key } });
    return { run, [Symbol.asyncDispose]: () => served[Symbol.asyncDispose]() };
  };
  const refusal = {
    exitCode: 2,
    stderr: expect.stringContaining(
      'This service does not run the packages sharp, which the bundle imports. An operator can allow it: wf serve --native-packages canvas,sharp',
    ),
  };
  {
    await using serving = await serveWith('--native-packages', 'canvas');
    expect(await serving.run('deploy', '--plan')).toMatchObject(refusal);
    expect(await serving.run('deploy')).toMatchObject(refusal);
  }
  await using serving = await serveWith('--native-packages', 'canvas,sharp');
  expect(await serving.run('deploy')).toMatchObject({ exitCode: 0 });
  const ran = await serving.run('run', '/', '--variant', 'default', '--json');
  expect({ stderr: ran.stderr, data: JSON.parse(ran.stdout).data }).toEqual({ stderr: '', data: ANSWER });
});
