import { randomUUID } from 'node:crypto';
import { chmod, chown, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HostingFailure } from '../hosting-failure.ts';
import { openListeningSocket } from './listening-socket.ts';

export type SocketFolder = ReturnType<typeof createSocketFolder>;

/**
 * Creates, on first use, the folder of bundle processes' folders, which only the service may change. Windows uses named
 * pipes, which need no folder.
 */
export function createSocketFolder() {
  let root: Promise<string> | null = null;
  let isRemoved = false;
  const unfinished = new Set<Promise<unknown>>();
  const create = async (user: number | null): Promise<string> => {
    // mkdtemp creates it with mode 0700. A socket's path may have at most about 100 bytes, so names are short.
    root ??= mkdtemp(join(tmpdir(), 'wf-'));
    const folder = join(await root, randomUUID().slice(0, 8));
    await mkdir(folder, { mode: 0o700 });
    if (user === null) return folder;
    // The other user may pass through these folders, but neither list nor change them.
    await giveToGroup(folder, user, 0o710);
    await chmod(await root, 0o711);
    return folder;
  };
  /** Creates a folder that only the given user and our own can enter, and only ours can change. */
  const newFolder = async (user: number | null): Promise<string> => {
    if (isRemoved) throw new HostingFailure(503, 'The service is stopping.');
    const creating = create(user);
    unfinished.add(creating);
    return await creating.finally(() => unfinished.delete(creating));
  };
  return {
    newFolder,
    /** Names a socket, or a named pipe, which a process of our own user creates. */
    async newSocketPath() {
      return process.platform === 'win32' ? pipePath(randomUUID()) : join(await newFolder(null), 's');
    },
    /** Creates a folder for one process, and a socket there which it inherits. @param user - whose process it is; `null`: our own */
    async newSocket(user: number | null) {
      if (process.platform === 'win32')
        return { socketPath: pipePath(randomUUID()), socketFolder: null, listening: null };
      const socketFolder = await newFolder(user);
      const socketPath = join(socketFolder, 's');
      const listening = await openListeningSocket(socketPath).catch(async (error: unknown) => {
        await rm(socketFolder, { recursive: true, force: true });
        throw error;
      });
      return { socketPath, socketFolder, listening };
    },
    /** Removes folders of a process that has ended. */
    async removeFolders(folders: readonly string[]) {
      const removing = Promise.all(folders.map(async (folder) => await rm(folder, { recursive: true, force: true })));
      unfinished.add(removing);
      // What cannot be removed now is removed with the folder around it.
      await Promise.allSettled([removing]).finally(() => unfinished.delete(removing));
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

/** Lets a user's group use what stays the service's own. @param user - also the number of the group */
export async function giveToGroup(path: string, user: number, mode: number): Promise<void> {
  await chown(path, process.getuid?.() ?? 0, user);
  await chmod(path, mode);
}

export function pipePath(id: string): string {
  return String.raw`\\.\pipe\wf-${id}`;
}
