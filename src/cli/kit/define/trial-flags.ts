import * as Flags from './flags.ts';

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
    summary: 'Rows to run, as 1-30,45. Default: all.',
    helpValue: 'ROWS',
    dependsOn: ['testset'],
  }),
  evaluators: Flags.string({
    names: 'evaluator',
    isList: true,
    summary: 'Evaluators that score each answer, separated by commas; settings follow a colon.',
    helpValue: 'K,K:setting=value',
    dependsOn: ['testset'],
  }),
  with: Flags.string({
    summary: 'Also run this configuration, and compare: a JSON object, or @FILE with one. May be repeated.',
    helpValue: 'JSON',
    multiple: true,
    multipleNonGreedy: true,
    exclusive: ['stream'],
  }),
};
