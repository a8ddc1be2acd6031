import type { Interfaces } from '@oclif/core';
import { custom as customArgument } from '@oclif/core/args';
import { boolean, custom, integer as wholeNumber } from '@oclif/core/flags';
import type { NameKind } from '../../../use-cases/choose/list-choices.ts';

/** oclif's flags, which may also declare what their values name. */
export { boolean };

const text = custom<string, Naming>();

/** An option with a text value; help labels the value by what it is or names. */
export const string = ((options?: Parameters<typeof text>[0]) => {
  const helpValue = valueWordOf(options ?? {});
  // oclif's type has an overload per kind of option; options are passed on unchanged.
  return text({ ...(helpValue !== undefined && { helpValue }), ...options } as Parameters<typeof text>[0]);
}) as typeof text;

/** A text argument of oclif, which may also declare what it names. */
export const argument = customArgument<string, Naming>({});

const INTEGER = { parse: wholeNumber().parse, isInteger: true };

/** An option with an integer value, from `min` to `max` if given. */
export const integer = custom<number, Naming & { min?: number; max?: number }>(INTEGER);

/**
 * What the value of a flag or an argument is. Prompts, shell completion, help and MCP tools read only this: no behaviour
 * depends on the text that describes the flag, or on its parser, of which the built program has two copies.
 */
export type Naming = {
  /** Whether the value is an integer. */
  isInteger?: boolean;
  /** Whether the value is a number or an id. */
  isNumberOrId?: boolean;
  /** Kind of names, which only the service or this machine knows. */
  names?: NameKind;
  /** Unit of a number, which the command reads from the text. */
  unit?: 'USD' | 'SECONDS' | 'SHARE';
  /** Whether the value may be, or name, a file or a folder of this machine. */
  allowsPath?: boolean;
  /** Whether the value may be several names, separated by commas. */
  isList?: boolean;
  /** Value in MCP tools, if the input has none. */
  toolDefault?: number;
};

export function namingOf(definition: object): Naming {
  return definition;
}

/** Labels the value in help: `--testset FILE|TESTSET`. */
function valueWordOf({ unit, names, allowsPath, isList }: Naming): string | undefined {
  const word = names?.split(' ').at(-1)?.toUpperCase();
  if (word === undefined) return unit ?? (allowsPath ? 'FILE' : undefined);
  return `${allowsPath ? 'FILE|' : ''}${word}${isList ? ',…' : ''}`;
}

/** Of a flag that cuts a list, which is whole without it. */
export const CUT = { toolDefault: 100, helpValue: 'N', min: 1 } as const;

/** An option that may be repeated, each time with one value. */
export const REPEATED = { multiple: true, multipleNonGreedy: true } as const;

export const BASE_FLAGS = {
  json: boolean({
    summary: 'Print one JSON document with the wire field names; --json=FIELD,FIELD only these.',
    helpGroup: 'GLOBAL',
  }),
  jq: string({
    summary: 'Print the output of a jq filter over the JSON document, strings without quotes.',
    helpGroup: 'GLOBAL',
    helpValue: 'FILTER',
  }),
  tsv: boolean({
    summary: 'Print tables as tab-separated values.',
    helpGroup: 'GLOBAL',
    exclusive: ['json', 'jq'],
  }),
  quiet: boolean({
    char: 'q',
    summary: 'Print only ids (or names) and no progress.',
    helpGroup: 'GLOBAL',
    exclusive: ['json', 'jq', 'tsv'],
  }),
  profile: string({
    names: 'profile',
    summary: 'Use the settings and the key of this profile.',
    helpGroup: 'GLOBAL',
  }),
  'base-url': string({ summary: 'URL of the service.', helpGroup: 'GLOBAL', helpValue: 'URL' }),
  timeout: string({
    summary: 'Time limit for each request, and for the wait for an evaluation.',
    helpGroup: 'GLOBAL',
    unit: 'SECONDS',
  }),
  debug: boolean({
    summary: 'Show requests (credentials redacted) and stack traces on stderr.',
    helpGroup: 'GLOBAL',
  }),
  'no-color': boolean({ summary: 'Print without colours.', helpGroup: 'GLOBAL' }),
  trust: boolean({
    summary: "Run the project's code and give it its variables, this time only: see wf trust.",
    helpGroup: 'GLOBAL',
  }),
};

export const APP_FLAG = {
  app: string({
    names: 'app',
    summary: "Name or id of the app. Default: WF_APP, the project's, the profile's, or the only one.",
  }),
};

/** The app of commands that create it. */
export const PROJECT_APP_FLAG = {
  app: string({
    names: 'app',
    summary: "Name or id of the app. Default: WF_APP, the project's, the profile's, or the folder's.",
  }),
};

export const INPUT_FLAGS = {
  input: string({
    char: 'i',
    summary: 'Set one input.',
    helpValue: 'KEY=VALUE',
    ...REPEATED,
  }),
  inputs: string({ summary: 'JSON object with inputs; - reads stdin.', allowsPath: true, helpValue: 'FILE|-' }),
};

export const MESSAGE_FLAG = {
  message: string({ char: 'm', summary: 'Reason for the change, stored with the revision.', helpValue: 'TEXT' }),
};

/** Help of commands that change nothing without confirmation. */
export const ASKS_FIRST = 'Asks first on a terminal; scripts pass --yes.';

export const YES_FLAG = { yes: boolean({ char: 'y', summary: 'Skip the confirmation.' }) };

export const EVENTS_FLAG = {
  events: boolean({ summary: 'Print progress on stderr, one JSON object per line.' }),
};

export const CHECK_FLAG = {
  check: boolean({
    summary: 'Fail on type errors. Default: report them; --no-check checks nothing.',
    allowNo: true,
  }),
};

export const MARKDOWN_FLAG = {
  markdown: boolean({
    summary: 'Print Markdown for a comment on a pull request.',
    exclusive: ['json', 'jq', 'quiet', 'tsv'],
  }),
};

export const INTERACTIVE_FLAG = {
  interactive: boolean({
    summary: 'Browse the list: move, filter, open, copy an id, compare two.',
    exclusive: ['json', 'jq', 'quiet', 'tsv'],
  }),
};

/** Values of the flags of every command, and of shared ones that a command may have. */
export type SharedFlags = Partial<
  Interfaces.InferredFlags<
    typeof BASE_FLAGS &
      typeof APP_FLAG &
      typeof YES_FLAG &
      typeof EVENTS_FLAG &
      typeof MARKDOWN_FLAG &
      typeof INTERACTIVE_FLAG
  >
>;

export const OUTPUT_FLAG = {
  output: string({ char: 'o', summary: 'File to write; - for standard output.', allowsPath: true }),
};

const STDOUT = ['-', '/dev/stdout', '/dev/fd/1'];

/** Returns the file that `--output` names; `null`: standard output. */
export function fileOf(output: string | undefined): string | null {
  return output === undefined || STDOUT.includes(output) ? null : output;
}

export const EVALUATION_ARG = {
  id: argument({
    names: 'evaluation',
    required: true,
    description:
      "Id or id prefix, or a variant's name for its newest evaluation, unless it has some of several routes or test sets.",
  }),
};

/** For names of evaluations: a variant may have some of several routes. */
export const EVALUATION_ROUTE_FLAG = {
  route: string({ names: 'route', summary: 'Route that the evaluation called, where a variant has some of several.' }),
};

export const HUMAN_EVALUATION_ARG = {
  id: argument({ names: 'human evaluation', required: true, description: 'Id or id prefix.' }),
};

export const ENVIRONMENT_ARG = {
  environment: argument({ names: 'environment', required: true, description: 'Name of the environment.' }),
};

export const VARIANT_ARG = {
  variant: argument({ names: 'variant', required: true, description: 'Name, id or id prefix.' }),
};

export const TESTSET_REVISION_ARG = {
  testset: argument({
    names: 'testset',
    required: true,
    description: 'Name, id or id prefix, @N for a revision.',
  }),
};

export const ROUTE_ARG = {
  route: argument({ names: 'route', required: true, description: 'Path of the route; / is the entrypoint.' }),
};

export const PROFILE_ARG = {
  name: argument({ names: 'profile', required: true, description: 'Name of the profile.' }),
};

export const PROJECT_FOLDER_ARG = { dir: argument({ allowsPath: true, description: 'Folder of the project.' }) };
