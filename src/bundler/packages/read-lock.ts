import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { UserError } from '../../errors/wf-error.ts';
import type { LockGraph } from './lock-graph.ts';
import { readNpmLock } from './read-npm-lock.ts';

const NPM = ['npm-shrinkwrap.json', 'package-lock.json'];
/** Lock files of other package managers. */
const OTHERS: Readonly<Record<string, string>> = {
  'pnpm-lock.yaml': 'pnpm',
  'yarn.lock': 'Yarn',
  'bun.lock': 'Bun',
  'bun.lockb': 'Bun',
};

/**
 * Reads the lock file of a project: its own, or the nearest one above.
 *
 * @throws {WF_BUILD_FAILED} when there is none that wf can read
 */
export async function readLock(root: string, external: readonly string[]): Promise<LockGraph> {
  const names = await readdir(root).catch((): string[] => []);
  const npm = NPM.find((name) => names.includes(name));
  if (npm !== undefined) {
    const file = join(root, npm);
    const lock = readNpmLock(await readFile(file, 'utf8'), file);
    if (lock === null) throw refused(`${file} was written by npm 6 or earlier`, external);
    return lock;
  }
  const other = Object.keys(OTHERS).find((name) => names.includes(name));
  if (other !== undefined) throw refused(`${join(root, other)} was written by ${OTHERS[other]}`, external);
  const parent = dirname(root);
  if (parent === root) throw refused('there is no lock file', external);
  return await readLock(parent, external);
}

function refused(reason: string, external: readonly string[]): UserError {
  return new UserError({
    code: 'WF_BUILD_FAILED',
    message: `"external" in the project file names ${external.join(', ')}. wf installs the versions of a package-lock.json, but ${reason}.`,
    nextSteps: ['npm install --package-lock-only --ignore-scripts'],
  });
}
