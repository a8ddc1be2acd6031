import { enableCompileCache } from 'node:module';
import { openCacheFolder } from '../../project/cache-folder.ts';

/**
 * Keeps compiled code between runs, in a folder of the user's cache that nobody else can write to. Without such a folder
 * every run compiles anew.
 */
export function cacheCompiledCode(): void {
  const folder = openCacheFolder('compiled');
  if (folder !== null) enableCompileCache(folder);
}
