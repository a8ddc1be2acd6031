import * as Flags from './flags.ts';

export function limitFlags(what = 'Show at most this many.') {
  return {
    limit: Flags.integer({
      summary: `${what} Default: slightly more than a screenful at a terminal, otherwise all.`,
      ...Flags.CUT,
    }),
    all: Flags.boolean({ summary: 'Show all, also at a terminal.', exclusive: ['limit'] }),
  };
}

/**
 * Flags that filter and sort a list of records.
 *
 * @param fields - fields to sort by
 */
export function listFlags(fields: readonly string[]) {
  return {
    ...searchFlags(fields),
    since: Flags.string({ summary: 'Only those created since: 12h, 90d, or a date in UTC.', helpValue: 'TIME' }),
    until: Flags.string({ summary: 'Only those created before: 12h, 90d, or a date in UTC.', helpValue: 'TIME' }),
  };
}

/**
 * Flags that search and sort a list of records without a time of creation.
 *
 * @param fields - fields to sort by
 */
export function searchFlags(fields: readonly string[]) {
  return {
    ...limitFlags(),
    search: Flags.string({
      summary: 'Only those with this text in a name, in upper or lower case.',
      helpValue: 'TEXT',
    }),
    sort: Flags.string({ summary: 'Sort by this field. Default: created.', options: [...fields] }),
    desc: Flags.boolean({ summary: 'Reverse the order.' }),
  };
}

export interface TypedLimit {
  readonly limit?: number | undefined;
  readonly all?: boolean | undefined;
}

/** Records beyond the first screen. */
const A_BIT_MORE = 20;

/**
 * Returns the limit of a list: as typed; at a terminal a screen and a bit more; otherwise none.
 *
 * @param rows - height of the terminal; `null`: it is not drawn
 */
export function limitOf({ limit, all }: TypedLimit, rows: number | null): number | undefined {
  if (limit !== undefined || all === true || rows === null) return limit;
  return rows + A_BIT_MORE;
}
