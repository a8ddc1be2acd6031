import { existsSync } from 'node:fs';
import { join } from 'node:path';

const FOLDERS = new RegExp(String.raw`^(.+?)(?:[\\/]lib)?[\\/]node_modules[\\/]npm[\\/]bin[\\/]npm-cli\.js$`);

/**
 * Finds the machine's settings of npm, which may name a proxy or an authority. npm looks for them next to the Node that runs
 * it, which need not be the one that it came with.
 *
 * @param npm - its script
 * @returns the variable that names them, unless one does already
 */
export function findNpmSettings(npm: string, variables: NodeJS.ProcessEnv = process.env): Record<string, string> {
  const [, prefix] = FOLDERS.exec(npm) ?? [];
  const isNamed = Object.keys(variables).some((name) => name.toLowerCase() === 'npm_config_globalconfig');
  if (prefix === undefined || isNamed) return {};
  const file = join(prefix, 'etc', 'npmrc');
  return existsSync(file) ? { npm_config_globalconfig: file } : {};
}
