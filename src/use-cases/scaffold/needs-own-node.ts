import { execFile } from 'node:child_process';
import { delimiter, isAbsolute, join, sep } from 'node:path';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';

const NEEDED_MAJOR = 24;

/**
 * Returns whether a project must install Node itself: the machine's own is missing or too old. wf may run on a newer one
 * that is installed as a package, which the project would not find.
 */
export async function needsOwnNode(env: Readonly<Record<string, string | undefined>>): Promise<boolean> {
  const node = findProgram(env['PATH'] ?? env['Path'] ?? '');
  if (node === undefined) return true;
  try {
    const { stdout } = await promisify(execFile)(node, ['--version'], { timeout: 10_000 });
    return Number(/^v(\d+)\./.exec(stdout)?.[1] ?? 0) < NEEDED_MAJOR;
  } catch {
    return true;
  }
}

/** Package managers put the programs of packages in front. */
function findProgram(path: string): string | undefined {
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  return path
    .split(delimiter)
    .filter((folder) => isAbsolute(folder) && !folder.split(sep).includes('node_modules'))
    .map((folder) => join(folder, name))
    .find((file) => existsSync(file));
}
