import { testsetEndpoints } from '../../contract/testsets/endpoints.ts';
import { serveEndpoints } from '../operation/operation.ts';
import { importTestset, uploadTestset } from './operations/import-testsets.ts';
import {
  addTestsetRows,
  finishTestsetRevision,
  listTestsetRevisions,
  listTestsetRows,
  openTestsetRevision,
} from './operations/testset-revisions.ts';
import {
  createTestset,
  deleteTestsets,
  getTestset,
  listTestsets,
  updateTestset,
  updateTestsetMetadata,
} from './operations/testsets.ts';

/** The endpoints of test sets, with what each does. One without an operation does not compile. */
export const testsets = serveEndpoints(testsetEndpoints, {
  createTestset,
  uploadTestset,
  importTestset,
  listTestsets,
  getTestset,
  updateTestset,
  updateTestsetMetadata,
  deleteTestsets,
  listTestsetRows,
  listTestsetRevisions,
  openTestsetRevision,
  addTestsetRows,
  finishTestsetRevision,
});
