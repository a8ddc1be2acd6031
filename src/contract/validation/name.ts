import * as z from 'zod';

/**
 * A name that people give a record: any text that fits on a line.
 *
 * @source design §5 (ours): the interface does not say what a name may hold
 */
export const Name = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'Names hold no control characters');
