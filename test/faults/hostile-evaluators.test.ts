import { afterAll, beforeAll, expect, test } from 'vitest';
import { HELD_UP_MS } from '../helpers/loop-watch/expect-nobody-held-up.ts';
import { type WatchedService, watchService } from '../helpers/loop-watch/watch-service.ts';
import { servePeople } from '../helpers/serve-people.ts';

/** Stops a score after 0.3 s, which these rows exceed on any machine. */
let hasty: WatchedService;
/** Waits for scores that end, however busy the machine is. */
let patient: WatchedService;

beforeAll(async () => {
  [hasty, patient] = await Promise.all([watchService(300), watchService(600_000)]);
});

afterAll(async () => {
  await Promise.all([hasty[Symbol.asyncDispose](), patient[Symbol.asyncDispose]()]);
});

interface Run {
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly settings?: Readonly<Record<string, unknown>>;
}

/** A run that holds up its process until that is killed. */
const ENDLESS: Run = {
  inputs: { prediction: `${'a'.repeat(60)}!` },
  settings: { regex_pattern: '(a+)+$' },
};

const textOf = (length: number, first: number) =>
  Array.from({ length }, (_, i) => String.fromCodePoint(first + ((i * 7) % 26))).join('');

const SLOW = /took longer than 0\.3 s and was stopped/;

type Row = readonly [what: string, key: string, run: Run, message: RegExp];

const STOPPED: readonly Row[] = [
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

const REFUSED: readonly Row[] = [
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
    'auto_exact_match',
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

async function run(service: WatchedService, key: string, body: Run) {
  const { status, text, ms } = await service.measure('POST', `/evaluators/${key}/run`, JSON.stringify(body));
  return { status, text, isHeldUp: ms > HELD_UP_MS };
}

test.each(STOPPED)('%s is stopped, and holds up nobody', async (_, key, body, message) => {
  expect(await run(hasty, key, body)).toEqual({ status: 422, text: expect.stringMatching(message), isHeldUp: false });
});

test.each(REFUSED)('%s is refused, and holds up nobody', async (_, key, body, message) => {
  expect(await run(patient, key, body)).toEqual({ status: 422, text: expect.stringMatching(message), isHeldUp: false });
});

test('6,000 words are compared in little memory, and hold up nobody', async () => {
  const words = (first: number) => Array.from({ length: 6000 }, (_, i) => `w${(i * first) % 1009}`).join(' ');
  const answer = await run(patient, 'auto_rouge_l', { inputs: { prediction: words(7), ground_truth: words(11) } });
  expect(answer).toEqual({ status: 200, text: expect.stringMatching(/^{"outputs":{"score":/), isHeldUp: false });
});

test('an expression that takes long to compile is not stored, and holds up nobody', async () => {
  const { appId: app_id } = patient.world;
  const settings_values = { expression: '['.repeat(90_000) };
  const body = { app_id, name: 'deep', evaluator_key: 'auto_jsonata', settings_values };
  const { status, ms } = await patient.measure('POST', '/evaluators/configs', JSON.stringify(body));
  expect([status, ms < HELD_UP_MS]).toEqual([422, true]);
});

test("wf serve stops slow rows after 5 s, and one author's take turns with another's", async () => {
  await using service = await servePeople();
  const left = new AbortController();
  const headers = { authorization: `ApiKey ${service.keyOf('author')}`, 'content-type': 'application/json' };
  const sent = { method: 'POST', headers, body: JSON.stringify(ENDLESS), signal: left.signal };
  const path = '/evaluators/auto_regex_test/run';
  // Two are computed at a time, so the third one's turn comes with the other author's.
  const slow = [1, 2, 3].map(async () => await (await fetch(`${service.url}${path}`, sent)).text());
  const ended: string[] = [];
  for (const each of slow) each.then(() => ended.push('slow')).catch(() => ended.push('left'));
  const body = { inputs: { prediction: { total: 3 } }, settings: { expression: 'total = 3' } };
  const quick = await service.sendAsAnother('author', 'POST', '/evaluators/auto_jsonata/run', body);
  expect(quick).toEqual({ status: 200, body: { outputs: { success: true } } });
  expect(ended.length).toBeLessThan(3);
  expect(await slow[0]).toContain('took longer than 5 s and was stopped');
  left.abort();
  await expect.poll(() => ended.length).toBe(3);
});
