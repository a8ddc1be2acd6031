import * as Flags from './flags.ts';

const REPEATED = { multiple: true, multipleNonGreedy: true } as const;

/** `--label`, for what is created. */
export const LABEL_FLAG = {
  label: Flags.string({ summary: 'Give it a label. May be repeated.', helpValue: 'NAME=VALUE', ...REPEATED }),
};

/** `--label`, `--unlabel`, `--archive` and `--unarchive`, for what is changed. */
export const LABEL_FLAGS = {
  label: Flags.string({ summary: 'Set a label. May be repeated.', helpValue: 'NAME=VALUE', ...REPEATED }),
  unlabel: Flags.string({ summary: 'Remove a label. May be repeated.', helpValue: 'NAME', ...REPEATED }),
  archive: Flags.boolean({
    summary: 'Archive it: lists hide it unless --archived is given.',
    exclusive: ['unarchive'],
  }),
  unarchive: Flags.boolean({ summary: 'Unarchive it.' }),
};

/** `--label` and `--archived`, for lists. */
export const LABEL_FILTER = {
  label: Flags.string({
    summary: 'Only those with this label, of any value or of this one. May be repeated.',
    helpValue: 'NAME[=VALUE]',
    ...REPEATED,
  }),
  archived: Flags.boolean({ summary: 'Only archived ones. Default: only others.', default: false }),
};
