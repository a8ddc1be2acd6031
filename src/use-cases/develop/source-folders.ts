import { join } from 'node:path';

export interface SourceFolders {
  /** Holds a folder for each version that is loaded. */
  readonly versions: string;
  /** The SDK as modules, which every version imports. */
  readonly sdk: string;
  /** The module that loads what the last version imported ahead of the next. */
  readonly preload: string;
}

/** Names where `wf dev` keeps what it makes of a project's sources. */
export function sourceFolders(dataDir: string): SourceFolders {
  const versions = join(dataDir, 'dev');
  return { versions, sdk: join(versions, 'sdk'), preload: join(versions, 'preload.mjs') };
}
