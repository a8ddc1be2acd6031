import * as Flags from './flags.ts';

/** `--types`: the types of a test set file's cells. */
export const TYPES_FLAG = {
  types: Flags.string({
    summary: 'Types of columns that are not text: json, messages, number or boolean.',
    helpValue: 'COLUMN=TYPE,…',
  }),
};
