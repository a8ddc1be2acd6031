import * as z from 'zod';
import { endpointsOf, Paging } from '../endpoint/endpoint.ts';
import { extension, optionalExtension } from '../endpoint/extension.ts';
import { ByLabels, sortBy } from '../endpoint/filtered-paging.ts';
import { FilteredPaging } from '../endpoint/filtered-paging.ts';
import { Metadata, MetadataChange } from '../labels/labels.ts';
import {
  ImportTestset,
  NewTestset,
  NewTestsetRevision,
  SimpleTestset,
  Testset,
  TestsetEntry,
  TestsetIds,
  TestsetPage,
  TestsetRevision,
  TestsetRow,
  TestsetUpdate,
  UpdatedTestset,
  UploadTestset,
} from './testset.ts';

/** Test sets are sent whole, or in pages. */
const MAX_BYTES = 10 * 1024 * 1024;

const OfRevision = z.object({ revision: extension(z.coerce.number().int().min(1).optional()) });

const endpoint = endpointsOf({ tag: 'testsets', source: 'facts §2.5' });

export const testsetEndpoints = {
  createTestset: endpoint('POST /testsets', {
    summary: 'Store a test set',
    role: 'author',
    reach: { app: 'body.app_id' },
    body: NewTestset,
    isExact: true,
    maxBytes: MAX_BYTES,
    rows: 'csvdata',
    response: SimpleTestset,
  }),
  uploadTestset: endpoint('POST /testsets/upload', {
    summary: 'Store a test set from a file in a form',
    role: 'author',
    // It creates a test set of the key's one app, or refuses.
    reach: 'its apps',
    body: UploadTestset,
    isForm: true,
    response: SimpleTestset,
  }),
  importTestset: endpoint('POST /testsets/endpoint', {
    summary: 'Store a test set from a JSON array that the service fetches from a public address',
    role: 'author',
    // It creates a test set of the key's one app, or refuses.
    reach: 'its apps',
    query: z.object({
      /** Sent to the address as its `Authorization`. */
      authorization: z.string().optional(),
    }),
    body: ImportTestset,
    isForm: true,
    response: SimpleTestset,
  }),
  listTestsets: endpoint('GET /testsets', {
    summary: 'List test sets',
    reach: 'its apps',
    query: FilteredPaging.extend(sortBy(['created', 'updated', 'name'])).extend({
      ...ByLabels.shape,
      /** Only test sets of this name. */
      name: optionalExtension(z.string().optional()),
    }),
    response: z.array(TestsetEntry),
    list: true,
  }),
  getTestset: endpoint('GET /testsets/{testset_id}', {
    summary: 'Fetch one test set with its rows',
    reach: { 'test set': 'testset_id' },
    query: OfRevision,
    response: Testset,
  }),
  updateTestset: endpoint('PUT /testsets/{testset_id}', {
    summary: 'Replace the name and the rows of a test set',
    role: 'author',
    reach: { 'test set': 'testset_id' },
    body: TestsetUpdate,
    isExact: true,
    maxBytes: MAX_BYTES,
    rows: 'csvdata',
    response: UpdatedTestset,
  }),
  updateTestsetMetadata: endpoint('PATCH /testsets/{testset_id}/metadata', {
    summary: 'Set and remove labels of a test set, archive it or take it back',
    source: 'wf',
    role: 'author',
    reach: { 'test set': 'testset_id' },
    body: MetadataChange,
    response: Metadata,
  }),
  deleteTestsets: endpoint('DELETE /testsets', {
    summary: 'Delete test sets',
    role: 'author',
    reach: { 'test set': 'body.testset_ids' },
    body: TestsetIds,
    response: z.array(z.string()),
  }),
  listTestsetRows: endpoint('GET /testsets/{testset_id}/rows', {
    summary: 'List the rows of a test set, page by page',
    source: 'wf',
    reach: { 'test set': 'testset_id' },
    query: Paging.extend(OfRevision.shape),
    response: z.array(TestsetRow),
    list: true,
  }),
  listTestsetRevisions: endpoint('GET /testsets/{testset_id}/revisions', {
    summary: 'List the revisions of a test set',
    source: 'wf',
    reach: { 'test set': 'testset_id' },
    query: Paging,
    response: z.array(TestsetRevision),
    list: true,
  }),
  openTestsetRevision: endpoint('POST /testset-revisions', {
    summary: 'Open a revision of a test set to fill page by page',
    source: 'wf',
    role: 'author',
    reach: { app: 'body.app_id' },
    body: NewTestsetRevision,
    response: TestsetRevision,
  }),
  addTestsetRows: endpoint('POST /testset-revisions/{testset_revision_id}/rows', {
    summary: 'Add rows to an open revision',
    source: 'wf',
    role: 'author',
    reach: { 'test set revision': 'testset_revision_id' },
    body: TestsetPage,
    isExact: true,
    maxBytes: MAX_BYTES,
    rows: 'rows',
    response: TestsetRevision,
  }),
  finishTestsetRevision: endpoint('POST /testset-revisions/{testset_revision_id}/finish', {
    summary: 'Commit an open revision as the newest of its test set, which is created if it does not exist',
    source: 'wf',
    role: 'author',
    reach: { 'test set revision': 'testset_revision_id' },
    response: TestsetRevision,
  }),
};
