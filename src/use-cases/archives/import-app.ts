import type { ImportReport } from '../../contract/archives/archive-results.ts';
import type { Client } from '../../client/create-client.ts';
import { ArchiveManifest } from '../../contract/archives/archive.ts';
import { MANIFEST_NAME, nameOfArtifact, nameOfPage } from './archive-names.ts';
import { type Archive, readArchive } from './read-archive.ts';
import { describeManifest } from './export-app.ts';
import { type SpooledSource, spoolSource } from '../files/spool-source.ts';
import type { TextSource } from '../files/read-text-source.ts';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { UserError } from '../../foundation/errors/wf-error.ts';

export interface ImportAppOptions extends Omit<TextSource, 'source'> {
  /** Opens the client after the archive has been verified. */
  readonly openClient: () => Promise<Client>;
  /** Path of the archive, or `-` for standard input. */
  readonly file: string;
  /** Whether to only verify the archive. */
  readonly plan: boolean;
}

/**
 * Restores an app from an archive with its ids and history, atomically: the whole archive is verified before anything is
 * sent, and the service stores it in one transaction.
 *
 * @throws {WF_INVALID_INPUT} when the archive is damaged, truncated or not ours
 * @throws {WF_CONFLICT} when the app or one of its records already exists
 */
export async function importApp({ openClient, file, cwd, stdin, plan }: ImportAppOptions): Promise<ImportReport> {
  await using archive = await spoolSource({ source: file, cwd, stdin, start: GZIP });
  const manifest = await verifyArchive(archive);
  const { id, name } = manifest.app;
  const report = {
    app_id: id,
    app_name: name,
    file,
    size: archive.size,
    sha256: await hashFile(archive.path),
    ...describeManifest(manifest),
  };
  if (plan) return { ...report, imported: false, testsets_kept: 0, evaluations_cancelled: 0 };
  const client = await openClient();
  await client.require('imports');
  const { testsets_kept, evaluations_cancelled, rows } = await send(client, archive, manifest);
  return { ...report, rows, imported: true, testsets_kept, evaluations_cancelled };
}

/** How gzip begins. @source RFC 1952 §2.3.1 */
const GZIP = '1f8b';

async function send(client: Client, archive: SpooledSource, manifest: ArchiveManifest) {
  const { import_id } = await client.createImport({ body: manifest });
  try {
    await sendFiles(client, archive, manifest, import_id);
    return await client.commitImport({ import_id });
  } catch (error) {
    // Report the first failure. If this cleanup fails too, the service deletes the upload after a day.
    await client.deleteImport({ import_id }).catch(() => undefined);
    throw error;
  }
}

async function sendFiles(
  client: Client,
  archive: SpooledSource,
  manifest: ArchiveManifest,
  import_id: string,
): Promise<void> {
  const pages = new Map(manifest.pages.map((page) => [nameOfPage(page), page]));
  const artifacts = new Map(manifest.artifacts.map(({ sha256 }) => [nameOfArtifact(sha256), sha256]));
  for await (const { name, bytes } of readArchive(archive)) {
    const page = pages.get(name);
    const sha256 = artifacts.get(name);
    // The service verifies both hashes again.
    if (page !== undefined) await client.putImportPage({ import_id, table: page.table, page: page.page, body: bytes });
    if (sha256 !== undefined) await client.putArtifact({ sha256, body: bytes });
  }
}

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

async function hashFile(path: string): Promise<string> {
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
