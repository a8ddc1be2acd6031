import * as Flags from './flags.ts';

export const LABEL_FLAG = labelFlag('Give it a label');

/** @param what - what the flag does, for help */
export function labelFlag(what: string) {
  return { label: Flags.string({ summary: `${what}. May be repeated.`, helpValue: 'NAME=VALUE', ...Flags.REPEATED }) };
}

export const LABEL_FLAGS = {
  ...labelFlag('Set a label'),
  unlabel: Flags.string({ summary: 'Remove a label. May be repeated.', helpValue: 'NAME', ...Flags.REPEATED }),
  archive: Flags.boolean({
    summary: 'Archive it: lists hide it unless --archived is given.',
    exclusive: ['unarchive'],
  }),
  unarchive: Flags.boolean({ summary: 'Unarchive it.' }),
};

export const LABEL_FILTER = {
  label: Flags.string({
    summary: 'Only those with this label, of any value or of this one. May be repeated.',
    helpValue: 'NAME[=VALUE]',
    ...Flags.REPEATED,
  }),
  archived: Flags.boolean({ summary: 'Only archived ones. Default: only others.', default: false }),
};

export const PARAMETER_FLAGS = {
  set: Flags.string({
    summary: 'Set one parameter; @FILE reads its value, @- from stdin, @@ is a text with @.',
    allowsPath: true,
    helpValue: '[/ROUTE:]KEY=VALUE',
    ...Flags.REPEATED,
  }),
  params: Flags.string({
    aliases: ['file'],
    summary: 'JSON object with parameters; - reads stdin. --file is the same.',
    allowsPath: true,
    helpValue: 'FILE|-',
  }),
};

export const OF_ENVIRONMENT = {
  env: Flags.string({
    names: 'environment',
    summary: "A variable of this environment only. Default: one of the app's, which reach unprotected environments.",
    helpValue: 'ENV',
  }),
};
