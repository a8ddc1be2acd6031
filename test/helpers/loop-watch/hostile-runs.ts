/** Runs of evaluators that are long, large or endless. */
import type { LargeRequest } from './large-requests.ts';
import type { WatchedService } from './watch-service.ts';

export interface ScoreRun {
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly settings?: Readonly<Record<string, unknown>>;
}

/** A run that holds up its process until that is killed. */
export const ENDLESS: ScoreRun = {
  inputs: { prediction: `${'a'.repeat(60)}!` },
  settings: { regex_pattern: '(a+)+$' },
};

const textOf = (length: number, first: number) =>
  Array.from({ length }, (_, i) => String.fromCodePoint(first + ((i * 7) % 26))).join('');

const SLOW = /took longer than 0\.3 s and was stopped/;

/** Its evaluator, and what the answer says. */
export type HostileRun = readonly [what: string, key: string, run: ScoreRun, says: RegExp];

/** For a service that stops a score after 0.3 s, which these exceed on any machine. */
export const STOPPED: readonly HostileRun[] = [
  [
    'an expression that sorts ten million numbers',
    'auto_jsonata',
    { inputs: { prediction: 'x' }, settings: { expression: '$count($sort([1..9999999]))' } },
    /needed more than 256 MB of memory and was stopped|took longer than 0\.3 s and was stopped/,
  ],
  [
    'an expression that doubles a text for ever',
    'auto_jsonata',
    { inputs: { prediction: 'x' }, settings: { expression: '($f := function($s) { $f($s & $s) }; $f("ab"))' } },
    /auto_jsonata|expression/,
  ],
  [
    'an expression with a slow pattern',
    'auto_jsonata',
    { inputs: { prediction: { a: `${'a'.repeat(60)}!` } }, settings: { expression: '$contains(a, /(a+)+$/)' } },
    SLOW,
  ],
  [
    'two texts of 200 kB',
    'auto_levenshtein_distance',
    { inputs: { prediction: textOf(200_000, 65), ground_truth: textOf(200_000, 97) } },
    SLOW,
  ],
  [
    'forty slow patterns',
    'auto_json_schema',
    {
      inputs: { prediction: { a: `${'a'.repeat(60)}!` } },
      settings: {
        schema: JSON.stringify({
          allOf: Array.from({ length: 40 }, (_, i) => ({ properties: { a: { not: { pattern: `(a+)+${i}$` } } } })),
        }),
      },
    },
    SLOW,
  ],
  ['a slow pattern', 'auto_regex_test', ENDLESS, SLOW],
  [
    'alternatives without a quantifier',
    'auto_regex_test',
    { inputs: { prediction: 'a'.repeat(40) }, settings: { regex_pattern: `${'(?:a|a)'.repeat(34)}b` } },
    SLOW,
  ],
];

export const REFUSED: readonly HostileRun[] = [
  [
    '15,000 items that must differ',
    'auto_json_schema',
    {
      inputs: { prediction: Array.from({ length: 15_000 }, (_, i) => ({ a: { b: i }, c: [i] })) },
      settings: { schema: '{"uniqueItems":true}' },
    },
    // Fewer take no time that anybody notices.
    /at most 10,000 values/,
  ],
  [
    'a text that is too long',
    'auto_similarity_match',
    { inputs: { prediction: 'x'.repeat(1_100_000), ground_truth: 'y' } },
    /scores at most 1,000,000 characters of output and row together/,
  ],
  [
    'a number of a million digits',
    'auto_numeric_difference',
    { inputs: { prediction: `${'1'.repeat(900_000)}x`, ground_truth: '1' } },
    /not a number/,
  ],
];

const words = (first: number) => Array.from({ length: 6000 }, (_, i) => `w${(i * first) % 1009}`).join(' ');

export const SCORED: readonly HostileRun[] = [
  [
    '6,000 words',
    'auto_rouge_l',
    { inputs: { prediction: words(7), ground_truth: words(11) } },
    /^{"outputs":{"score":/,
  ],
];

export async function runScore({ measure }: WatchedService, key: string, run: ScoreRun) {
  return await measure('POST', `/evaluators/${key}/run`, JSON.stringify(run));
}

export async function* sendRuns(service: WatchedService, runs: readonly HostileRun[]): AsyncGenerator<LargeRequest> {
  for (const [what, key, run, says] of runs) {
    const { status, text, ms } = await runScore(service, key, run);
    yield { what, status, isExpected: says.test(text), ms };
  }
}
