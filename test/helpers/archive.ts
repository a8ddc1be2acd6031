import { createHash } from 'node:crypto';
import { v7 as newId } from 'uuid';
import type { ArchiveManifest, ArchiveRow, ArchiveTable } from '../../src/contract/archives/archive.ts';

/** One page of an archive with its bytes. */
export interface PageBytes {
  readonly table: ArchiveTable;
  readonly page: number;
  readonly bytes: Uint8Array;
}

const NOW = '2026-11-21T10:00:00.000Z';

/** Creates an archive of rows by table; by default, of a new app with one environment. */
export function archiveOf(
  rows: Partial<Record<ArchiveTable, readonly ArchiveRow[]>> = ownRows(),
  app: ArchiveManifest['app'] = appOf(rows),
): { readonly manifest: ArchiveManifest; readonly pages: readonly PageBytes[] } {
  const pages = Object.entries(rows).map(([table, list]): PageBytes & { readonly rows: number } => ({
    table: table as ArchiveTable, // the keys of a record of tables
    page: 1,
    rows: list.length,
    bytes: new TextEncoder().encode(list.map((row) => `${JSON.stringify(row)}\n`).join('')),
  }));
  const described = pages.map(({ bytes, ...page }) => ({
    ...page,
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  }));
  return { manifest: { format: 1, app, variables: [], missing: [], pages: described, artifacts: [] }, pages };
}

/** The rows of a small app with new ids. */
export function ownRows(): Record<'apps' | 'environments', ArchiveRow[]> {
  const id = newId();
  return {
    apps: [{ id, name: `app ${id}`, app_type: 'custom', created_at: NOW, updated_at: NOW }],
    environments: [{ id: newId(), app_id: id, name: 'production', position: 2 }],
  };
}

function appOf({ apps = [] }: Partial<Record<ArchiveTable, readonly ArchiveRow[]>>): ArchiveManifest['app'] {
  return { id: String(apps[0]?.['id']), name: String(apps[0]?.['name']) };
}
