import { readdirSync } from 'node:fs';
import { join, sep } from 'node:path';

/** A command's words, as in `variants list`, and its file. */
export interface CommandFile {
  readonly id: string;
  readonly file: string;
}

/** Finds the commands below a folder: `variants/list.ts` is `variants list`, `env/index.ts` is `env`. */
export function listCommands(folder: string): CommandFile[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts'))
    .toSorted()
    .map((path) => ({ id: toId(path), file: join(folder, path) }));
}

function toId(path: string): string {
  return path
    .slice(0, -'.ts'.length)
    .split(sep)
    .filter((word, index, words) => word !== 'index' || index < words.length - 1)
    .join(' ');
}
