import { enableCompileCache } from 'node:module';
import { openCacheFolder } from '../../project/cache-folder.ts';

/**
 * Caches compiled code between runs, in a folder of the user's cache that only the user can write to. Without such a
 * folder, every run compiles anew.
 */
export function cacheCompiledCode(): void {
  const folder = openCacheFolder('compiled');
  if (folder !== null) enableCompileCache(folder);
}
