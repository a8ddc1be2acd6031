import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { HostingFailure } from '../hosting-failure.ts';

export interface CacheArtifactOptions {
  readonly folder: string;
  readonly sha256: string;
  readonly readArtifact: (sha256: string) => Promise<Uint8Array | null>;
}

/**
 * Writes a bundle to `<folder>/<sha256>.mjs`, where a process can import it. An existing file is used only when its hash
 * is right: one truncated by a crash or changed by hand is replaced.
 *
 * @returns the path of the file
 */
export async function cacheArtifact({ folder, sha256, readArtifact }: CacheArtifactOptions): Promise<string> {
  const file = join(folder, `${sha256}.mjs`);
  if ((await readHash(file)) === sha256) return file;
  const bytes = await readArtifact(sha256);
  if (bytes === null) throw new HostingFailure(502, `The bundle ${sha256} of this deployment is not stored.`);
  if (hashOf(bytes) !== sha256) {
    throw new HostingFailure(502, `The stored bundle ${sha256} is damaged: its hash differs.`);
  }
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const temporary = join(folder, `${sha256}.${randomUUID()}.tmp`);
  await writeFile(temporary, bytes, { mode: 0o600 });
  await rename(temporary, file);
  return file;
}

async function readHash(file: string): Promise<string | null> {
  try {
    return hashOf(await readFile(file));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
