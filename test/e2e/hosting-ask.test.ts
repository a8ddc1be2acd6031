import { expect, test } from 'vitest';
import { hostWorkflow } from '../helpers/host-workflow.ts';

test.each([
  ['/playground/run/echo', { text: 'hi', tone: 'loud' }],
  ['/playground/run/echo', { text: 'ü'.repeat(300_000) }],
  ['/playground/run/echo?inline=true', {}],
  ['/playground/run/count', { words: 3 }],
  ['/playground/run/refuse', {}],
  ['/playground/run/fail', {}],
  ['/playground/run/variable', {}],
  ['/run', {}],
])('%s answers the same over the channel as over HTTP', async (path, body) => {
  await using hosted = await hostWorkflow('every-answer.ts');
  const response = await hosted.call(path, body, { 'content-type': 'application/json' });
  const { status, text } = await hosted.askProcess(path, body);
  expect([status, sameEachTime(text)]).toEqual([response.status, sameEachTime(await response.text())]);
});

test('an unknown path answers 404 over the channel, too', async () => {
  await using hosted = await hostWorkflow('every-answer.ts');
  expect(await hosted.askProcess('/nothing')).toMatchObject({ status: 404 });
});

test('concurrent calls each get their own answer', async () => {
  await using hosted = await hostWorkflow('every-answer.ts');
  const numbers = Array.from({ length: 200 }, (_, index) => `${index}`);
  const answers = await Promise.all(
    numbers.map(async (text) => await hosted.askProcess('/playground/run/echo', { text })),
  );
  // The route's answer, in the envelope of every answer.
  const texts = answers.map(({ text }) => (JSON.parse(text) as { data: { text: string } }).data.text);
  expect(texts).toEqual(numbers);
});

test("the handler's signal fires when the caller over the channel disconnects", async () => {
  await using hosted = await hostWorkflow('leaving.ts');
  const leaving = new AbortController();
  const asked = hosted.askProcess('/playground/run/wait', {}, leaving.signal);
  // The process runs and takes calls in order.
  await hosted.askProcess('/playground/run/look');
  leaving.abort();
  await expect(asked).rejects.toThrow();
  await expect.poll(async () => await hosted.ask('/playground/run/look')).toMatchObject({ data: { fired: 1 } });
});

test('calls in a process that exits fail, and the next call gets a new process', async () => {
  await using hosted = await hostWorkflow('leaving.ts');
  const waiting = hosted.askProcess('/playground/run/wait');
  const died = await hosted.askProcess('/playground/run/die');
  expect([died.status, (await waiting).status]).toEqual([502, 502]);
  expect([died.hasEnded, (await waiting).hasEnded]).toEqual([true, true]);
  expect(died.text).toContain('7');
  expect(await hosted.askProcess('/playground/run/look')).toMatchObject({ status: 200 });
});

test("a process that answers nothing within a call's time limit is killed, and the next call gets a new one", async () => {
  await using hosted = await hostWorkflow('leaving.ts');
  await hosted.askProcess('/playground/run/look');
  // Well after the call has reached the process.
  const spinning = hosted.askProcess('/playground/run/spin', {}, AbortSignal.timeout(3000));
  expect(await spinning).toMatchObject({
    status: 504,
    hasEnded: true,
    text: expect.stringContaining('stopped answering, so its process was ended.'),
  });
  expect(await hosted.askProcess('/playground/run/look')).toMatchObject({ status: 200 });
});

test("a process that still answers other calls survives a call's timeout", async () => {
  await using hosted = await hostWorkflow('leaving.ts');
  const time = new AbortController();
  const waiting = hosted.askProcess('/playground/run/wait', {}, time.signal);
  await hosted.askProcess('/playground/run/look');
  time.abort(new DOMException('The call took too long.', 'TimeoutError'));
  await expect(waiting).rejects.toThrow('The call took too long.');
  await expect
    .poll(async () => await hosted.ask('/playground/run/look'))
    .toMatchObject({ data: { waiting: 1, fired: 1 } });
});

/** Removes what differs between calls: ids and times. */
function sameEachTime(text: string): unknown {
  return JSON.parse(text, (key, value: unknown) =>
    ['tree_id', 'tree', 'stacktrace'].includes(key) ? typeof value : value,
  );
}
