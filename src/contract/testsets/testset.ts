import * as z from 'zod';
import { extension } from '../endpoint/extension.ts';
import { Labels, RecordLabels } from '../labels/labels.ts';
import { Name } from '../validation/fields.ts';

/** One row: column name to cell. */
export const TestsetRow = z.record(z.string(), z.unknown());
export type TestsetRow = z.infer<typeof TestsetRow>;

/** Body that replaces a test set. @source facts §2.5 */
export const TestsetUpdate = z.strictObject({ name: Name, csvdata: z.array(TestsetRow) });
export type TestsetUpdate = z.infer<typeof TestsetUpdate>;

/** Id of the app that a test set belongs to. `null`, or left out: the only app of the key, or none. */
const OfApp = z.string().nullable().optional();

/** Body that stores a test set. @source facts §2.5 */
export const NewTestset = TestsetUpdate.extend({
  app_id: extension(OfApp),
  labels: extension(Labels.nullable().optional()),
});
export type NewTestset = z.infer<typeof NewTestset>;

/** @source facts §2.5 */
export const SimpleTestset = z.object({ id: z.string(), name: z.string(), created_at: z.string() });
export type SimpleTestset = z.infer<typeof SimpleTestset>;

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
export type UpdatedTestset = z.infer<typeof UpdatedTestset>;

/** @source facts §2.5 */
export const TestsetIds = z.strictObject({ testset_ids: z.array(z.string()) });
export type TestsetIds = z.infer<typeof TestsetIds>;

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
  name: Name,
  content_tag: z.string().max(200).nullable().optional(),
  app_id: OfApp,
});
export type NewTestsetRevision = z.infer<typeof NewTestsetRevision>;

/** Body with the next rows of an open revision; a page that was already stored is ignored. @source wf */
export const TestsetPage = z.strictObject({ position: z.int().min(0), rows: z.array(TestsetRow).min(1) });
export type TestsetPage = z.infer<typeof TestsetPage>;

/** Body that stores a test set from a file: `JSON` for a JSON array, else csv with a header row. @source facts §2.5 */
export const UploadTestset = z.strictObject({
  /** The content of the file. */
  file: z.string(),
  upload_type: z.string().nullable().optional(),
  /** By default, the name of the file. */
  testset_name: Name.nullable().optional(),
});
export type UploadTestset = z.infer<typeof UploadTestset>;

/** Body that stores a test set from a JSON array at an address. @source facts §2.5 */
export const ImportTestset = z.strictObject({
  endpoint: z.url({ protocol: /^https?$/ }),
  testset_name: Name.nullable().optional(),
});
export type ImportTestset = z.infer<typeof ImportTestset>;
