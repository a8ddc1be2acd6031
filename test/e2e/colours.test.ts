import { expect, test } from 'vitest';
import { openTerminal } from '../helpers/open-terminal.ts';
import { serveRecords } from '../helpers/serve-records.ts';
import { EVALUATION_ID, SUPPORT } from '../helpers/support-records.ts';

const figures = {
  count: 4,
  missing: 0,
  partial: 0,
  flaky: 0,
  variance: 0,
  least: 0,
  p50: 1,
  p90: 1,
  p95: 1,
  p99: 1,
  greatest: 1,
};

const SUMMARY = {
  id: EVALUATION_ID,
  variant: 'formal',
  level: 0.95,
  rows: 4,
  cases: 4,
  repeats: 1,
  errors: 0,
  flaky: 0,
  metrics: [
    {
      ...figures,
      metric: 'similarity',
      kind: 'score',
      goal: 'higher',
      mean: 0.5,
      interval: [0.25, 0.75],
      histogram: [0, 1, 8].map((count) => ({ from: 0, to: 1, count })),
    },
  ],
  worst: [],
};

/** Shows the evaluation on a terminal until it ends. */
async function show(env: Readonly<Record<string, string>>): Promise<string> {
  await using server = await serveRecords({ ...SUPPORT, [`/evaluations/${EVALUATION_ID}/summary`]: SUMMARY });
  const args = ['eval', 'show', EVALUATION_ID, '--base-url', server.url];
  await using terminal = openTerminal(args, { columns: 100, env });
  expect(await terminal.exitCode).toBe(0);
  await terminal.shows('similarity');
  return terminal.written();
}

test('a bar is green up to the lower bound and yellow up to the upper; a sparkline has one colour', async () => {
  const drawn = await show({});
  expect(drawn).toContain('\u001b[32m█████\u001b[33m▒▒▒▒▒▒▒▒▒▒');
  expect(drawn).toContain('\u001b[36m ▁█\u001b[39m');
});

test.each([
  ['NO_COLOR', { NO_COLOR: '1' }],
  ['a dumb terminal', { TERM: 'dumb' }],
])('with %s, the same text has no escape sequences', async (_, env) => {
  const drawn = await show(env);
  expect(drawn).not.toContain('\u001b[');
  expect(drawn).toContain('similarity');
});
