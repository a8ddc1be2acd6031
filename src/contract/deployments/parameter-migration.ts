import * as z from 'zod';

/**
 * Change to a stored configuration: `rename:old=new`, `default:field` (reset to the code's default), `clamp:field` (set
 * to the nearest bound), `map:field:from=to`, `drop:field`.
 *
 * @source design §6 (ours)
 */
export const ParameterMigration = z
  .string()
  .regex(
    /^(?:rename:[^=]+=.+|(?:default|clamp|drop):.+|map:[^:]+:[^=]+=.*)$/s,
    'Write it as rename:old=new, default:field, clamp:field, map:field:from=to or drop:field',
  );
