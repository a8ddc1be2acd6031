import * as Flags from './flags.ts';

/**
 * @param what - what the limit does, for help
 * @param exclusive - flags with which the list cannot be cut
 */
export function limitFlags(what = 'Show at most this many.', exclusive: string[] = []) {
  return {
    limit: Flags.integer({
      summary: `${what} Default: slightly more than a screenful at a terminal, otherwise all.`,
      ...Flags.CUT,
      exclusive,
    }),
    all: Flags.boolean({ summary: 'Show all, also at a terminal.', exclusive: ['limit'] }),
  };
}

/**
 * Flags that filter and sort a list of records.
 *
 * @param fields - fields to sort by
 * @param searched - what `--search` looks in, for help
 */
export function listFlags(fields: readonly string[], searched: string) {
  return {
    ...searchFlags(fields, searched),
    since: Flags.string({ summary: 'Only those created since: 12h, 90d, or a date in UTC.', helpValue: 'TIME' }),
    until: Flags.string({ summary: 'Only those created before: 12h, 90d, or a date in UTC.', helpValue: 'TIME' }),
  };
}

/**
 * Flags that search and sort a list of records without a time of creation.
 *
 * @param fields - fields to sort by
 * @param searched - what `--search` looks in, for help
 */
export function searchFlags(fields: readonly string[], searched: string) {
  return {
    ...limitFlags(),
    search: Flags.string({
      summary: `Only those with this text in ${searched}; A to Z match in upper or lower case.`,
      helpValue: 'TEXT',
    }),
    sort: Flags.string({ summary: 'Sort by this field. Default: created.', options: [...fields] }),
    desc: Flags.boolean({ summary: 'Sort in descending order.' }),
  };
}

/** Flags that leave a list whole and in its own order. */
const KEEPING = new Set(['app', 'interactive', 'all']);

/**
 * Returns whether flags choose or order the records of a list.
 *
 * @param own - the flags that the list's command defines
 */
export function isChosen(flags: Readonly<Record<string, unknown>>, own: Readonly<Record<string, unknown>>): boolean {
  const given = Object.keys(own).filter((name) => flags[name] !== undefined && flags[name] !== false);
  return given.some((name) => !KEEPING.has(name));
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
