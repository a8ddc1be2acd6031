import { readFile, realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** A copy of zod on disk. */
export interface InstalledZod {
  /** Its real folder, which identifies the copy. */
  readonly folder: string;
  readonly version: string;
}

/** Finds the zod that modules in a folder import, as Node resolves it. */
export async function findInstalledZod(folder: string): Promise<InstalledZod | null> {
  const candidate = join(folder, 'node_modules', 'zod');
  const text = basename(folder) === 'node_modules' ? null : await readPackage(candidate);
  if (text !== null) {
    // Every installed package.json has a version; an unreadable one fails the build.
    const { version } = JSON.parse(text) as { version: string };
    return { folder: await realpath(candidate), version };
  }
  const parent = dirname(folder);
  return parent === folder ? null : await findInstalledZod(parent);
}

async function readPackage(folder: string): Promise<string | null> {
  return await readFile(join(folder, 'package.json'), 'utf8').catch(() => null);
}

/** Returns whether one version can replace another: same major version, and not older. */
export function canReplace(version: string, wanted: string): boolean {
  const [own, other] = [version, wanted].map((text) => text.split('.').map((part) => Number.parseInt(part, 10)));
  if (own === undefined || other === undefined || own[0] !== other[0]) return false;
  const firstDifference = own.findIndex((part, index) => part !== other[index]);
  return firstDifference === -1 || (own[firstDifference] ?? 0) > (other[firstDifference] ?? 0);
}
