import { pathToFileURL } from 'node:url';

/**
 * Removes the places of folders from a text for others: what is in them is named relative to them. Callers of a service
 * learn from a failure what happened, and not where its data and its code are.
 *
 * @param folders - absolute paths
 */
export function hideFolders(text: string, folders: readonly string[]): string {
  // The root of the file system names no place.
  const named = folders.filter((folder) => /[^\\/]/.test(folder));
  const longestFirst = named.toSorted((one, other) => other.length - one.length);
  return longestFirst.reduce((shown, folder) => shown.replace(toPattern(folder), relative), text);
}

function toPattern(folder: string): RegExp {
  const path = folder.replace(/[\\/]+$/, '');
  const forms = [pathToFileURL(path).href, path].map((form) => form.replace(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`));
  // `/data` is neither in `/database` nor in `/old/data`.
  return new RegExp(String.raw`(?<![\w.\-/])(?:${forms.join('|')})(?:([\\/])|(?![\w.\-]))`, 'g');
}

function relative(_: string, separator: string | undefined): string {
  return separator === undefined ? '.' : '';
}
