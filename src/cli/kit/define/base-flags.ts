import * as Flags from './flags.ts';

/** Flags of every command. */
export const BASE_FLAGS = {
  json: Flags.boolean({
    summary: 'Print one JSON document with the wire field names; --json=FIELD,FIELD only these.',
    helpGroup: 'GLOBAL',
  }),
  jq: Flags.string({
    summary: 'Print the output of a jq filter over the JSON document, strings without quotes.',
    helpGroup: 'GLOBAL',
    helpValue: 'FILTER',
  }),
  tsv: Flags.boolean({
    summary: 'Print tab-separated values.',
    helpGroup: 'GLOBAL',
    exclusive: ['json', 'jq'],
  }),
  quiet: Flags.boolean({
    char: 'q',
    summary: 'Print only ids (or names) and no progress.',
    helpGroup: 'GLOBAL',
    exclusive: ['json', 'jq', 'tsv'],
  }),
  profile: Flags.string({
    names: 'profile',
    summary: 'Use the settings and the key of this profile.',
    helpGroup: 'GLOBAL',
  }),
  'base-url': Flags.string({ summary: 'URL of the service.', helpGroup: 'GLOBAL', helpValue: 'URL' }),
  timeout: Flags.string({
    summary: 'Time limit for each request, and for the wait for an evaluation.',
    helpGroup: 'GLOBAL',
    helpValue: 'SECONDS',
  }),
  debug: Flags.boolean({
    summary: 'Show requests (credentials redacted) and stack traces on stderr.',
    helpGroup: 'GLOBAL',
  }),
  'no-color': Flags.boolean({ summary: 'Print without colours.', helpGroup: 'GLOBAL' }),
};

/** `--app`, for commands about the records of one app. */
export const APP_FLAG = {
  app: Flags.string({
    names: 'app',
    summary: "Name or id of the app. Default: the project's.",
  }),
};

/** `--input` and `--inputs`, for commands that call a route. */
export const INPUT_FLAGS = {
  input: Flags.string({
    char: 'i',
    summary: 'Set one input.',
    helpValue: 'KEY=VALUE',
    multiple: true,
    multipleNonGreedy: true,
  }),
  inputs: Flags.string({ summary: 'JSON object with inputs; - reads stdin.', helpValue: 'FILE|-' }),
};

/** `--message`, stored with a revision. */
export const MESSAGE_FLAG = {
  message: Flags.string({ char: 'm', summary: 'Reason for the change, stored with the revision.', helpValue: 'TEXT' }),
};

/** Help of commands that change nothing without confirmation. */
export const ASKS_FIRST = 'Asks first on a terminal; scripts pass --yes.';

/** `--yes`, for commands that change something. */
export const YES_FLAG = { yes: Flags.boolean({ char: 'y', summary: 'Skip the confirmation.' }) };

/** `--events`, for long work. */
export const EVENTS_FLAG = {
  events: Flags.boolean({ summary: 'Print progress on stderr, one JSON object per line.' }),
};

/** `--check`, for commands that build. */
export const CHECK_FLAG = {
  check: Flags.boolean({
    summary: 'Fail on type errors. Default: report them; --no-check checks nothing.',
    allowNo: true,
  }),
};

/** `--markdown`, for results that users paste into a comment. */
export const MARKDOWN_FLAG = {
  markdown: Flags.boolean({
    summary: 'Print Markdown for a comment on a pull request.',
    exclusive: ['json', 'jq', 'quiet', 'tsv'],
  }),
};

/** `--interactive`, for lists to browse. */
export const INTERACTIVE_FLAG = {
  interactive: Flags.boolean({
    summary: 'Browse the list: move, filter, open, copy an id, compare two.',
    exclusive: ['json', 'jq', 'quiet', 'tsv'],
  }),
};

/** Values of the flags of every command, and of shared ones that a command may have. */
export interface SharedFlags {
  readonly json?: boolean;
  readonly jq?: string;
  readonly tsv?: boolean;
  readonly markdown?: boolean;
  readonly quiet?: boolean;
  readonly profile?: string;
  readonly 'base-url'?: string;
  readonly timeout?: string;
  readonly debug?: boolean;
  readonly 'no-color'?: boolean;
  readonly app?: string;
  readonly yes?: boolean;
  readonly events?: boolean;
  readonly interactive?: boolean;
}
