import { dirname, join, relative } from 'node:path';
import { type ListedPackage, type PackageList, packageNameAt } from '../../sandbox/packages/package-list.ts';
import { userError, type UserError } from '../../foundation/errors/wf-error.ts';
import type { LockGraph } from './lock-graph.ts';
import type { ImportedPackage } from './mark-external.ts';
import { readdir, readFile } from 'node:fs/promises';

/**
 * Lists the external packages that a bundle imports, with their dependencies, as the project's lock file has them.
 *
 * @returns `null` when it imports none
 * @throws {WF_BUILD_FAILED} when the lock file lacks one, or two versions of one meet
 */
export async function listPackages(root: string, imported: readonly ImportedPackage[]): Promise<PackageList | null> {
  const external = [...new Set(imported.map(({ name }) => name))].toSorted();
  if (external.length === 0) return null;
  const lock = await readLock(root, external);
  const located = imported.map((one) => ({ ...one, key: requireLocked(lock, one) }));
  for (const name of external)
    requireOneVersion(
      root,
      lock,
      located.filter((one) => one.name === name),
    );
  const placed = place(lock, new Map(located.map(({ name, key }) => [name, key])));
  requireOneBinary(lock, placed);
  const required = findRequired(lock, placed, external);
  const packages = [...placed].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return {
    format: 1,
    external,
    scripts: [...new Set(imported.filter(({ scripts }) => scripts).map(({ name }) => name))].toSorted(),
    packages: Object.fromEntries(
      packages.map(([folder, key]) => [folder, toListed(lock, folder, key, !required.has(folder))] as const),
    ),
  };
}

interface Located extends ImportedPackage {
  readonly key: string;
}

function requireLocked(lock: LockGraph, { name, folder }: ImportedPackage): string {
  const key = lock.keyOf(folder, name);
  if (key !== null) return key;
  throw refuse(`The lock file ${lock.file} lacks ${name}, which "external" in the project file names.`, 'npm install');
}

function requireOneVersion(root: string, lock: LockGraph, located: readonly Located[]): void {
  const versions = new Map(located.map((one) => [lock.package(one.key).version, one]));
  if (versions.size < 2) return;
  const [name = ''] = located.map((one) => one.name);
  const said = [...versions].map(([version, { importer }]) => `${version} by ${relative(root, importer)}`);
  throw refuse(
    `Two versions of ${name} are imported: ${said.join(', ')}. A bundle imports one of them.`,
    `npm ls ${name}`,
    `Set one version of ${name} under "overrides" in package.json`,
  );
}

/** Two versions of one binary in a process overwrite each other's state. */
function requireOneBinary(lock: LockGraph, placed: ReadonlyMap<string, string>): void {
  const versions = new Map<string, string>();
  for (const key of placed.values()) {
    const { name, version, os, cpu } = lock.package(key);
    if (os === undefined && cpu === undefined) continue;
    const other = versions.get(name) ?? version;
    versions.set(name, version);
    if (other === version) continue;
    throw refuse(
      `Two versions of the native package ${name} would be installed: ${other} and ${version}. They cannot run in one process.`,
      `npm ls ${name}`,
      'Set one version under "overrides" in package.json',
    );
  }
}

/** Lays packages out from the top: each finds its own versions of others where Node looks for them. */
function place(lock: LockGraph, external: ReadonlyMap<string, string>): Map<string, string> {
  const placed = new Map([...external].map(([name, key]) => [`node_modules/${name}`, key]));
  for (const [folder, key] of placed) {
    const { dependencies, optionalDependencies } = lock.package(key);
    for (const name of [...dependencies, ...optionalDependencies]) {
      const dependency = lock.dependencyOf(key, name);
      if (dependency === null || visibleFrom(placed, folder, name) === dependency) continue;
      const top = `node_modules/${name}`;
      placed.set(placed.has(top) ? `${folder}/${top}` : top, dependency);
    }
  }
  return placed;
}

/** Returns what Node finds from a package's folder. */
function visibleFrom(placed: ReadonlyMap<string, string>, folder: string, name: string): string | null {
  return placed.get(folderFrom(placed, folder, name) ?? '') ?? null;
}

function folderFrom(placed: ReadonlyMap<string, string>, folder: string, name: string): string | null {
  const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
  if (placed.has(path)) return path;
  if (folder === '') return null;
  return folderFrom(placed, folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/'))), name);
}

/** Finds the packages that not only optional dependencies lead to. */
function findRequired(lock: LockGraph, placed: ReadonlyMap<string, string>, external: readonly string[]): Set<string> {
  const required = new Set(external.map((name) => `node_modules/${name}`));
  for (const folder of required) {
    for (const name of lock.package(placed.get(folder) ?? '').dependencies) {
      const found = folderFrom(placed, folder, name);
      if (found !== null) required.add(found);
    }
  }
  return required;
}

function toListed(lock: LockGraph, folder: string, key: string, isOptional: boolean): ListedPackage {
  const { name, version, integrity, resolved, os, cpu, libc, ...edges } = lock.package(key);
  if (integrity === undefined) throw notOfRegistry(lock, name, resolved);
  const dependencies = versionsOf(lock, key, edges.dependencies);
  const optionalDependencies = versionsOf(lock, key, edges.optionalDependencies);
  return {
    ...(packageNameAt(folder) !== name && { name }),
    version,
    integrity,
    ...(dependencies !== null && { dependencies }),
    ...(optionalDependencies !== null && { optionalDependencies }),
    ...(os !== undefined && { os }),
    ...(cpu !== undefined && { cpu }),
    ...(libc !== undefined && { libc }),
    ...(isOptional && { optional: true }),
  };
}

/** @returns `null` for none */
function versionsOf(lock: LockGraph, key: string, names: readonly string[]): Record<string, string> | null {
  const found = names.flatMap((name) => {
    const dependency = lock.dependencyOf(key, name);
    return dependency === null ? [] : [[name, lock.package(dependency).version] as const];
  });
  return found.length === 0 ? null : Object.fromEntries(found);
}

function notOfRegistry({ file }: LockGraph, name: string, resolved: string | undefined): UserError {
  const from = resolved === undefined ? 'without an address of a registry' : `from ${resolved}`;
  return refuse(
    `${file} has ${name} ${from}: wf installs only packages of a registry, whose hash the lock file has.`,
    `npm install ${name}`,
  );
}

function refuse(message: string, ...nextSteps: string[]): UserError {
  return userError('WF_BUILD_FAILED', message, nextSteps);
}

/** Reads a lock file. @returns `null` for one of an older version */
type Read = (text: string, file: string) => Promise<LockGraph | null>;

/** A lock file that wf can read, and which versions of its manager wrote another format. */
interface Readable {
  readonly read: Read;
  readonly older: string;
}

const npm: Readable = {
  read: async (text, file) => (await import('./read-npm-lock.ts')).readNpmLock(text, file),
  older: 'npm 6 or earlier',
};
const pnpm: Readable = {
  read: async (text) => (await import('./read-pnpm-lock.ts')).readPnpmLock(text),
  older: 'pnpm 8 or earlier',
};
const bun: Readable = { read: async (text) => (await import('./read-bun-lock.ts')).readBunLock(text), older: 'Bun' };

/** In the order in which they count. */
const READABLE: Readonly<Record<string, Readable>> = {
  'npm-shrinkwrap.json': npm,
  'package-lock.json': npm,
  'pnpm-lock.yaml': pnpm,
  'bun.lock': bun,
};
/** Lock files that lack what an installation needs. */
const OTHERS: Readonly<Record<string, string>> = {
  // Version 1 has no platforms of packages, and later ones have hashes of archives of their own.
  'yarn.lock': 'was written by Yarn, and lacks the hashes of the registry or the platforms of packages',
  'bun.lockb': 'is binary: bun install --save-text-lockfile writes bun.lock',
};

/**
 * Reads the lock file of a project: its own, or the nearest one above.
 *
 * @throws {WF_BUILD_FAILED} when there is none that wf can read
 */
export async function readLock(root: string, external: readonly string[]): Promise<LockGraph> {
  const names = await readdir(root).catch((): string[] => []);
  const [name, readable] = Object.entries(READABLE).find(([each]) => names.includes(each)) ?? [];
  if (name !== undefined && readable !== undefined) {
    const file = join(root, name);
    const lock = await readable.read(await readFile(file, 'utf8'), file);
    if (lock === null) throw refused(`${file} was written by ${readable.older}`, external);
    return lock;
  }
  const other = Object.keys(OTHERS).find((each) => names.includes(each));
  if (other !== undefined) throw refused(`${join(root, other)} ${OTHERS[other]}`, external);
  const parent = dirname(root);
  if (parent === root) throw refused('there is no lock file', external);
  return await readLock(parent, external);
}

function refused(reason: string, external: readonly string[]): UserError {
  return userError(
    'WF_BUILD_FAILED',
    `"external" in the project file names ${external.join(', ')}. wf installs the versions of a package-lock.json, pnpm-lock.yaml or bun.lock, but ${reason}.`,
    ['npm install --package-lock-only --ignore-scripts'],
  );
}
