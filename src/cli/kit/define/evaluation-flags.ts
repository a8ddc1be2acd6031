import * as Flags from './flags.ts';
import { LABEL_FLAG } from './record-flags.ts';

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

export const LIMIT_FLAGS = limitFlags('', 'Default: 900, and 60 for judges.');

/** Limits of an evaluation that has some: a new one replaces the old one. */
export const CHANGED_LIMIT_FLAGS = limitFlags(' none removes it.', 'Default: as before. none: 900, and 60 for judges.');

/**
 * @param remark - what help adds to the limits of a run
 * @param otherwise - what bounds a call otherwise, since something always does
 */
function limitFlags(remark: string, otherwise: string) {
  return {
    'max-cost': Flags.string({
      summary: `Stop before the calls and judges of the variants together cost more than this, failed calls included; the rest can be resumed.${remark}`,
      unit: 'USD',
    }),
    'time-limit': Flags.string({
      summary: `Time limit for each evaluation; the rest can be resumed, which starts the time anew.${remark}`,
      unit: 'SECONDS',
    }),
    'call-timeout': Flags.string({
      summary: `Time limit for each call of a route, an evaluator or a judge. ${otherwise}`,
      unit: 'SECONDS',
    }),
  };
}

/** Which rows are one case. */
export const CLUSTER_FLAG = {
  'cluster-by': Flags.string({
    summary:
      'Column that names the cases. Default: case, or else rows with the same inputs and expected answer are one.',
    helpValue: 'COLUMN',
  }),
};

/** Which rows of a test set an evaluation has. */
const SUBSET_FLAGS = {
  where: Flags.string({
    summary:
      'Only rows where this holds for a column: =, !=, >, >=, <, <=, or ~ for "contains", in upper or lower case. May be repeated.',
    helpValue: 'COLUMN=VALUE',
    ...Flags.REPEATED,
  }),
  'failed-of': Flags.string({
    names: 'evaluation',
    summary:
      'Only rows that had an error, false or the worst score in this evaluation of the test set, by id or variant.',
    helpValue: 'EVALUATION',
  }),
  sample: Flags.integer({
    summary: 'Only this many cases, drawn at random; the same ones for the same --seed.',
    helpValue: 'N',
    min: 1,
    exclusive: ['limit'],
  }),
  seed: Flags.integer({
    summary: 'With --sample: its seed. Default: 1.',
    helpValue: 'S',
    min: 0,
    max: 2 ** 32 - 1,
    dependsOn: ['sample'],
  }),
  limit: Flags.integer({ summary: 'Only the first N cases.', helpValue: 'N', min: 1 }),
};

const MAX_ERRORS = {
  summary: 'Exit 1 if more rows of one evaluation failed or have no score than this. Default: 0.',
  helpValue: 'N',
  min: 0,
};

/** How many failed rows of an evaluation a command accepts. */
export const MAX_ERRORS_FLAG = { 'max-errors': Flags.integer(MAX_ERRORS) };

/** The same for a command with a gate, which may say so itself. */
export const GATED_MAX_ERRORS_FLAG = {
  'max-errors': Flags.integer({
    ...MAX_ERRORS,
    summary:
      'Exit 1 if more rows of one evaluation failed or have no score than this. Default: 0; with --gate, what the gate allows.',
  }),
};

export const EVALUATION_FLAGS = {
  ...CLUSTER_FLAG,
  ...SUBSET_FLAGS,
  ...FILE_FLAGS,
  testset: Flags.string({
    names: 'testset',
    allowsPath: true,
    summary: 'Stored test set (NAME@N for revision N), or a csv, json or jsonl file; - reads stdin.',
    helpValue: 'FILE|ID',
    required: true,
  }),
  variants: Flags.string({
    names: 'variant',
    isList: true,
    summary: "Variants, separated by commas. Default: the app's only one.",
    helpValue: 'A,B@N',
  }),
  evaluators: Flags.string({
    names: 'evaluator',
    isList: true,
    summary: 'Evaluators, separated by commas; settings follow a colon.',
    helpValue: 'K,K:setting=value',
    required: true,
  }),
  route: Flags.string({ names: 'route', summary: 'Route to call. Default: the entrypoint, or the only one.' }),
  concurrency: Flags.integer({ summary: 'Concurrent calls, 1 to 1000.', helpValue: 'N', min: 1, max: 1000 }),
  repeat: Flags.integer({
    summary: 'Calls per row; wf eval show counts the rows whose scores differ. Default: 1.',
    helpValue: 'N',
    min: 1,
    max: 1000,
  }),
  shard: Flags.string({
    summary:
      'Run only this shard of the rows, for example 1/4. A run without --shard reuses the results of the shards.',
    helpValue: 'I/N',
  }),
  fresh: Flags.boolean({ summary: 'Call routes and judges again, also where an answer is stored, and replace it.' }),
  'fresh-scores': Flags.boolean({ summary: 'Call judges again for the stored outputs, and replace their scores.' }),
};

/** How an evaluation runs; a plan needs none of it. */
export const RUN_FLAGS = {
  ...LIMIT_FLAGS,
  ...LABEL_FLAG,
  'provider-keys': Flags.string({
    summary:
      'Environment variables to send to judges, for example OPENAI_API_KEY. Default: none; the service has its own.',
    helpValue: 'NAME,NAME',
  }),
};

export const GATE_FLAG = {
  gate: Flags.string({
    summary: 'Check the result against the conditions in this YAML or JSON file: exit 0, 7 or 8.',
    allowsPath: true,
  }),
};

/** A gate of which only the rules are read: nothing is checked yet. */
export const PLANNED_GATE_FLAG = {
  gate: Flags.string({
    summary: 'Show the cases that each rule of this YAML or JSON file needs, to pass and to catch a loss.',
    allowsPath: true,
  }),
};

const BASELINE = {
  names: 'evaluation',
  summary:
    'With --gate: evaluation that it compares with, by id or variant, env:NAME for what an environment runs, or a file of evidence.',
  allowsPath: true,
  dependsOn: ['gate'],
} as const;

export const BASELINE_FLAG = { baseline: Flags.string({ ...BASELINE, dependsOn: [...BASELINE.dependsOn] }) };

/** The same for a run, whose first variant others are compared with. */
export const RUN_BASELINE_FLAG = {
  baseline: Flags.string({
    ...BASELINE,
    summary: `${BASELINE.summary} Default: that of the first of several variants.`,
    dependsOn: [...BASELINE.dependsOn],
  }),
};

/** Flags of a trial: many rows, or several configurations, and nothing is stored. */
export const TRIAL_FLAGS = {
  testset: Flags.string({
    names: 'testset',
    allowsPath: true,
    summary: 'Run the rows of a stored test set, or of a csv, json or jsonl file; - reads stdin.',
    helpValue: 'FILE|ID',
    exclusive: ['input', 'inputs', 'stream'],
  }),
  rows: Flags.string({
    summary: 'With --testset: rows to run, as 1-30,45. Default: all.',
    helpValue: 'ROWS',
    dependsOn: ['testset'],
  }),
  evaluators: Flags.string({
    names: 'evaluator',
    isList: true,
    summary: 'With --testset: evaluators that score each answer, separated by commas; settings follow a colon.',
    helpValue: 'K,K:setting=value',
    dependsOn: ['testset'],
  }),
  'max-errors': Flags.integer({
    ...MAX_ERRORS,
    summary: 'With --testset: exit 1 if more answers failed than this. Default: 0.',
    dependsOn: ['testset'],
  }),
  with: Flags.string({
    summary: 'Also run this configuration, and compare: a JSON object, or @FILE with one. May be repeated.',
    allowsPath: true,
    helpValue: 'JSON',
    ...Flags.REPEATED,
    exclusive: ['stream'],
  }),
};
