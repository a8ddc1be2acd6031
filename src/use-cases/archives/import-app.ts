import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Client, ExtendedClient } from '../../client/create-client.ts';
import type { ArchiveManifest } from '../../contract/archives/archive.ts';
import { nameOfArtifact, nameOfPage } from './archive-names.ts';
import { readArchive } from './read-archive.ts';
import { hashFile, verifyArchive } from './verify-archive.ts';
import { type ArchiveReport, describeManifest } from './export-app.ts';
import { requireExtensions } from '../session/require-extensions.ts';

export interface ImportAppOptions {
  /** Opens the client after the archive has been verified. */
  readonly openClient: () => Promise<Client>;
  readonly file: string;
  readonly cwd: string;
  /** Whether to only verify the archive. */
  readonly plan: boolean;
}

export interface ImportReport extends ArchiveReport {
  /** False when it was only verified. */
  readonly imported: boolean;
  /** Test sets that already existed with the same rows. */
  readonly testsets_kept: number;
  /** Evaluations that were unfinished when exported. */
  readonly evaluations_cancelled: number;
}

/**
 * Restores an app from an archive with its ids and history, atomically: the whole archive is verified before anything is
 * sent, and the service stores it in one transaction.
 *
 * @throws {WF_INVALID_INPUT} when the archive is damaged, truncated or not ours
 * @throws {WF_CONFLICT} when the app or one of its records already exists
 */
export async function importApp({ openClient, file, cwd, plan }: ImportAppOptions): Promise<ImportReport> {
  const path = resolve(cwd, file);
  const manifest = await verifyArchive(path);
  const { id, name } = manifest.app;
  const { size } = await stat(path);
  const report = {
    app_id: id,
    app_name: name,
    file,
    size,
    sha256: await hashFile(path),
    ...describeManifest(manifest),
  };
  if (plan) return { ...report, imported: false, testsets_kept: 0, evaluations_cancelled: 0 };
  const { testsets_kept, evaluations_cancelled, rows } = await send(
    await requireExtensions(await openClient(), 'imports'),
    path,
    manifest,
  );
  return { ...report, rows, imported: true, testsets_kept, evaluations_cancelled };
}

async function send(client: ExtendedClient, path: string, manifest: ArchiveManifest) {
  const { import_id } = await client.createImport({ body: manifest });
  try {
    await sendFiles(client, path, manifest, import_id);
    return await client.commitImport({ import_id });
  } catch (error) {
    // Report the first failure. If this cleanup fails too, the service deletes the upload after a day.
    await client.deleteImport({ import_id }).catch(() => undefined);
    throw error;
  }
}

async function sendFiles(
  client: ExtendedClient,
  path: string,
  manifest: ArchiveManifest,
  import_id: string,
): Promise<void> {
  const pages = new Map(manifest.pages.map((page) => [nameOfPage(page), page]));
  const artifacts = new Map(manifest.artifacts.map(({ sha256 }) => [nameOfArtifact(sha256), sha256]));
  for await (const { name, bytes } of readArchive(path)) {
    const page = pages.get(name);
    const sha256 = artifacts.get(name);
    // The service verifies both hashes again.
    if (page !== undefined) await client.putImportPage({ import_id, table: page.table, page: page.page, body: bytes });
    if (sha256 !== undefined) await client.putArtifact({ sha256, body: bytes });
  }
}
