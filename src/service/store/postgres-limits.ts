import { UserError, userError } from '../../foundation/errors/wf-error.ts';

/** Limits that the address of a database may set, as in `postgres://db/wf?pool_max=20`; times in milliseconds. */
const DEFAULTS = {
  /** Connections of one process. */
  pool_max: 10,
  statement_timeout: 30_000,
  lock_timeout: 10_000,
  idle_in_transaction_session_timeout: 60_000,
};

export type PostgresLimits = Readonly<Record<keyof typeof DEFAULTS, number>>;

/** For work outside of requests. */
export const NO_LIMITS = { statement_timeout: 0, lock_timeout: 0, idle_in_transaction_session_timeout: 0 };

/**
 * Extracts our limits from an address.
 *
 * @returns the limits, and the address without them, otherwise unchanged
 * @throws {WF_INVALID_INPUT} when one of them is not a whole number, or the address is invalid
 */
export function readPostgresLimits(url: string): { readonly address: string; readonly limits: PostgresLimits } {
  const parsed = parseAddress(url);
  const limits = { ...DEFAULTS };
  // The table's keys are its names.
  for (const name of Object.keys(DEFAULTS) as (keyof typeof DEFAULTS)[]) {
    const given = parsed.searchParams.get(name);
    if (given === null) continue;
    limits[name] = readLimit(name, given);
    parsed.searchParams.delete(name);
  }
  return { address: parsed.href, limits };
}

function parseAddress(url: string): URL {
  if (/^postgres(ql)?:\/\//.test(url) && URL.canParse(url)) return new URL(url);
  throw new UserError({
    code: 'WF_INVALID_INPUT',
    message: 'The address of the database is not PostgreSQL: expected postgres://user:password@host/database.',
    nextSteps: ['wf serve --database-url postgres://wf@localhost/wf'],
  });
}

/** No time limit is a choice; no connection is a mistake. */
function readLimit(name: keyof typeof DEFAULTS, given: string): number {
  const least = name === 'pool_max' ? 1 : 0;
  const value = Number(given);
  if (/^\d{1,9}$/.test(given) && value >= least) return value;
  const unit = name === 'pool_max' ? 'a number of connections' : 'milliseconds, or 0 for no limit';
  throw userError(
    'WF_INVALID_INPUT',
    `${name} in the address of the database is ${JSON.stringify(given)}; expected ${unit}.`,
  );
}
