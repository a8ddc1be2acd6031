import { archiveEndpoints } from '../../contract/archives/archive.ts';
import { serveEndpoints } from '../operation/operation.ts';
import { commitImport, createImport, deleteImport, exportTable, putImportPage } from './operations.ts';

/** The endpoints of archives, with what each does. One without an operation does not compile. */
export const archives = serveEndpoints(archiveEndpoints, {
  exportTable,
  createImport,
  putImportPage,
  commitImport,
  deleteImport,
});
