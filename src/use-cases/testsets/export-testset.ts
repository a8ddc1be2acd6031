import type { Client } from '../../client/create-client.ts';
import { exportTestset as write, type TestsetFormat, type WalkRows } from '../../evaluation/export/export-testset.ts';
import { usageError } from '../../foundation/errors/wf-error.ts';
import { kindOfName } from '../../evaluation/testset/file-format.ts';
import { resolveTestsetRevision } from './resolve-testset.ts';
import { type RevisedTestset, walkRows } from '../../client/public/testset-revision.ts';

export const EXPORT_FORMATS = ['csv', 'json', 'jsonl'] as const satisfies readonly TestsetFormat[];

/**
 * Chooses the format of an export: the typed one, else that of the file's name, else jsonl.
 *
 * @throws {WF_USAGE} for a file name of a format that is only read
 */
export function exportFormat(typed: string | null, file: string | null): TestsetFormat {
  const wanted = typed ?? kindOfName(file ?? '') ?? 'jsonl';
  const format = EXPORT_FORMATS.find((one) => one === wanted);
  if (format !== undefined) return format;
  throw usageError(
    `Test sets are not written as ${wanted}: name a file that ends in .csv, .json or .jsonl, or add --format.`,
  );
}

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
