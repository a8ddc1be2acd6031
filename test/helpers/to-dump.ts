import { fileURLToPath } from 'node:url';

/** Formats a value as a stored dump: JSON that can be reviewed line by line. */
export function toDump(value: unknown): string {
  return `${JSON.stringify(value, null, 1)}\n`;
}

/** The path of a stored dump. `npm run dumps` rewrites all of them. */
export function dumpFile(name: string): string {
  return fileURLToPath(new URL(`../fixtures/interface/${name}.json`, import.meta.url));
}
