import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { ArchiveManifest } from '../../contract/archives/archive.ts';
import { UserError } from '../../foundation/errors/wf-error.ts';
import { MANIFEST_NAME, nameOfArtifact, nameOfPage } from './archive-names.ts';
import { type Archive, readArchive } from './read-archive.ts';

/**
 * Reads a whole archive and checks every file against the manifest.
 *
 * @throws {WF_INVALID_INPUT} when a file is missing, unexpected or different
 */
export async function verifyArchive(archive: Archive): Promise<ArchiveManifest> {
  const { name: file } = archive;
  const hashes = new Map<string, string>();
  let manifest: ArchiveManifest | null = null;
  for await (const { name, bytes } of readArchive(archive)) {
    if (name === MANIFEST_NAME) manifest = parseManifest(file, bytes);
    else hashes.set(name, createHash('sha256').update(bytes).digest('hex'));
  }
  if (manifest === null) throw refused(file, 'it has no manifest, so it is truncated');
  const described = [
    ...manifest.pages.map((page) => [nameOfPage(page), page.sha256] as const),
    ...manifest.artifacts.map(({ sha256 }) => [nameOfArtifact(sha256), sha256] as const),
  ];
  for (const [name, sha256] of described) {
    const found = hashes.get(name);
    if (found === undefined) throw refused(file, `${name} is missing`);
    if (found !== sha256) throw refused(file, `${name} does not match its checksum in the manifest`);
  }
  const names = new Set<string>(described.map(([name]) => name));
  const unexpected = [...hashes.keys()].find((name) => !names.has(name));
  if (unexpected !== undefined) throw refused(file, `${unexpected} is not in its manifest`);
  return manifest;
}

/** Computes the SHA-256 of a file. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer); // a stream without encoding gives buffers
  return hash.digest('hex');
}

function parseManifest(file: string, bytes: Uint8Array): ArchiveManifest {
  try {
    return ArchiveManifest.parse(JSON.parse(new TextDecoder().decode(bytes)));
  } catch (cause) {
    throw refused(file, 'this version of wf does not know its manifest format', cause);
  }
}

function refused(file: string, what: string, cause?: unknown): UserError {
  return new UserError({ code: 'WF_INVALID_INPUT', message: `Cannot import ${file}: ${what}.`, cause });
}
