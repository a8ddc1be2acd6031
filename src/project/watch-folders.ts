import { type FSWatcher, readdirSync, watch } from 'node:fs';
import { join, sep } from 'node:path';

export interface WatchFoldersOptions {
  /** The project's folder: watched with all folders below it that may hold sources. */
  readonly root: string;
  /** Told the path that changed: a file or folder, or `node_modules` when packages were installed or removed. */
  readonly onChange: (path: string) => void;
}

export interface FolderWatch extends Disposable {
  /** Watches more folders, for sources outside the project. */
  add(folders: readonly string[]): void;
}

/** More folders than a project of sources has; a system can only watch so many. */
const MOST_FOLDERS = 4000;

/**
 * Tells when something below a project's folder changes.
 *
 * Folder by folder, not by `recursive`: on Linux that walks through all of `node_modules` first.
 */
export function watchFolders({ root, onChange }: WatchFoldersOptions): FolderWatch {
  const watchers = new Map<string, FSWatcher>();
  let isClosed = false;
  const open = (folder: string, listen: (name: string) => void): void => {
    if (isClosed || watchers.has(folder) || watchers.size >= MOST_FOLDERS) return;
    try {
      const watcher = watch(folder, (_event, name) => listen(name ?? ''));
      watchers.set(folder, watcher);
      // A folder that was removed says so by an error on some systems.
      watcher.on('error', () => closeTree(folder));
    } catch {
      // Gone since it was listed, or the system watches no more; a change above lists it again.
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
  /** A name may mean a folder that is new, or another than before. */
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
    // Every package manager writes a file here when it is done; scopes and packages below need no watching.
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

/** The folders in a folder; `null` when it is none, or gone. */
function listFolders(folder: string): readonly string[] | null {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  } catch {
    return null;
  }
}

/** Hidden folders are tools' own; of hidden files, the author writes the environment and our settings. */
function isGenerated(name: string): boolean {
  return name === PACKAGES || (name.startsWith('.') && !/^\.(env|wfrc)/.test(name));
}
