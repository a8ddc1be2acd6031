import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';

/** What Yarn's Plug'n'Play writes instead of `node_modules`. esbuild follows it for every module of a build. */
export interface PackageMap {
  readonly file: string;
  /** Whether the project is one of the map's own. Another one in that folder has `node_modules`, or a map that is missing. */
  readonly isOwn: boolean;
}

const MAP = '.pnp.cjs';
/** Has the map's data, unless that is in the map itself. */
const DATA = '.pnp.data.json';

/**
 * Finds the map of packages in a project's folder or above; `null`: there is none.
 *
 * @param root - real path of the project
 */
export async function findPackageMap(root: string): Promise<PackageMap | null> {
  const home = findAbove(root, MAP);
  if (home === null) return null;
  const file = join(home, MAP);
  const located = relative(home, findAbove(root, 'package.json') ?? home).split(sep);
  const texts = await Promise.all(
    [DATA, MAP].map(async (name) => await readFile(join(home, name), 'utf8').catch(() => '')),
  );
  return { file, isOwn: texts.some((text) => lists(text, located.join('/'))) };
}

function findAbove(folder: string, name: string): string | null {
  if (existsSync(join(folder, name))) return folder;
  const parent = dirname(folder);
  return parent === folder ? null : findAbove(parent, name);
}

/** The map is a program of its project: its text is searched, and nothing of it runs. */
function lists(text: string, folder: string): boolean {
  const location = JSON.stringify(folder === '' ? './' : `./${folder}/`);
  return text.includes(`"packageLocation": ${location}`) || text.includes(`"packageLocation":${location}`);
}
