import * as z from 'zod';

/**
 * How to fix a stored configuration: `rename:old=new`, `default:field` (back to the code's default), `clamp:field` (to
 * the nearest bound), `map:field:from=to`, `drop:field`.
 *
 * @source design §6 (ours)
 */
export const ParameterMigration = z
  .string()
  .regex(
    /^(?:rename:[^=]+=.+|(?:default|clamp|drop):.+|map:[^:]+:[^=]+=.*)$/s,
    'Write it as rename:old=new, default:field, clamp:field, map:field:from=to or drop:field',
  );
