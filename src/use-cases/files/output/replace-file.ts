import { randomUUID } from 'node:crypto';
import { rmSync, type Stats } from 'node:fs';
import { access, constants, open, rename, rm } from 'node:fs/promises';
import { syncHandle } from './sync-handle.ts';
import type { Sink } from './sink.ts';
import { writeToDescriptor } from './write-to-descriptor.ts';

/**
 * Opens a temporary file that replaces a regular file once it is complete and on the disk. Keeps the permission bits of
 * the old file, and its owner where this user may.
 *
 * @param old - the file as it is; `null`: there is none
 */
export async function replaceFile(path: string, old: Stats | null, mode: number): Promise<Sink> {
  // The temporary file needs only the folder's permission, so ask for the file's, too.
  if (old !== null) await access(path, constants.W_OK);
  const unfinished = `${path}.${randomUUID().slice(0, 8)}.part`;
  const handle = await open(unfinished, 'wx', mode);
  const remove = () => rmSync(unfinished, { force: true });
  // Ctrl-C ends the process without unwinding.
  process.once('exit', remove);
  let isOpen = true;
  const close = async () => {
    isOpen = false;
    await handle.close();
  };
  return {
    write: writeToDescriptor(handle.fd),
    finish: async () => {
      if (old !== null) {
        if (old.uid !== process.getuid?.() || old.gid !== process.getgid?.())
          await handle.chown(old.uid, old.gid).catch(() => undefined);
        await handle.chmod(old.mode & 0o7777);
      }
      await syncHandle(handle);
      await rename(unfinished, path);
      process.off('exit', remove);
      await close();
    },
    discard: async () => {
      if (!isOpen) return;
      await close().catch(() => undefined);
      await rm(unfinished, { force: true });
      // Not before: the process may exit while the file is being closed.
      process.off('exit', remove);
    },
  };
}
