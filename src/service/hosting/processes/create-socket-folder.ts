import { randomUUID } from 'node:crypto';
import { chmod, chown, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The folder of the sockets of bundles' processes, which only this user can enter. */
export interface SocketFolder {
  /** Returns a path that nothing listens on yet. */
  newPath(): Promise<string>;
  /** Creates a folder that only this user and our own can enter. */
  newFolderOf(user: number): Promise<string>;
  remove(): Promise<void>;
}

/** Creates the folder for the first path. Windows uses named pipes, which need no folder. */
export function createSocketFolder(): SocketFolder {
  let folder: Promise<string> | null = null;
  return {
    async newPath() {
      const name = randomUUID().slice(0, 8);
      if (process.platform === 'win32') return pipePath(randomUUID());
      // mkdtemp makes it with mode 0700. A socket's path may be no longer than about 100 bytes, so names are short.
      folder ??= mkdtemp(join(tmpdir(), 'wf-'));
      return join(await folder, `${name}.sock`);
    },
    async newFolderOf(user) {
      folder ??= mkdtemp(join(tmpdir(), 'wf-'));
      const own = join(await folder, randomUUID().slice(0, 8));
      await mkdir(own, { mode: 0o700 });
      await chown(own, user, user);
      // The other user may pass through this folder, but not list it.
      await chmod(await folder, 0o711);
      return own;
    },
    async remove() {
      if (folder !== null) await rm(await folder, { recursive: true, force: true });
    },
  };
}

/** Names a pipe of Windows. */
export function pipePath(id: string): string {
  return String.raw`\\.\pipe\wf-${id}`;
}
