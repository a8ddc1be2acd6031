import * as z from 'zod';
import type { ArchiveReport } from '../../archives/export-app.ts';
import type { ImportReport } from '../../archives/import-app.ts';

const ExportResult = z.object({
  app_id: z.string(),
  app_name: z.string(),
  file: z.string(),
  size: z.int(),
  sha256: z.string(),
  rows: z.record(z.string(), z.int()),
  artifacts: z.int(),
  variables: z.array(z.string()),
  missing: z.array(z.string()),
}) satisfies z.ZodType<ArchiveReport>;

/** Schemas of `--json` output: archives. */
export const ARCHIVE_RESULTS = {
  export: ExportResult,
  import: z.object({
    ...ExportResult.shape,
    imported: z.boolean(),
    testsets_kept: z.int(),
    evaluations_cancelled: z.int(),
  }) satisfies z.ZodType<ImportReport>,
};
