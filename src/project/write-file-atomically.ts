import { randomUUID } from 'node:crypto';
import { chmod, mkdir, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Writes a small file atomically: until it is complete, readers see the old text, even after a crash. Keeps a symbolic
 * link.
 *
 * @param mode - permission bits of the file; its folder is created for the user only
 */
export async function writeFileAtomically(file: string, text: string, mode: number): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const target = await realpath(file).catch(() => file);
  const temporary = `${target}.${randomUUID()}.tmp`;
  try {
    await writeTemporary(temporary, text, mode);
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

async function writeTemporary(temporary: string, text: string, mode: number): Promise<void> {
  await writeFile(temporary, text, { flag: 'wx', mode, flush: true });
  // The umask may have removed bits; this sets exactly the requested ones.
  await chmod(temporary, mode);
}
