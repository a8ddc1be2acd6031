import { afterAll, beforeAll, expect, test } from 'vitest';
import { ENDLESS, REFUSED, runScore, SCORED, type ScoreRun, STOPPED } from '../helpers/loop-watch/hostile-runs.ts';
import { type WatchedService, watchService } from '../helpers/loop-watch/watch-service.ts';
import { servePeople } from '../helpers/serve-people.ts';

/** Stops a score after 0.3 s. */
let hasty: WatchedService;
/** Waits for scores that end, however busy the machine is. */
let patient: WatchedService;

beforeAll(async () => {
  [hasty, patient] = await Promise.all([watchService(300), watchService(600_000)]);
});

afterAll(async () => {
  await Promise.all([hasty[Symbol.asyncDispose](), patient[Symbol.asyncDispose]()]);
});

async function run(service: WatchedService, ...given: readonly [key: string, run: ScoreRun]) {
  const { status, text } = await runScore(service, ...given);
  return { status, text };
}

test.each(STOPPED)('%s is stopped', async (_, key, body, says) => {
  expect(await run(hasty, key, body)).toEqual({ status: 422, text: expect.stringMatching(says) });
});

test.each(REFUSED)('%s is refused', async (_, key, body, says) => {
  expect(await run(patient, key, body)).toEqual({ status: 422, text: expect.stringMatching(says) });
});

test.each(SCORED)('%s are scored in little memory', async (_, key, body, says) => {
  expect(await run(patient, key, body)).toEqual({ status: 200, text: expect.stringMatching(says) });
});

test('an expression that takes long to compile is not stored', async () => {
  const { appId: app_id } = patient.world;
  const settings_values = { expression: '['.repeat(90_000) };
  const body = { app_id, name: 'deep', evaluator_key: 'auto_jsonata', settings_values };
  expect(await patient.measure('POST', '/evaluators/configs', JSON.stringify(body))).toMatchObject({ status: 422 });
});

test("wf serve stops slow rows after 5 s, and one author's take turns with another's", async () => {
  await using service = await servePeople();
  const left = new AbortController();
  const headers = { authorization: `ApiKey ${service.keyOf('author')}`, 'content-type': 'application/json' };
  const sent = { method: 'POST', headers, body: JSON.stringify(ENDLESS), signal: left.signal };
  const path = '/evaluators/auto_regex_test/run';
  // Two are computed at a time, so the third one's turn comes with the other author's, long before the last one's.
  const slow = Array.from({ length: 12 }, async () => await (await fetch(`${service.url}${path}`, sent)).text());
  const ended: string[] = [];
  for (const each of slow) each.then(() => ended.push('slow')).catch(() => ended.push('left'));
  const body = { inputs: { prediction: { total: 3 } }, settings: { expression: 'total = 3' } };
  const quick = await service.sendAsAnother('author', 'POST', '/evaluators/auto_jsonata/run', body);
  expect(quick).toEqual({ status: 200, body: { outputs: { success: true } } });
  expect(ended.length).toBeLessThan(slow.length);
  expect(await slow[0]).toContain('took longer than 5 s and was stopped');
  left.abort();
  await expect.poll(() => ended.length).toBe(slow.length);
});
