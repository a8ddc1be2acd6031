import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Machine, openMachine } from './open-machine.ts';
import { startRegistry } from './start-registry.ts';
import { mkdir, writeFile } from 'node:fs/promises';

let machine: Machine;

beforeAll(async () => {
  machine = await openMachine(process.env['WF_TEST_NODE']);
});

afterAll(async () => {
  await machine[Symbol.asyncDispose]();
});

const MANAGERS = [
  {
    name: 'npm',
    add: 'npm install',
    wf: 'npx wf',
    install: 'npm install',
    frozen: 'npm ci',
    run: 'npm run',
    before: '',
  },
  {
    name: 'pnpm',
    add: 'pnpm add',
    wf: 'pnpm wf',
    install: 'pnpm install',
    frozen: 'pnpm install --frozen-lockfile',
    run: 'pnpm run',
    before: '',
  },
  {
    name: 'yarn',
    add: 'yarn add',
    wf: 'yarn wf',
    install: 'yarn install',
    frozen: 'yarn install --immutable',
    run: 'yarn run',
    before: 'nodeLinker: node-modules\n',
  },
  {
    name: 'yarn',
    add: 'yarn add',
    wf: 'yarn wf',
    install: 'yarn install',
    frozen: 'yarn install --immutable',
    run: 'yarn run',
    before: 'nodeLinker: pnp\n',
  },
  {
    name: 'bun',
    add: 'bun add',
    wf: 'bunx wf',
    install: 'bun install',
    frozen: 'bun install --frozen-lockfile',
    run: 'bun run',
    before: '',
  },
] as const;

type Manager = (typeof MANAGERS)[number];

/** A folder with an empty package of a manager. */
async function emptyPackage({ name, before }: Manager, folder: string): Promise<string> {
  const root = machine.path(folder);
  await mkdir(root, { recursive: true });
  await writeFile(join(root, 'package.json'), '{"name":"home","private":true}\n');
  if (name === 'yarn') {
    await writeFile(join(root, '.yarnrc.yml'), before);
    await writeFile(join(root, 'yarn.lock'), '');
  }
  return root;
}

/** Installs, tests, checks and runs a new project, as a build machine does. */
async function useProject(
  project: string,
  manager: Manager,
  env: Readonly<Record<string, string>> = {},
): Promise<void> {
  const { install, frozen, run, wf } = manager;
  const shell = async (command: string) => await machine.run(project, command, env);
  await shell(install);
  await shell('rm -rf node_modules');
  await shell(frozen);
  expect(await shell(`${run} test`)).toContain('ℹ fail 0');
  await shell(`${run} check`);
  expect((await shell(`${wf} run / --input message="I was charged twice"`)).trim().split('\n').at(-1)).toBe('billing');
}

test.each(MANAGERS)(
  '$name: the tarball creates a project that is moved, installed and used ($before)',
  async (manager) => {
    const spec = manager.name === 'yarn' ? `wfkit@file:${machine.tarball}` : machine.tarball;
    const root = await emptyPackage(manager, `tarball ${manager.name}${manager.before.length}`);
    await machine.run(root, `${manager.add} "${spec}"`);
    const created = JSON.parse(
      await machine.run(root, `${manager.wf} init "my app" --template basic --json`),
    ) as object;
    expect(created).toMatchObject({ package_manager: manager.name, wf: 'file:vendor/wfkit-0.1.0.tgz' });
    const project = machine.path(`moved-${manager.name}${manager.before.length}`);
    await rename(join(root, 'my app'), project);
    await useProject(project, manager);
  },
);

test.each(MANAGERS)(
  '$name: the published package creates a project that names its version ($before)',
  async (manager) => {
    await using registry = await startRegistry({ ...machine.published, upstream: machine.upstream });
    const env = {
      npm_config_registry: registry.url,
      YARN_NPM_REGISTRY_SERVER: registry.url,
      BUN_CONFIG_REGISTRY: registry.url,
    };
    const root = await emptyPackage(manager, `published ${manager.name}${manager.before.length}`);
    await machine.run(root, `${manager.add} wfkit`, env);
    const project = machine.path(`new-${manager.name}${manager.before.length}`);
    await machine.run(root, `${manager.wf} init ${project} --template basic --package-manager ${manager.name}`, env);
    expect(JSON.parse(await readFile(join(project, 'package.json'), 'utf8'))).toMatchObject({
      dependencies: { wfkit: machine.published.manifest.version },
    });
    await useProject(project, manager, env);
  },
);

test.each(MANAGERS)('$name: wf joins a package that exists ($before)', async (manager) => {
  const spec = manager.name === 'yarn' ? `wfkit@file:${machine.tarball}` : machine.tarball;
  const tools = await emptyPackage(manager, `tools ${manager.name}${manager.before.length}`);
  await machine.run(tools, `${manager.add} "${spec}"`);
  const root = await emptyPackage(manager, `joined ${manager.name}${manager.before.length}`);
  await machine.run(tools, `${manager.wf} init --into "${root}" --yes`);
  await machine.run(root, manager.install);
  expect((await machine.run(root, `${manager.wf} run / --input name=Ada`)).trim().split('\n').at(-1)).toBe(
    'Hello, Ada!',
  );
});
