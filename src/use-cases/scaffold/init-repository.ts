import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Creates a git repository in a folder that is in none. A missing git is no failure: the project is complete without it.
 *
 * @returns whether it created one
 */
export async function initRepository(dir: string): Promise<boolean> {
  const isInside = await run('git', ['rev-parse', '--is-inside-work-tree'], { cwd: dir }).then(
    () => true,
    () => false,
  );
  if (isInside) return false;
  return await run('git', ['init', '--quiet'], { cwd: dir }).then(
    () => true,
    () => false,
  );
}
