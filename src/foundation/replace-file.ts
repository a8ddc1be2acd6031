import { randomUUID } from 'node:crypto';
import { chmod, rename, rm, writeFile } from 'node:fs/promises';

export interface ReplaceOptions {
  /** Permission bits, whatever the umask is; those of any new file by default. */
  readonly mode?: number;
  /** Whether the contents reach the disk before they replace the file. */
  readonly flush?: boolean;
}

/**
 * Replaces a file atomically: until the new one is complete, readers see the old one. The temporary file has a unique
 * name, since several processes may write at the same time.
 */
export async function replaceFile(
  file: string,
  contents: Uint8Array | string,
  { mode, flush = false }: ReplaceOptions = {},
): Promise<void> {
  const temporary = `${file}.${randomUUID()}.tmp`;
  try {
    await writeFile(temporary, contents, { flag: 'wx', flush, ...(mode !== undefined && { mode }) });
    // The umask may have removed bits; this sets exactly the requested ones.
    if (mode !== undefined) await chmod(temporary, mode);
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
