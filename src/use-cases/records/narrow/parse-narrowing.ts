import { UserError } from '../../../foundation/errors/wf-error.ts';
import { parseTimestamp } from '../../arguments/parse-timestamp.ts';

/** How a list is narrowed and ordered. */
export interface Narrowing {
  /** RFC 3339 in UTC; `null`: any. */
  readonly since: string | null;
  readonly until: string | null;
  /** Text in a name; `null`: any. */
  readonly search: string | null;
  /** Field to sort by; `null`: by creation. */
  readonly sort: string | null;
  readonly isDescending: boolean;
  /** `null`: all. */
  readonly limit: number | null;
}

/** Narrowing as typed. */
export interface TypedNarrowing {
  readonly limit?: number | undefined;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  readonly search?: string | undefined;
  readonly sort?: string | undefined;
  readonly desc?: boolean | undefined;
}

/** What the service accepts. */
const MAX_SEARCH_LENGTH = 200;

/**
 * Parses how a list is narrowed.
 *
 * @throws {WF_USAGE} for an invalid time, a span that ends before it begins, or an empty search
 */
export function parseNarrowing(typed: TypedNarrowing, now: Date): Narrowing {
  const read = (flag: 'since' | 'until') => {
    const text = typed[flag];
    return text === undefined ? null : parseTimestamp(text, { flag: `--${flag}`, direction: 'ago', now });
  };
  const [since, until] = [read('since'), read('until')];
  if (since !== null && until !== null && since >= until) throw emptySpan(since, until);
  return {
    since,
    until,
    search: parseSearch(typed.search),
    sort: typed.sort === 'created' ? null : (typed.sort ?? null),
    isDescending: typed.desc ?? false,
    limit: typed.limit ?? null,
  };
}

/** Returns whether a list leaves out records for any other reason than its limit. */
export function isNarrowed({ since, until, search }: Narrowing): boolean {
  return since !== null || until !== null || search !== null;
}

function parseSearch(text: string | undefined): string | null {
  if (text === undefined) return null;
  if (text !== '' && text.length <= MAX_SEARCH_LENGTH) return text;
  throw new UserError({ code: 'WF_USAGE', message: `--search takes 1 to ${MAX_SEARCH_LENGTH} characters.` });
}

function emptySpan(since: string, until: string): UserError {
  return new UserError({ code: 'WF_USAGE', message: `--since ${since} is not before --until ${until}.` });
}
