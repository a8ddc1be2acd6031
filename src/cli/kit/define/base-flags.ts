import * as Flags from './flags.ts';
import * as Args from './args.ts';

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

export const APP_FLAG = {
  app: Flags.string({
    names: 'app',
    summary: "Name or id of the app. Default: the project's.",
  }),
};

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

export const MESSAGE_FLAG = {
  message: Flags.string({ char: 'm', summary: 'Reason for the change, stored with the revision.', helpValue: 'TEXT' }),
};

/** Help of commands that change nothing without confirmation. */
export const ASKS_FIRST = 'Asks first on a terminal; scripts pass --yes.';

export const YES_FLAG = { yes: Flags.boolean({ char: 'y', summary: 'Skip the confirmation.' }) };

export const EVENTS_FLAG = {
  events: Flags.boolean({ summary: 'Print progress on stderr, one JSON object per line.' }),
};

export const CHECK_FLAG = {
  check: Flags.boolean({
    summary: 'Fail on type errors. Default: report them; --no-check checks nothing.',
    allowNo: true,
  }),
};

export const MARKDOWN_FLAG = {
  markdown: Flags.boolean({
    summary: 'Print Markdown for a comment on a pull request.',
    exclusive: ['json', 'jq', 'quiet', 'tsv'],
  }),
};

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

export const OUTPUT_FLAG = {
  output: Flags.string({ char: 'o', summary: 'File to write; - for standard output.', helpValue: 'FILE' }),
};

/** Names of standard output. */
const STDOUT = ['-', '/dev/stdout', '/dev/fd/1'];

/** Returns the file that `--output` names; `null`: standard output. */
export function fileOf(output: string | undefined): string | null {
  return output === undefined || STDOUT.includes(output) ? null : output;
}

export const EVALUATION_ARG = {
  id: Args.string({
    names: 'evaluation',
    required: true,
    description: "Id or id prefix, or a variant's name for its newest evaluation.",
  }),
};

export const HUMAN_EVALUATION_ARG = {
  id: Args.string({ names: 'human evaluation', required: true, description: 'Id or id prefix.' }),
};

export const ENVIRONMENT_ARG = {
  environment: Args.string({ names: 'environment', required: true, description: 'Name of the environment.' }),
};

export const VARIANT_ARG = {
  variant: Args.string({ names: 'variant', required: true, description: 'Name, id or id prefix.' }),
};

export const TESTSET_REVISION_ARG = {
  testset: Args.string({
    names: 'testset',
    required: true,
    description: 'Name, id or id prefix, @N for a revision.',
  }),
};

export const ROUTE_ARG = {
  route: Args.string({ names: 'route', required: true, description: 'Path of the route; / is the entrypoint.' }),
};

export const PROFILE_ARG = {
  name: Args.string({ names: 'profile', required: true, description: 'Name of the profile.' }),
};

export const PROJECT_FOLDER_ARG = { dir: Args.string({ description: 'Folder of the project.' }) };
