import { globSync } from 'node:fs';

let known: readonly string[] | undefined;

/** Whether a name, as in `reach` or `jobs/judges`, is that of exactly one file of tests, with as many of its folders as it needs. */
export function isOneTest(name: string): boolean {
  known ??= globSync('test/**/*.test.{ts,tsx}', { exclude: ['**/node_modules/**'] }).map(
    (file) => `/${file.replaceAll('\\', '/').replace(/\.test\.tsx?$/, '')}`,
  );
  return known.filter((each) => each.endsWith(`/${name}`)).length === 1;
}
