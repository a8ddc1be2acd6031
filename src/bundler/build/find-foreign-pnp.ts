import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

const MAP = '.pnp.cjs';

/**
 * Finds the map of packages of a Yarn project around this one; `null`: there is none, or this project has its own.
 * esbuild follows it for every file in its folder, also where `node_modules` has the package.
 */
export function findForeignPnp(root: string): string | null {
  if (existsSync(join(root, MAP))) return null;
  for (let folder = dirname(root); ; folder = dirname(folder)) {
    if (existsSync(join(folder, MAP))) return join(folder, MAP);
    if (folder === dirname(folder)) return null;
  }
}
