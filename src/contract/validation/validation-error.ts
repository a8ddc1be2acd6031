import * as z from 'zod';

/** One violation: its location, message and type. @source seed §2.8 */
export const ValidationErrorItem = z.object({
  loc: z.array(z.union([z.string(), z.int()])),
  msg: z.string(),
  type: z.string(),
});
export type ValidationErrorItem = z.infer<typeof ValidationErrorItem>;

/** Body of a 422. @source seed §2.8 */
export const ValidationError = z.object({ detail: z.array(ValidationErrorItem).optional() });
export type ValidationError = z.infer<typeof ValidationError>;

/** Body of every other error. @source design §5 */
export const ErrorBody = z.object({ detail: z.union([z.string(), z.record(z.string(), z.unknown())]) });
