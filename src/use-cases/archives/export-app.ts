import type { ArchiveReport } from '../../contract/archives/archive-results.ts';
import { hash } from 'node:crypto';
import type { Writable } from 'node:stream';
import type { Client } from '../../client/create-client.ts';
import { type ArchiveSource, MAX_ROWS_IN_FLIGHT, readArchive } from '../../client/public/read-archive.ts';
import {
  ARCHIVE_TABLES,
  type ArchiveManifest,
  type ArchivePage,
  type ArchiveRow,
} from '../../contract/archives/archive.ts';
import { parsePartsDocument } from '../../contract/deployments/bundle-parts.ts';
import { EvaluatorCode } from '../../contract/deployments/route-schema.ts';
import { sumOf } from '../../foundation/numbers.ts';
import { MANIFEST_NAME, nameOfArtifact, nameOfPage } from './archive-names.ts';
import { openOutput } from '../files/output/open-output.ts';
import { type ArchiveFile, writeArchive } from './write-archive.ts';
import { resolveApp, type ResolveAppOptions } from '../apps/resolve-app.ts';

export interface ExportAppOptions extends ResolveAppOptions {
  /** `null`: named after the app; `-`: standard output. */
  readonly file: string | null;
  readonly stdout: Writable;
  readonly cwd: string;
}

/**
 * Exports an app to one file, page by page. A service with only the public endpoints yields a partial archive, which
 * lists what is missing.
 *
 * @throws {WF_NOT_FOUND} when there is no such app
 * @throws {WF_INVALID_INPUT} when the file cannot be written
 */
export async function exportApp(options: ExportAppOptions): Promise<ArchiveReport> {
  const { client, cwd } = options;
  const { app_id, app_name } = await resolveApp(options);
  const file = options.file ?? `${app_name.replaceAll(/[^\w.-]+/g, '-')}.tar.gz`;
  const source = await readArchive(client, app_id);
  const manifest: ArchiveManifest = {
    format: 1,
    app: { id: app_id, name: app_name },
    variables: [...source.variables],
    missing: [...source.missing],
    pages: [],
    artifacts: [],
  };
  const files = collectFiles(client, source, manifest);
  // Only the user may read a new archive: it contains the app's data.
  const output = file === '-' ? options.stdout : await openOutput(file, cwd, 0o600);
  const written = await writeArchive(output, files);
  return { app_id, app_name, file, ...written, ...describeManifest(manifest) };
}

/** Counts the contents of an archive by its manifest. */
export function describeManifest(
  manifest: ArchiveManifest,
): Pick<ArchiveReport, 'rows' | 'artifacts' | 'variables' | 'missing'> {
  const counted = ARCHIVE_TABLES.map((table) => {
    const own = manifest.pages.filter((page) => page.table === table);
    return [table, sumOf(own, ({ rows }) => rows)] as const;
  });
  const { variables, missing, artifacts } = manifest;
  return { rows: Object.fromEntries(counted), artifacts: artifacts.length, variables, missing };
}

/** Well below the service's limit for a request body. */
const PAGE_BYTES = 1024 * 1024;

// Referring tables come first: what a record refers to is then exported after it and cannot be missing.
async function* collectFiles(
  client: Client,
  source: ArchiveSource,
  manifest: ArchiveManifest,
): AsyncGenerator<ArchiveFile, void, undefined> {
  const hashes = new Set<string>();
  for (const table of ARCHIVE_TABLES.toReversed()) {
    for await (const { bytes, rows, page } of toPages(source.rows(table))) {
      const described: ArchivePage = { table, page, rows: rows.length, size: bytes.length, sha256: hashOf(bytes) };
      manifest.pages.push(described);
      if (table === 'deployments') for (const row of rows) addHash(hashes, row);
      yield { name: nameOfPage(described), bytes };
    }
  }
  // Other services store no bundles, and their deployments name none.
  for (const sha256 of hashes) yield* collectArtifact(client, sha256, manifest);
  yield { name: MANIFEST_NAME, bytes: new TextEncoder().encode(`${JSON.stringify(manifest, null, 2)}\n`) };
}

/**
 * A bundle's parts come before it: a service stores a bundle only with all of its parts.
 *
 * @yields each file once
 */
async function* collectArtifact(
  client: Client,
  sha256: string,
  manifest: ArchiveManifest,
): AsyncGenerator<ArchiveFile, void, undefined> {
  if (manifest.artifacts.some((artifact) => artifact.sha256 === sha256)) return;
  const bytes = await client.getArtifact({ sha256 });
  for (const part of parsePartsDocument(bytes) ?? []) yield* collectArtifact(client, part.sha256, manifest);
  manifest.artifacts.push({ sha256, size: bytes.length });
  yield { name: nameOfArtifact(sha256), bytes };
}

function addHash(hashes: Set<string>, { artifact_sha256, evaluators }: ArchiveRow): void {
  if (typeof artifact_sha256 === 'string') hashes.add(artifact_sha256);
  if (typeof evaluators === 'string') hashes.add(EvaluatorCode.parse(JSON.parse(evaluators)).artifact_sha256);
}

interface RowPage {
  readonly page: number;
  readonly rows: readonly ArchiveRow[];
  readonly bytes: Uint8Array;
}

async function* toPages(all: AsyncIterable<ArchiveRow>): AsyncGenerator<RowPage, void, undefined> {
  let [rows, text, page]: [ArchiveRow[], string, number] = [[], '', 1];
  const take = (): RowPage => ({ page, rows, bytes: new TextEncoder().encode(text) });
  for await (const row of all) {
    const line = `${JSON.stringify(row)}\n`;
    if (rows.length > 0 && (rows.length === MAX_ROWS_IN_FLIGHT || text.length + line.length > PAGE_BYTES)) {
      yield take();
      [rows, text, page] = [[], '', page + 1];
    }
    rows.push(row);
    text += line;
  }
  if (rows.length > 0) yield take();
}

function hashOf(bytes: Uint8Array): string {
  return hash('sha256', bytes);
}
