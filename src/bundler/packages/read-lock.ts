import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { UserError } from '../../foundation/errors/wf-error.ts';
import type { LockGraph } from './lock-graph.ts';

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
  return new UserError({
    code: 'WF_BUILD_FAILED',
    message: `"external" in the project file names ${external.join(', ')}. wf installs the versions of a package-lock.json, pnpm-lock.yaml or bun.lock, but ${reason}.`,
    nextSteps: ['npm install --package-lock-only --ignore-scripts'],
  });
}
