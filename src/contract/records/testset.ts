import * as z from 'zod';
import { Name } from './name.ts';

/** One row: column name to cell. */
export const TestsetRow = z.record(z.string(), z.unknown());
export type TestsetRow = z.infer<typeof TestsetRow>;

/** Body that stores or replaces a test set. @source facts §2.5 */
export const NewTestset = z.strictObject({ name: Name, csvdata: z.array(TestsetRow) });
export type NewTestset = z.infer<typeof NewTestset>;

/** @source facts §2.5 */
export const SimpleTestset = z.object({ id: z.string(), name: z.string(), created_at: z.string() });
export type SimpleTestset = z.infer<typeof SimpleTestset>;

/** An entry in the list of test sets. @source facts §2.5 @remarks The public service spells the key `_id`; the client mends it. */
export const TestsetEntry = z.object({
  id: z.string(),
  name: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type TestsetEntry = z.infer<typeof TestsetEntry>;

/** A test set with its rows. @source facts §2.5 */
export const Testset = z.object({
  id: z.string(),
  name: z.string(),
  csvdata: z.array(TestsetRow),
  created_at: z.string(),
  updated_at: z.string(),
});
export type Testset = z.infer<typeof Testset>;

/** @source facts §2.5 */
export const UpdatedTestset = z.object({ status: z.string(), message: z.string(), id: z.string() });
export type UpdatedTestset = z.infer<typeof UpdatedTestset>;

/** @source facts §2.5 */
export const TestsetIds = z.strictObject({ testset_ids: z.array(z.string()) });
export type TestsetIds = z.infer<typeof TestsetIds>;
