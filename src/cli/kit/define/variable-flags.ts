import * as Flags from './flags.ts';

/** `--env`, for commands about variables. */
export const OF_ENVIRONMENT = {
  env: Flags.string({
    names: 'environment',
    summary: "Variables of this environment only. Default: the app's, which reach every unprotected environment.",
    helpValue: 'ENV',
  }),
};
