import { type FSWatcher, readdirSync, watch } from 'node:fs';
import { join, sep } from 'node:path';

export interface WatchFoldersOptions {
  /** The project's folder; watched with all folders below it that may contain sources. */
  readonly root: string;
  /** Called with the changed path: a file or folder, or `node_modules` if packages were installed or removed. */
  readonly onChange: (path: string) => void;
}

export interface FolderWatch extends Disposable {
  /** Watches more folders, for sources outside the project. */
  add(folders: readonly string[]): void;
}

/** Maximum number of watched folders, which the system limits too; projects have far fewer. */
const MAX_FOLDERS = 4000;

/**
 * Reports changes below a project's folder.
 *
 * Watches each folder separately: on Linux, `recursive` would first traverse all of `node_modules`.
 */
export function watchFolders({ root, onChange }: WatchFoldersOptions): FolderWatch {
  const watchers = new Map<string, FSWatcher>();
  let isClosed = false;
  const open = (folder: string, listen: (name: string) => void): void => {
    if (isClosed || watchers.has(folder) || watchers.size >= MAX_FOLDERS) return;
    try {
      const watcher = watch(folder, (_event, name) => listen(name ?? ''));
      watchers.set(folder, watcher);
      // On some systems, removing a folder causes an error.
      watcher.on('error', () => closeTree(folder));
    } catch {
      // The folder has been removed, or the system's limit is reached; a change of the parent lists it again.
    }
  };
  const closeTree = (folder: string): void => {
    for (const [path, watcher] of watchers) {
      if (path !== folder && !path.startsWith(folder + sep)) continue;
      watcher.close();
      watchers.delete(path);
    }
  };
  const openTree = (folder: string): void => {
    const folders = listFolders(folder);
    if (folders === null) return;
    open(folder, (name) => noteChange(join(folder, name), name));
    for (const name of folders) if (!isGenerated(name)) openTree(join(folder, name));
  };
  /** Handles a changed name, which may be a new or replaced folder. */
  const noteChange = (path: string, name: string): void => {
    const packages = join(root, PACKAGES);
    if (isGenerated(name) && path !== packages) return;
    closeTree(path);
    if (path === packages) openPackages();
    else openTree(path);
    onChange(path);
  };
  const openPackages = (): void => {
    const folder = join(root, PACKAGES);
    // Every package manager writes a file here at the end, so scopes and packages need no watching.
    if (listFolders(folder) !== null) open(folder, () => onChange(folder));
  };
  openTree(root);
  openPackages();
  return {
    add: (folders) => {
      for (const folder of folders) open(folder, (name) => onChange(join(folder, name)));
    },
    [Symbol.dispose]: () => {
      isClosed = true;
      for (const watcher of watchers.values()) watcher.close();
    },
  };
}

const PACKAGES = 'node_modules';

/** Lists the folders in a folder; `null` if it is not a folder or does not exist. */
function listFolders(folder: string): readonly string[] | null {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  } catch {
    return null;
  }
}

/** Hidden files belong to tools, except for the environment and our settings, which the author writes. */
function isGenerated(name: string): boolean {
  return name === PACKAGES || (name.startsWith('.') && !/^\.(env|wfrc)/.test(name));
}
