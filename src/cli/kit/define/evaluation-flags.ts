import * as Flags from './flags.ts';
import { LABEL_FLAG } from './label-flags.ts';
import { FILE_FLAGS } from './file-flags.ts';

/** Limits that stop an evaluation; it can be resumed. */
export const LIMIT_FLAGS = {
  'max-cost': Flags.string({
    summary: 'Stop before calls and judges cost more than this; the rest can be resumed.',
    helpValue: 'USD',
  }),
  'time-limit': Flags.string({
    summary: 'Time limit for the whole evaluation; the rest can be resumed.',
    helpValue: 'SECONDS',
  }),
  'call-timeout': Flags.string({ summary: 'Time limit for each call. Default: 900.', helpValue: 'SECONDS' }),
};

/** Flags for the variants, the test set and the evaluators. */
export const EVALUATION_FLAGS = {
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
    summary: 'Calls per row; reports rows whose answers differ. Default: 1.',
    helpValue: 'N',
    min: 1,
    max: 1000,
  }),
  shard: Flags.string({
    summary:
      'Run only this shard of the rows, for example 1/4. A run without --shard reuses the results of all shards.',
    helpValue: 'I/N',
  }),
  fresh: Flags.boolean({ summary: 'Call for every row, also where an output is stored.' }),
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
