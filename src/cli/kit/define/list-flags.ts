import * as Flags from './flags.ts';

/**
 * Flags that narrow and sort a list.
 *
 * @param fields - fields to sort by
 */
export function listFlags(fields: readonly string[]) {
  return {
    limit: Flags.integer({
      summary: 'Show at most this many. Default: what a screen holds and a bit more at a terminal, otherwise all.',
      helpValue: 'N',
      min: 1,
    }),
    all: Flags.boolean({ summary: 'Show all, also at a terminal.', exclusive: ['limit'] }),
    since: Flags.string({ summary: 'Only those created since: 12h, 90d, or a date.', helpValue: 'TIME' }),
    until: Flags.string({ summary: 'Only those created before: 12h, 90d, or a date.', helpValue: 'TIME' }),
    search: Flags.string({
      summary: 'Only those with this text in a name, in upper or lower case.',
      helpValue: 'TEXT',
    }),
    sort: Flags.string({ summary: 'Sort by this field. Default: created.', options: [...fields] }),
    desc: Flags.boolean({ summary: 'Reverse the order.' }),
  };
}
