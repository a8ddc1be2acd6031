import * as z from 'zod';
import { BYTES, endpoint, Paging } from '../endpoint/endpoint.ts';
import { ARCHIVE_TABLES, ArchiveManifest, ArchiveRow, ImportedApp, StartedImport } from './archive.ts';

const MEBIBYTE = 1024 * 1024;

const ImportId = z.object({ import_id: z.string() });

export const archiveEndpoints = {
  exportTable: endpoint({
    method: 'GET',
    path: '/apps/{app_id}/export/{table}',
    tag: 'archives',
    summary: 'List the rows of one table in an archive of an app',
    source: 'wf',
    role: 'operator',
    reach: { app: 'app_id' },
    params: z.object({ app_id: z.string(), table: z.enum(ARCHIVE_TABLES) }),
    query: Paging,
    response: z.array(ArchiveRow),
    list: true,
  }),
  createImport: endpoint({
    method: 'POST',
    path: '/imports',
    tag: 'archives',
    summary: 'Start importing an app from an archive; nothing takes effect before the commit',
    source: 'wf',
    role: 'operator',
    reach: 'all apps',
    body: ArchiveManifest,
    maxBytes: 2 * MEBIBYTE,
    rows: 'pages',
    response: StartedImport,
  }),
  putImportPage: endpoint({
    method: 'PUT',
    path: '/imports/{import_id}/{table}/{page}',
    tag: 'archives',
    summary: 'Send one page of rows, as its manifest describes it',
    source: 'wf',
    role: 'operator',
    reach: 'all apps',
    params: ImportId.extend({ table: z.enum(ARCHIVE_TABLES), page: z.coerce.number().int() }),
    body: BYTES,
    maxBytes: 24 * MEBIBYTE,
    response: z.null(),
  }),
  commitImport: endpoint({
    method: 'POST',
    path: '/imports/{import_id}/commit',
    tag: 'archives',
    summary: 'Commit the import: store everything that was sent, or nothing',
    source: 'wf',
    role: 'operator',
    reach: 'all apps',
    params: ImportId,
    response: ImportedApp,
  }),
  deleteImport: endpoint({
    method: 'DELETE',
    path: '/imports/{import_id}',
    tag: 'archives',
    summary: 'Discard an import',
    source: 'wf',
    role: 'operator',
    reach: 'all apps',
    params: ImportId,
    response: z.null(),
  }),
};
