import { randomUUID } from 'node:crypto';
import { mkdir, open, realpath, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Writes a small file whole or not at all: whoever reads it meanwhile sees the old text, also after a crash. A symbolic
 * link stays one.
 *
 * @param mode - permission bits of the file; its folder is made for the user alone
 */
export async function writeFileAtomically(file: string, text: string, mode: number): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const target = await realpath(file).catch(() => file);
  const draft = `${target}.${randomUUID()}.tmp`;
  try {
    await writeDraft(draft, text, mode);
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

async function writeDraft(draft: string, text: string, mode: number): Promise<void> {
  await using handle = await open(draft, 'wx', mode);
  // The umask may have taken bits away; this gives exactly what was asked for.
  await handle.chmod(mode);
  await handle.writeFile(text);
  await handle.sync();
}
