import { join } from 'node:path';

export interface SourceFolders {
  /** Contains a folder for each loaded version. */
  readonly versions: string;
  /** The SDK's modules, which every version imports. */
  readonly sdk: string;
  /** Contains the files that the last version carries. */
  readonly carried: string;
  /** Module that preloads the last version's packages for the next. */
  readonly preload: string;
}

/** Returns the folders for the generated files of `wf dev`. */
export function sourceFolders(dataDir: string): SourceFolders {
  const versions = join(dataDir, 'dev');
  return {
    versions,
    sdk: join(versions, 'sdk'),
    carried: join(versions, 'carried'),
    preload: join(versions, 'preload.mjs'),
  };
}
