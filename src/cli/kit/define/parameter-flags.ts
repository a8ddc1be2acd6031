import * as Flags from './flags.ts';

/** `--set` and `--params`, for the parameters of a variant. */
export const PARAMETER_FLAGS = {
  set: Flags.string({
    summary: 'Set one parameter; @FILE reads its value, @- from stdin, @@ is a text with @.',
    helpValue: '[/ROUTE:]KEY=VALUE',
    multiple: true,
    multipleNonGreedy: true,
  }),
  params: Flags.string({
    aliases: ['file'],
    summary: 'JSON object with parameters; - reads stdin. --file is the same.',
    helpValue: 'FILE|-',
  }),
};
