import type { ArchivePage } from '../../contract/archives/archive.ts';

/** Names of the files in an archive. Any other name is rejected. */
export const MANIFEST_NAME = 'manifest.json';

export function nameOfPage({ table, page }: Pick<ArchivePage, 'table' | 'page'>): string {
  return `tables/${table}/${String(page).padStart(6, '0')}.ndjson`;
}

export function nameOfArtifact(sha256: string): string {
  return `artifacts/${sha256}.mjs`;
}
