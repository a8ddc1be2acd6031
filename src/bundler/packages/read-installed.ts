import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Reads which package a folder has, as in `sharp@0.34.4`. */
export function readInstalled(folder: string, name: string): string {
  // A package manager has installed it.
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    name?: string;
    version?: string;
  };
  return `${manifest.name ?? name}@${manifest.version ?? ''}`;
}
