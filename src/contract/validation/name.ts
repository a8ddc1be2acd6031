import * as z from 'zod';

/**
 * A name that a user gives a record: any text without a line break.
 *
 * @source design §5 (ours): the interface does not restrict names
 */
export const Name = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'Names hold no control characters');
