import { randomUUID } from 'node:crypto';
import { chmod, chown, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HostingFailure } from '../hosting-failure.ts';

export type SocketFolder = ReturnType<typeof createSocketFolder>;

/**
 * Creates, on first use, the folder of bundle processes' folders, accessible only to their users and to ours. Windows uses
 * named pipes, which need no folder.
 */
export function createSocketFolder() {
  let root: Promise<string> | null = null;
  let isRemoved = false;
  const unfinished = new Set<Promise<string>>();
  const create = async (user: number | null): Promise<string> => {
    // mkdtemp creates it with mode 0700. A socket's path may have at most about 100 bytes, so names are short.
    root ??= mkdtemp(join(tmpdir(), 'wf-'));
    const folder = join(await root, randomUUID().slice(0, 8));
    await mkdir(folder, { mode: 0o700 });
    if (user === null) return folder;
    await chown(folder, user, user);
    // The other user may pass through this folder, but not list it.
    await chmod(await root, 0o711);
    return folder;
  };
  /** Creates a folder that only the given user and our own can enter. */
  const newFolder = async (user: number | null): Promise<string> => {
    if (isRemoved) throw new HostingFailure(503, 'The service is stopping.');
    const creating = create(user);
    unfinished.add(creating);
    return await creating.finally(() => unfinished.delete(creating));
  };
  return {
    newFolder,
    /** Creates a folder for one process and names a socket in it. @param user - owner; `null`: our own */
    async newSocket(user: number | null) {
      if (process.platform === 'win32') return { socketPath: pipePath(randomUUID()), socketFolder: null };
      const socketFolder = await newFolder(user);
      return { socketPath: join(socketFolder, 's'), socketFolder };
    },
    /** Removes it when the folders that are being created exist; no further one is created. */
    async remove() {
      isRemoved = true;
      // A folder that appears while its parent is removed makes that fail.
      await Promise.allSettled(unfinished);
      if (root !== null) await rm(await root, { recursive: true, force: true });
    },
  };
}

export function pipePath(id: string): string {
  return String.raw`\\.\pipe\wf-${id}`;
}
