import { lstat, mkdir, readFile, rm } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
import {
  type BundlePart,
  CODE_PART,
  parsePartsDocument,
  PACKAGES_PART,
} from '../../../contract/deployments/bundle-parts.ts';
import { hasCode } from '../../../foundation/errors/wf-error.ts';
import { READ_ITSELF } from '../../../foundation/read-itself.ts';
import { replaceFile } from '../../../foundation/replace-file.ts';
import { hashBytes } from '../../../http/create-slices.ts';
import { HostingFailure } from '../hosting-failure.ts';

interface CacheArtifactOptions {
  readonly folder: string;
  readonly sha256: string;
  readonly readArtifact: (sha256: string) => Promise<Uint8Array | null>;
}

export interface CachedArtifact {
  readonly code: string;
  /** Folder of the code and of the files that it carries; `null`: it carries none. */
  readonly folder: string | null;
  /** Absolute path of the list of packages that it imports; `null`: none. */
  readonly packages: string | null;
}

/**
 * Writes a bundle to `<folder>/<sha256>.mjs`, or its parts below `<folder>/<sha256>/`, where a process can import it. An
 * existing file is used only when its hash is right: one truncated by a crash or changed by hand is replaced, and so is
 * a link, which would lead elsewhere.
 */
export async function cacheArtifact({ folder, sha256, readArtifact }: CacheArtifactOptions): Promise<CachedArtifact> {
  const code = join(folder, `${sha256}.mjs`);
  if ((await readHash(code)) === sha256) return { code, folder: null, packages: null };
  const list = join(folder, `${sha256}.json`);
  const isListed = (await readHash(list)) === sha256;
  const bytes = isListed ? await readFile(list, { flag: READ_ITSELF }) : await readStored(sha256, readArtifact);
  const parts = readParts(sha256, bytes);
  if (parts === null) {
    await writePrivately(code, bytes);
    return { code, folder: null, packages: null };
  }
  const own = join(folder, sha256);
  for (const path of foldersOf(parts)) await removeLink(join(own, path));
  for (const part of parts) {
    const file = join(own, part.path);
    if ((await readHash(file)) !== part.sha256) await writePrivately(file, await readStored(part.sha256, readArtifact));
  }
  await writePrivately(list, bytes);
  const hasPackages = parts.some(({ path }) => path === PACKAGES_PART);
  return { code: join(own, CODE_PART), folder: own, packages: hasPackages ? join(own, PACKAGES_PART) : null };
}

function readParts(sha256: string, bytes: Uint8Array): readonly BundlePart[] | null {
  try {
    return parsePartsDocument(bytes);
  } catch (cause) {
    throw new HostingFailure(502, `The stored bundle ${sha256} is damaged: its list of parts is invalid.`, { cause });
  }
}

async function readStored(sha256: string, readArtifact: CacheArtifactOptions['readArtifact']): Promise<Uint8Array> {
  const bytes = await readArtifact(sha256);
  if (bytes === null) throw new HostingFailure(502, `The bundle ${sha256} of this deployment is not stored.`);
  if ((await hashBytes(bytes)) === sha256) return bytes;
  throw new HostingFailure(502, `The stored bundle ${sha256} is damaged: its hash differs.`);
}

/** Lists the folders of parts, the outer ones first. */
function foldersOf(parts: readonly BundlePart[]): string[] {
  const folders = new Set(['.']);
  for (const { path } of parts)
    for (let at = posix.dirname(path); !folders.has(at); at = posix.dirname(at)) folders.add(at);
  return [...folders].toSorted((one, other) => one.length - other.length);
}

async function removeLink(path: string): Promise<void> {
  const found = await lstat(path).catch(() => null);
  if (found?.isSymbolicLink() === true) await rm(path);
}

async function writePrivately(file: string, bytes: Uint8Array): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await replaceFile(file, bytes, { mode: 0o600 });
}

async function readHash(file: string): Promise<string | null> {
  try {
    return await hashBytes(await readFile(file, { flag: READ_ITSELF }));
  } catch (error) {
    // The last one is a link's.
    if (['ENOENT', 'ELOOP'].some((code) => hasCode(error, code))) return null;
    throw error;
  }
}
