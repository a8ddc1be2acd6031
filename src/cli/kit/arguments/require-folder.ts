import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { usageError } from '../../../foundation/errors/wf-error.ts';

/**
 * Requires that a folder that was typed exists: the project above it is not what its user means.
 *
 * @returns the folder, as typed
 * @throws {WF_USAGE} when there is none
 */
export function requireFolder(cwd: string, typed: string): string {
  const found = statSync(resolve(cwd, typed), { throwIfNoEntry: false });
  if (found?.isDirectory() === true) return typed;
  const what = found === undefined ? 'does not exist' : 'is not a folder';
  throw usageError(`${typed} ${what}: name the folder of a project, or none for the one here.`);
}
