/** The Windows behaviour of `node:url`. */
import { fileURLToPath as toPath, pathToFileURL as toUrl } from 'url';

export function fileURLToPath(url: string | URL): string {
  return toPath(url, { windows: true });
}

export function pathToFileURL(path: string): URL {
  return toUrl(path, { windows: true });
}
