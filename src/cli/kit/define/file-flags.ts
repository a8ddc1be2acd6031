import * as Flags from './flags.ts';

/** How a test set file is read: its format, the types of its cells, and what separates them. */
export const FILE_FLAGS = {
  format: Flags.string({
    summary: 'Format of the file. Default: by its name, otherwise by its content.',
    options: ['csv', 'tsv', 'json', 'jsonl'],
  }),
  types: Flags.string({
    summary: 'Types of columns that are not text: json, messages, number or boolean.',
    helpValue: 'COLUMN=TYPE,…',
  }),
  delimiter: Flags.string({
    summary: 'Delimiter of a csv file: a comma, a semicolon, | or tab. Default: detected.',
    helpValue: 'CHARACTER',
  }),
};
