import * as Flags from './flags.ts';

/** What cells of a test set's file hold. */
export const TYPES_FLAG = {
  types: Flags.string({
    summary: 'Columns whose cells are more than text: json, messages, number or boolean.',
    helpValue: 'COLUMN=TYPE,…',
  }),
};
