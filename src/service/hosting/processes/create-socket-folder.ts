import { randomUUID } from 'node:crypto';
import { chmod, chown, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The folder of the sockets of bundle processes, accessible only to this user. */
export interface SocketFolder {
  /** Returns an unused path. */
  newPath(): Promise<string>;
  /** Creates a folder that only the given user and our own can enter. */
  newFolderOf(user: number): Promise<string>;
  remove(): Promise<void>;
}

/** Creates the folder on first use. Windows uses named pipes, which need no folder. */
export function createSocketFolder(): SocketFolder {
  let folder: Promise<string> | null = null;
  return {
    async newPath() {
      const name = randomUUID().slice(0, 8);
      if (process.platform === 'win32') return pipePath(randomUUID());
      // mkdtemp creates it with mode 0700. A socket's path may have at most about 100 bytes, so names are short.
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

/** Creates the name of a Windows pipe. */
export function pipePath(id: string): string {
  return String.raw`\\.\pipe\wf-${id}`;
}
