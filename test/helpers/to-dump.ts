import { fileURLToPath } from 'node:url';

/** Writes a value as the text of a stored dump: JSON that a reviewer can read line by line. */
export function toDump(value: unknown): string {
  return `${JSON.stringify(value, null, 1)}\n`;
}

/** The path of a stored dump. `npm run dumps` writes all of them anew. */
export function dumpFile(name: string): string {
  return fileURLToPath(new URL(`../fixtures/interface/${name}.json`, import.meta.url));
}
