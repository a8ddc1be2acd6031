import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, test } from 'vitest';
import {
  installedPackage,
  type PackageManifest,
  type PackageRegistry,
  type PackageSource,
  startPackageRegistry,
} from '../helpers/start-package-registry.ts';
import { emptyPackage, MANAGERS, tarballSpec, useRegistry } from '../managers/managers.ts';
import { type Machine, openMachine } from '../managers/open-machine.ts';

/** `npm run test:managers` tries more of this, with packages of the npm registry: here, all come from this checkout. */
const PACKAGES = ['zod', '@opentelemetry/api'];
/** Only asked what they depend on: nothing is type-checked here. */
const HOLLOW = ['typescript', '@types/node', 'undici-types'];
/** Programs of packages, one for each platform. */
const PLATFORMS = /^node_modules\/(?<name>@(?:esbuild|typescript)\/[^/]+)$/;

let machine: Machine;
let registry: PackageRegistry;

beforeAll(async () => {
  machine = await openMachine();
  registry = await startPackageRegistry([
    ...(await Promise.all(PACKAGES.map(installedPackage))),
    ...(await Promise.all(HOLLOW.map(hollowPackage))),
    ...(await platformPackages()),
  ]);
});

afterAll(async () => {
  await registry[Symbol.asyncDispose]();
  await machine[Symbol.asyncDispose]();
});

async function hollowPackage(name: string): Promise<PackageSource> {
  const text = await readFile(join('node_modules', name, 'package.json'), 'utf8');
  const { bin: _programs, ...manifest } = JSON.parse(text) as PackageManifest & { readonly bin?: unknown }; // npm wrote it
  return { manifest, files: {} };
}

/** npm installed those of this machine. Of the others, package managers ask only what they are for, which the lock file says. */
async function platformPackages(): Promise<PackageSource[]> {
  const { packages } = JSON.parse(await readFile('package-lock.json', 'utf8')) as {
    packages: Record<string, Pick<PackageManifest, 'version' | 'os' | 'cpu'>>;
  }; // npm wrote it
  const named = Object.entries(packages).flatMap(([path, entry]) => {
    const name = PLATFORMS.exec(path)?.groups?.['name'];
    return name === undefined ? [] : [{ name, version: entry.version, os: entry.os ?? [], cpu: entry.cpu ?? [] }];
  });
  return await Promise.all(
    named.map(async (manifest) =>
      manifest.name.startsWith('@esbuild/') && existsSync(join('node_modules', manifest.name))
        ? await installedPackage(manifest.name)
        : { manifest, files: {} },
    ),
  );
}

/** Yarn with a folder of packages is tried by the longer command: it is close to npm. */
const TRIED = MANAGERS.filter(({ title }) => title !== 'yarn');

// At the same time: they wait for their own processes.
test.concurrent.for(TRIED)('$title: a new project is installed and used on Node 26', async (manager, { expect }) => {
  const env = { ...machine.useNode(26), ...useRegistry(registry.url) };
  const shell = async (cwd: string, command: string) => await machine.run(cwd, command, env);
  const root = await emptyPackage(machine, manager, `a ${manager.title}`);
  await shell(root, `${manager.add} "${tarballSpec(manager, machine.tarball)}"`);
  await shell(root, `${manager.wf} init "my app" --template blank`);
  const project = join(root, 'my app');
  await shell(project, manager.install);
  expect(await readFile(join(project, 'package.json'), 'utf8')).toContain('"wfkit": "file:vendor/');
  const run = `node --version && ${manager.wf} run / --input name=Ada`;
  expect((await shell(project, run)).trim().split('\n')).toEqual([expect.stringMatching(/^v26\./), 'Hello, Ada!']);
});
