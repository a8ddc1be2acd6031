import { ARCHIVE_MANIFEST, ARCHIVE_PAGE } from '../../foundation/sizes.ts';
import * as z from 'zod';
import { BYTES, endpointsOf, Paging } from '../endpoint/endpoint.ts';

/** Tables of an app's archive, in insertion order: referenced tables come first. */
export const ARCHIVE_TABLES = [
  'apps',
  'bases',
  'variants',
  'variant_revisions',
  'variant_labels',
  'environments',
  'deployments',
  'environment_revisions',
  'testsets',
  'testset_labels',
  'testset_revisions',
  'testset_revision_rows',
  'evaluator_configs',
  'human_evaluations',
  'human_evaluation_scenarios',
  'human_voters',
  'human_votes',
  'evaluations',
  'evaluation_labels',
  'evaluation_scenarios',
  'evaluation_outcomes',
] as const;
export type ArchiveTable = (typeof ARCHIVE_TABLES)[number];

/** A row as it is stored, column by column. @source design §2, wf export (ours) */
export const ArchiveRow = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));
export type ArchiveRow = z.infer<typeof ArchiveRow>;

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** Rows of one table, one JSON object per line. @source design §2, wf export (ours) */
export const ArchivePage = z.strictObject({
  table: z.enum(ARCHIVE_TABLES),
  /** Page number in its table, from 1. */
  page: z.int().min(1).max(999_999),
  rows: z.int().min(1),
  size: z.int().min(1),
  sha256: Sha256,
});
export type ArchivePage = z.infer<typeof ArchivePage>;

/** Contents of an archive. @source design §2, wf export (ours) */
export const ArchiveManifest = z.strictObject({
  format: z.literal(1),
  app: z.strictObject({ id: z.string().min(1).max(200), name: z.string().min(1).max(200) }),
  /** Names of the environment variables of the app's workflow; an archive never contains their values. */
  variables: z.array(z.string()),
  /** What is not in the archive, as text: values of variables of environments, and what the source service did not report. */
  missing: z.array(z.string()),
  pages: z.array(ArchivePage).max(200_000),
  artifacts: z.array(z.strictObject({ sha256: Sha256, size: z.int().min(0) })).max(100_000),
});
export type ArchiveManifest = z.infer<typeof ArchiveManifest>;

/** An import in progress; nothing takes effect before the commit. @source design §2, wf import (ours) */
const StartedImport = z.object({ import_id: z.string() });

/** Result of an import. @source design §2, wf import (ours) */
export const ImportedApp = z.object({
  app_id: z.string(),
  app_name: z.string(),
  /** Rows stored, by table. */
  rows: z.record(z.string(), z.int()),
  /** Test sets that already existed with identical rows. */
  testsets_kept: z.int(),
  /** Evaluations that had not finished at the source: they are stored as cancelled and do not start automatically. */
  evaluations_cancelled: z.int(),
});
export type ImportedApp = z.infer<typeof ImportedApp>;

const endpoint = endpointsOf({ tag: 'archives', source: 'wf' });

export const archiveEndpoints = {
  exportTable: endpoint('GET /apps/{app_id}/export/{table}', {
    summary: 'List the rows of one table in an archive of an app',
    role: 'operator',
    reach: { app: 'app_id' },
    params: { table: z.enum(ARCHIVE_TABLES) },
    query: Paging,
    response: z.array(ArchiveRow),
  }),
  createImport: endpoint('POST /imports', {
    summary: 'Start importing an app from an archive; nothing takes effect before the commit',
    role: 'operator',
    reach: 'all apps',
    body: ArchiveManifest,
    maxBytes: ARCHIVE_MANIFEST.most,
    rows: 'pages',
    response: StartedImport,
  }),
  putImportPage: endpoint('PUT /imports/{import_id}/{table}/{page}', {
    summary: 'Send one page of rows, as its manifest describes it',
    role: 'operator',
    reach: 'all apps',
    params: { table: z.enum(ARCHIVE_TABLES), page: z.coerce.number().int() },
    body: BYTES,
    maxBytes: ARCHIVE_PAGE.most,
    response: z.null(),
  }),
  commitImport: endpoint('POST /imports/{import_id}/commit', {
    summary: 'Commit the import: store everything that was sent, or nothing',
    role: 'operator',
    reach: 'all apps',
    response: ImportedApp,
  }),
  deleteImport: endpoint('DELETE /imports/{import_id}', {
    summary: 'Discard an import',
    role: 'operator',
    reach: 'all apps',
    response: z.null(),
  }),
};
