import { randomUUID } from 'node:crypto';
import { fsync, rmSync, type Stats, write } from 'node:fs';
import { access, constants, open, rename, rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { hasCode } from '../../../foundation/errors/wf-error.ts';

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

/** Where the bytes of a result go. */
export interface Sink {
  write(bytes: Uint8Array): Promise<void>;
  /** Completes the output: afterwards, all of it is there. */
  finish(): Promise<void>;
  /** Discards incomplete output. Does nothing after `finish`. */
  discard(): Promise<void>;
}

const writeSome = promisify(write);
const RETRY_MS = 2;

/** Creates the write of a descriptor, which may be a full pipe that does not block. */
export function writeToDescriptor(descriptor: number): (bytes: Uint8Array) => Promise<void> {
  return async (bytes) => {
    for (let at = 0; at < bytes.length;) {
      try {
        at += (await writeSome(descriptor, bytes, at)).bytesWritten;
      } catch (error) {
        if (!hasCode(error, 'EAGAIN')) throw error;
        await sleep(RETRY_MS);
      }
    }
  };
}

const sync = promisify(fsync);

/** Writes what an open file has to the disk. The handles of Yarn's Plug'n'Play, which replaces `node:fs`, cannot. */
export async function syncHandle({ fd }: { readonly fd: number }): Promise<void> {
  await sync(fd);
}
