import type { Client } from '../../client/create-client.ts';
import { exportTestset as write, type TestsetFormat, type WalkRows } from '../../evaluation/export/export-testset.ts';
import { resolveTestsetRevision, type RevisedTestset, walkRows } from './resolve-testset.ts';

export interface ExportedTestset extends RevisedTestset {
  readonly rows: WalkRows;
  readonly parts: AsyncIterable<string>;
}

/**
 * Exports a stored test set in a format, page by page.
 *
 * @throws {WF_NOT_FOUND} when no test set has that name or id, or not that revision
 */
export async function exportTestset(client: Client, testset: string, format: TestsetFormat): Promise<ExportedTestset> {
  const found = await resolveTestsetRevision(client, testset);
  const rows = walkRows(client, found);
  return { ...found, rows, parts: write(rows, format) };
}
