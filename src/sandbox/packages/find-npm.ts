import { existsSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

const SCRIPT = join('node_modules', 'npm', 'bin', 'npm-cli.js');

/** Finds the script of npm: the one of this Node, or else the one on the path; `null` if there is none. */
export function findNpm(path: string = process.env['PATH'] ?? ''): string | null {
  const prefix = dirname(process.execPath);
  const own = [join(prefix, '..', 'lib', SCRIPT), join(prefix, SCRIPT)];
  // A cloned repository may bring a program of that name.
  const folders = path.split(delimiter).filter((folder) => folder !== '' && !folder.includes('node_modules'));
  const onPath = folders.flatMap((folder) => [join(folder, SCRIPT), join(folder, 'npm')]);
  return (
    [...own, ...onPath]
      .filter((file) => existsSync(file))
      .map(toReal)
      .find(isScript) ?? null
  );
}

function toReal(file: string): string {
  return realpathSync(file);
}

function isScript(file: string): boolean {
  return file.endsWith('npm-cli.js');
}
