import * as z from 'zod';

/**
 * Name of a record, chosen by a user: any text without control characters.
 *
 * @source design §5 (ours): the interface does not restrict names
 */
export const Name = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'A name must not contain control characters');
