import { join } from 'node:path';

/** Makes the folder of a project's versions and names the module that loads their packages ahead. */
export function sourceFolders(dataDir: string): { readonly versions: string; readonly preload: string } {
  const versions = join(dataDir, 'dev');
  return { versions, preload: join(versions, 'preload.mjs') };
}
