import { existsSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, sep } from 'node:path';

/** Returns the folder of the package that a file belongs to. */
export function packageFolderOf(file: string): string {
  const folder = dirname(file);
  return folder === file || existsSync(join(folder, 'package.json')) ? folder : packageFolderOf(folder);
}

/** Returns the folder of the installed package that a file belongs to: parts of a package may have a `package.json`, too. */
export function installedFolderOf(file: string): string {
  return /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(file)?.[0] ?? packageFolderOf(file);
}

/** Returns whether a file is in a folder, at any depth. */
export function isInside(folder: string, file: string): boolean {
  const path = relative(folder, file);
  return path !== '..' && !path.startsWith(`..${sep}`) && !isAbsolute(path);
}
