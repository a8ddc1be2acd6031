import type { ListFilter } from '../../client/public/list-filter.ts';
import { usageError } from '../../foundation/errors/wf-error.ts';
import { parseTimestamp } from '../arguments/parse-timestamp.ts';
import { SEARCH_LENGTH } from '../../foundation/sizes.ts';

export interface TypedFilter {
  readonly limit?: number | undefined;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  readonly search?: string | undefined;
  readonly sort?: string | undefined;
  readonly desc?: boolean | undefined;
}

/** What the service accepts. */
const MAX_SEARCH_LENGTH = SEARCH_LENGTH.most;

/**
 * Parses how a list is filtered.
 *
 * @throws {WF_USAGE} for an invalid time, a span that ends before it begins, or an empty search
 */
export function parseFilter(typed: TypedFilter, now: Date): ListFilter {
  return {
    ...parseSpan(typed, now),
    search: parseSearch(typed.search),
    sort: typed.sort === 'created' ? null : (typed.sort ?? null),
    isDescending: typed.desc ?? false,
    limit: typed.limit ?? null,
  };
}

/** Parses `--since` and `--until`. @throws {WF_USAGE} for an invalid time, or a span that ends before it begins */
export function parseSpan(
  typed: Pick<TypedFilter, 'since' | 'until'>,
  now: Date,
): { readonly since: string | null; readonly until: string | null } {
  const read = (flag: 'since' | 'until') => {
    const text = typed[flag];
    return text === undefined ? null : parseTimestamp(text, { flag: `--${flag}`, direction: 'ago', now });
  };
  const [since, until] = [read('since'), read('until')];
  if (since !== null && until !== null && since >= until)
    throw usageError(`--since ${since} is not before --until ${until}.`);
  return { since, until };
}

function parseSearch(text: string | undefined): string | null {
  if (text === undefined) return null;
  if (text !== '' && text.length <= MAX_SEARCH_LENGTH) return text;
  throw usageError(`--search takes 1 to ${MAX_SEARCH_LENGTH} characters.`);
}
