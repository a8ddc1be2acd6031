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
 * Puts a bundle where a process can import it: `<folder>/<sha256>.mjs`. What lies there already is taken only when its
 * hash is right, so a file cut short by a crash or changed by hand is written anew.
 *
 * @returns the path of the file
 */
export async function cacheArtifact({ folder, sha256, readArtifact }: CacheArtifactOptions): Promise<string> {
  const file = join(folder, `${sha256}.mjs`);
  if ((await readHash(file)) === sha256) return file;
  const bytes = await readArtifact(sha256);
  if (bytes === null) throw new HostingFailure(502, `The bundle ${sha256} of this deployment is not stored.`);
  if (hashOf(bytes) !== sha256) {
    throw new HostingFailure(502, `The stored bundle ${sha256} is damaged: its content has another hash.`);
  }
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const draft = join(folder, `${sha256}.${randomUUID()}.draft`);
  await writeFile(draft, bytes, { mode: 0o600 });
  await rename(draft, file);
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
