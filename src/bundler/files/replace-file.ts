import { randomUUID } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';

/**
 * Puts a file in the place of another, whole. The draft has a name of its own: several builds of a project may run at
 * the same time.
 */
export async function replaceFile(file: string, contents: Uint8Array | string): Promise<void> {
  const draft = `${file}.${randomUUID()}.tmp`;
  try {
    await writeFile(draft, contents);
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
