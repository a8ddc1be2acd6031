import { chmodSync, chownSync, constants, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { lstat, opendir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, relative, sep } from 'node:path';
import { WORKING_FILES, WORKING_FOLDER } from '../foundation/sizes.ts';

/** Folder that the operating system gives a program for itself: its home, and for what is temporary. */
export const OWN_FOLDER = '/tmp';
/** Folder in {@link OWN_FOLDER} in which a program starts. A path that begins with `../` leads to its own folder, too. */
export const WORKING_NAME = 'work';

/** Options of the mount of {@link OWN_FOLDER}, in memory. @source tmpfs(5) */
export const WORKING_FOLDER_OPTIONS = `size=${WORKING_FOLDER.most},nr_inodes=${WORKING_FILES.most},mode=700,nosuid,nodev,noexec`;

/** A folder for one program where no operating system creates it: the program's own, and removed with it. */
export interface WorkingFolder {
  /** Home of the program, and for what is temporary. */
  readonly root: string;
  /** Folder in which it starts. */
  readonly cwd: string;
  /** Calls back once when the program has stored more there than it may. */
  watch(onExceeded: () => void): void;
  /** Whether it has. */
  readonly hasExceeded: boolean;
  remove(): void;
}

interface CreateWorkingFolderOptions {
  /** Whose it is; `null`: this process's user. */
  readonly user: number | null;
  /** Files and folders to show there, by their names. */
  readonly linked: readonly string[];
}

/** Opens a folder that stays when its program ends, as in development. */
export function openWorkingFolder(root: string): WorkingFolder {
  const nothing = () => undefined;
  return { root, cwd: join(root, WORKING_NAME), watch: nothing, hasExceeded: false, remove: nothing };
}

const EVERY_MS = 1000;

/** Creates a folder below that for temporary files, which other users cannot enter. */
export function createWorkingFolder({ user, linked }: CreateWorkingFolderOptions): WorkingFolder {
  const outer = mkdtempSync(join(tmpdir(), 'wf-'));
  const root = join(outer, 'own');
  const cwd = join(root, WORKING_NAME);
  mkdirSync(cwd, { mode: 0o700, recursive: true });
  for (const path of linked) showIn(cwd, path, user);
  if (user !== null) {
    chmodSync(outer, 0o711);
    for (const folder of [root, cwd]) chownSync(folder, user, user);
  }
  let timer: NodeJS.Timeout | undefined;
  let hasExceeded = false;
  return {
    root,
    cwd,
    watch(onExceeded) {
      const look = async (): Promise<void> => {
        if (hasExceeded || !(await isOver(root, cwd, new Set(linked.map((path) => basename(path)))))) return;
        hasExceeded = true;
        onExceeded();
      };
      timer = setInterval(() => void look(), EVERY_MS).unref();
    },
    get hasExceeded() {
      return hasExceeded;
    },
    remove() {
      clearInterval(timer);
      // Nobody can replace a folder by a link any more, which would be followed.
      chmodSync(outer, 0o700);
      rmSync(outer, { recursive: true, force: true });
    },
  };
}

/** Another user can write through no link to what is not its own. Our own user could, where only Node holds it: it gets a copy. */
function showIn(cwd: string, path: string, user: number | null): void {
  const place = join(cwd, basename(path));
  if (user === null) cpSync(path, place, { recursive: true, dereference: true, mode: constants.COPYFILE_FICLONE });
  else symlinkSync(path, place);
}

/**
 * Stops at the first file too many: a program may write more than can be counted.
 *
 * @param shown - names in the working folder that are not counted
 */
async function isOver(root: string, cwd: string, shown: ReadonlySet<string>): Promise<boolean> {
  let files = 0;
  let bytes = 0;
  try {
    for await (const entry of await opendir(root, { recursive: true })) {
      const path = join(entry.parentPath, entry.name);
      if (shown.has(relative(cwd, path).split(sep)[0] ?? '')) continue;
      files += 1;
      if (entry.isFile()) bytes += (await lstat(path).catch(() => null))?.size ?? 0;
      if (files > WORKING_FILES.most || bytes > WORKING_FOLDER.most) return true;
    }
  } catch {
    // It changes while it is read; the next look counts it.
  }
  return false;
}
