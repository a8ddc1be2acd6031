import { afterAll, beforeAll, expect, test } from 'vitest';
import { servePeople, type ServedPeople } from '../helpers/serve-people.ts';

let service: ServedPeople;

beforeAll(async () => {
  service = await servePeople();
});

afterAll(async () => await service[Symbol.asyncDispose]());

interface Run {
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly settings?: Readonly<Record<string, unknown>>;
}

/** A run that holds up its process until that is killed. */
const ENDLESS: Run = {
  inputs: { prediction: `${'a'.repeat(60)}!` },
  settings: { regex_pattern: '(a+)+$' },
};

const text = (length: number, first: number) =>
  Array.from({ length }, (_, i) => String.fromCodePoint(first + ((i * 7) % 26))).join('');

const SLOW = /took longer than 5 s and was stopped/;
const LARGE = /needed more than 256 MB of memory and was stopped|took longer than 5 s and was stopped/;
const LONG = /scores at most 1,000,000 characters of output and row together/;

const HOSTILE: readonly (readonly [string, string, Run, RegExp])[] = [
  [
    'an expression that sorts ten million numbers',
    'auto_jsonata',
    { inputs: { prediction: 'x' }, settings: { expression: '$count($sort([1..9999999]))' } },
    LARGE,
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
    { inputs: { prediction: text(200_000, 65), ground_truth: text(200_000, 97) } },
    SLOW,
  ],
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
  [
    'a text that is too long',
    'auto_exact_match',
    { inputs: { prediction: 'x'.repeat(1_100_000), ground_truth: 'y' } },
    LONG,
  ],
  [
    'a number of a million digits',
    'auto_numeric_difference',
    { inputs: { prediction: `${'1'.repeat(900_000)}x`, ground_truth: '1' } },
    /not a number/,
  ],
];

/** Asks for the health of the service, one request after another, until something is done. */
async function slowestHealthUntil(done: Promise<unknown>): Promise<number> {
  const end = new AbortController();
  void done.finally(() => end.abort());
  let slowest = 0;
  while (!end.signal.aborted) {
    const begun = performance.now();
    expect((await service.send(null, 'GET', '/health')).status).toBe(200);
    slowest = Math.max(slowest, performance.now() - begun);
  }
  return slowest;
}

test.each(HOSTILE)('%s fails, and nobody waits for it', async (_, key, body, message) => {
  const running = service.send('author', 'POST', `/evaluators/${key}/run`, body);
  // The service's thread would be held up for five seconds or more; a busy machine takes a part of one.
  expect(await slowestHealthUntil(running)).toBeLessThan(1500);
  const { status, body: answer } = await running;
  expect(status).toBe(422);
  expect(JSON.stringify(answer)).toMatch(message);
});

test('6,000 words are compared in little memory', async () => {
  const words = (first: number) => Array.from({ length: 6000 }, (_, i) => `w${(i * first) % 1009}`).join(' ');
  const inputs = { prediction: words(7), ground_truth: words(11) };
  const { status, body } = await service.send('author', 'POST', '/evaluators/auto_rouge_l/run', { inputs });
  expect([status, body]).toEqual([200, { outputs: { score: expect.any(Number) } }]);
});

test('a schema that takes long to compile is not stored', async () => {
  const { body: app } = await service.send('author', 'POST', '/apps', { app_name: 'compile' });
  const { app_id } = app as { app_id: string }; // the answer of `POST /apps`
  const settings_values = { expression: '['.repeat(90_000) };
  const body = { app_id, name: 'deep', evaluator_key: 'auto_jsonata', settings_values };
  const running = service.send('author', 'POST', '/evaluators/configs', body);
  expect(await slowestHealthUntil(running)).toBeLessThan(1500);
  expect((await running).status).toBe(422);
});

test("one author's slow rows take turns with another's", async () => {
  const slow = Array.from({ length: 5 }, () =>
    service.send('author', 'POST', '/evaluators/auto_regex_test/run', ENDLESS),
  );
  let isSlowDone = false;
  void Promise.all(slow).then(() => (isSlowDone = true));
  const body = { inputs: { prediction: { total: 3 } }, settings: { expression: 'total = 3' } };
  const quick = await service.sendAsAnother('author', 'POST', '/evaluators/auto_jsonata/run', body);
  expect(quick).toEqual({ status: 200, body: { outputs: { success: true } } });
  expect(isSlowDone).toBe(false);
  for (const each of slow) expect((await each).status).toBe(422);
});

test('a viewer runs no evaluator', async () => {
  const body = { inputs: { prediction: 'a', ground_truth: 'a' } };
  expect((await service.send('viewer', 'POST', '/evaluators/auto_exact_match/run', body)).status).toBe(403);
});
