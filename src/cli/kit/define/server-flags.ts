import * as Flags from './flags.ts';

/** `--bundle-users`, for processes that run deployed code. */
export const BUNDLE_USERS_FLAG = {
  'bundle-users': Flags.string({
    summary: 'Range of user ids that deployed code runs as, one per app. Needs root on Linux.',
    helpValue: 'FIRST-LAST',
  }),
};

/** What every `--port` has in common; 0 picks a free one. */
export const PORT = { helpValue: 'P', min: 0, max: 65535 } as const;
