import { fsync } from 'node:fs';
import { promisify } from 'node:util';

const sync = promisify(fsync);

/** Writes what an open file has to the disk. The handles of Yarn's Plug'n'Play, which replaces `node:fs`, cannot. */
export async function syncHandle({ fd }: { readonly fd: number }): Promise<void> {
  await sync(fd);
}
