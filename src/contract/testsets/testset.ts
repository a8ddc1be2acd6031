import { ROWS_BODY } from '../../foundation/sizes.ts';
import * as z from 'zod';
import { endpointsOf, extension, optionalExtension, Paging } from '../endpoint/endpoint.ts';
import { Labels, Metadata, MetadataChange, RecordLabels } from '../labels/labels.ts';
import { JsonObject, Name, StoredName } from '../validation/fields.ts';
import { ByLabels, FilteredPaging, sortBy } from '../endpoint/filtered-paging.ts';

/** One row: column name to cell. */
export const TestsetRow = JsonObject;
export type TestsetRow = z.infer<typeof TestsetRow>;

/** Body that replaces a test set. @source facts §2.5 */
export const TestsetUpdate = z.strictObject({ name: StoredName, csvdata: z.array(TestsetRow) });
export type TestsetUpdate = z.infer<typeof TestsetUpdate>;

/** Id of the app that a test set belongs to. `null`, or left out: the only app of the key, or none. */
const OfApp = z.string().nullable().optional();

/** Body that stores a test set. @source facts §2.5 */
export const NewTestset = TestsetUpdate.extend({
  app_id: extension(OfApp),
  labels: extension(Labels.nullable().optional()),
});

/** @source facts §2.5 */
export const SimpleTestset = z.object({ id: z.string(), name: z.string(), created_at: z.string() });

/**
 * An entry in the list of test sets.
 *
 * @source facts §2.5
 * @remarks The public service spells the key `_id`, so our service answers both; the client drops it. `revision`, the
 * newest, its number of `rows`, `app_id` and `labels` are ours.
 */
export const TestsetEntry = z.object({
  id: z.string(),
  _id: z.string().optional(),
  name: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
  revision: extension(z.int().optional()),
  rows: extension(z.int().optional()),
  /** `null`: it belongs to no app, and only keys of all apps reach it. */
  app_id: extension(z.string().nullable().optional()),
  labels: extension(RecordLabels.nullable().optional()),
  /** `null`: it is not archived. */
  archived_at: extension(z.string().nullable().optional()),
});
export type TestsetEntry = z.infer<typeof TestsetEntry>;

/** A test set with the rows of a revision, whose number is ours, as are `app_id` and `labels`. @source facts §2.5 */
export const Testset = z.object({
  id: z.string(),
  name: z.string(),
  csvdata: z.array(TestsetRow),
  created_at: z.string(),
  updated_at: z.string(),
  revision: extension(z.int().optional()),
  app_id: extension(z.string().nullable().optional()),
  labels: extension(RecordLabels.nullable().optional()),
  /** `null`: it is not archived. */
  archived_at: extension(z.string().nullable().optional()),
});
export type Testset = z.infer<typeof Testset>;

/** @source facts §2.5 */
export const UpdatedTestset = z.object({
  status: z.string(),
  message: z.string(),
  id: z.string(),
  _id: z.string().optional(),
});

/** @source facts §2.5 */
export const TestsetIds = z.strictObject({ testset_ids: z.array(z.string()) });

/** An immutable revision of the rows of a test set. @source wf */
export const TestsetRevision = z.object({
  id: z.string(),
  /** `null` while the revision is open. */
  testset_id: z.string().nullable(),
  name: z.string(),
  revision: z.int().nullable(),
  rows: z.int(),
  columns: z.array(z.string()),
  /** The sender's tag of the content. */
  content_tag: z.string().nullable(),
  created_by: z.string(),
  created_at: z.string(),
});
export type TestsetRevision = z.infer<typeof TestsetRevision>;

/**
 * Body that opens a revision of the app's test set with this name, to fill page by page. When the newest revision has the
 * same tag, the response is that revision and none is opened. A test set of no app is found when the app has none of this
 * name, and the key reaches all apps.
 *
 * @source wf
 */
export const NewTestsetRevision = z.strictObject({
  name: StoredName,
  content_tag: z.string().max(200).nullable().optional(),
  app_id: OfApp,
});

/** Body with the next rows of an open revision; a page that was already stored is ignored. @source wf */
export const TestsetPage = z.strictObject({ position: z.int().min(0), rows: z.array(TestsetRow).min(1) });

/**
 * Body that stores a test set from a file: `JSON` for a JSON array, else csv with a header row.
 *
 * @source facts §2.5
 * @remarks Ours: `JSONL` for an object a line, and `app_id`, as of any other test set.
 */
export const UploadTestset = z.strictObject({
  /** The content of the file. */
  file: z.string(),
  upload_type: z.string().nullable().optional(),
  /** By default, the name of the file. */
  testset_name: Name.nullable().optional(),
  app_id: extension(OfApp),
});

/** Body that stores a test set from a JSON array at an address. @source facts §2.5 */
export const ImportTestset = z.strictObject({
  endpoint: z.url({ protocol: /^https?$/ }),
  testset_name: Name.nullable().optional(),
});

const OfRevision = z.object({ revision: extension(z.coerce.number().int().min(1).optional()) });

const endpoint = endpointsOf({ tag: 'testsets', source: 'facts §2.5' });

export const testsetEndpoints = {
  createTestset: endpoint('POST /testsets', {
    summary: 'Store a test set',
    role: 'author',
    reach: { app: 'body.app_id' },
    body: NewTestset,
    isExact: true,
    maxBytes: ROWS_BODY.most,
    rows: 'csvdata',
    response: SimpleTestset,
  }),
  uploadTestset: endpoint('POST /testsets/upload', {
    summary: 'Store a test set from a file in a form',
    role: 'author',
    reach: { app: 'body.app_id' },
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
    maxBytes: ROWS_BODY.most,
    rows: 'csvdata',
    response: UpdatedTestset,
    isConditional: true,
  }),
  updateTestsetMetadata: endpoint('PATCH /testsets/{testset_id}/metadata', {
    summary: 'Set and remove labels of a test set, archive or unarchive it',
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
  }),
  listTestsetRevisions: endpoint('GET /testsets/{testset_id}/revisions', {
    summary: 'List the revisions of a test set',
    source: 'wf',
    reach: { 'test set': 'testset_id' },
    query: Paging,
    response: z.array(TestsetRevision),
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
    maxBytes: ROWS_BODY.most,
    rows: 'rows',
    response: TestsetRevision,
  }),
  finishTestsetRevision: endpoint('POST /testset-revisions/{testset_revision_id}/finish', {
    summary: 'Commit an open revision as the newest of its test set, which is created if it does not exist',
    source: 'wf',
    role: 'author',
    reach: { 'test set revision': 'testset_revision_id' },
    response: TestsetRevision,
    isConditional: true,
  }),
};
