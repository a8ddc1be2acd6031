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
])('%s answers over the channel to its process what it answers over HTTP', async (path, body) => {
  await using hosted = await hostWorkflow('every-answer.ts');
  const response = await hosted.call(path, body, { 'content-type': 'application/json' });
  const { status, text } = await hosted.askProcess(path, body);
  expect([status, sameEachTime(text)]).toEqual([response.status, sameEachTime(await response.text())]);
});

test('a path that no route has answers 404 over the channel, too', async () => {
  await using hosted = await hostWorkflow('every-answer.ts');
  expect(await hosted.askProcess('/nothing')).toMatchObject({ status: 404 });
});

test('many calls at a time are each answered with their own', async () => {
  await using hosted = await hostWorkflow('every-answer.ts');
  const numbers = Array.from({ length: 200 }, (_, index) => `${index}`);
  const answers = await Promise.all(
    numbers.map(async (text) => await hosted.askProcess('/playground/run/echo', { text })),
  );
  // What the route answers, in the envelope of every answer.
  const texts = answers.map(({ text }) => (JSON.parse(text) as { data: { text: string } }).data.text);
  expect(texts).toEqual(numbers);
});

test('the signal of the handler fires when the caller over the channel leaves', async () => {
  await using hosted = await hostWorkflow('leaving.ts');
  const leaving = new AbortController();
  const asked = hosted.askProcess('/playground/run/wait', {}, leaving.signal);
  // The process is up, and its calls are taken in order.
  await hosted.askProcess('/playground/run/look');
  leaving.abort();
  await expect(asked).rejects.toThrow();
  await expect
    .poll(async () => await hosted.ask('/playground/run/look'), { timeout: 15_000 })
    .toMatchObject({ data: { fired: 1 } });
});

test('calls of a process that ends are told so, and the next call has a new one', async () => {
  await using hosted = await hostWorkflow('leaving.ts');
  const waiting = hosted.askProcess('/playground/run/wait');
  const died = await hosted.askProcess('/playground/run/die');
  expect([died.status, (await waiting).status]).toEqual([502, 502]);
  expect([died.hasEnded, (await waiting).hasEnded]).toEqual([true, true]);
  expect(died.text).toContain('7');
  expect(await hosted.askProcess('/playground/run/look')).toMatchObject({ status: 200 });
});

test('a process that answers nothing when the time of a call is over is ended, and the next call has a new one', async () => {
  await using hosted = await hostWorkflow('leaving.ts');
  await hosted.askProcess('/playground/run/look');
  // Long after the call has reached the process.
  const spinning = hosted.askProcess('/playground/run/spin', {}, AbortSignal.timeout(3000));
  expect(await spinning).toMatchObject({
    status: 504,
    hasEnded: true,
    text: expect.stringContaining('nothing any more'),
  });
  expect(await hosted.askProcess('/playground/run/look')).toMatchObject({ status: 200 });
});

test('a process that answers others when the time of a call is over goes on', async () => {
  await using hosted = await hostWorkflow('leaving.ts');
  const time = new AbortController();
  const waiting = hosted.askProcess('/playground/run/wait', {}, time.signal);
  await hosted.askProcess('/playground/run/look');
  time.abort(new DOMException('The call took too long.', 'TimeoutError'));
  await expect(waiting).rejects.toThrow('The call took too long.');
  await expect
    .poll(async () => await hosted.ask('/playground/run/look'), { timeout: 15_000 })
    .toMatchObject({ data: { waiting: 1, fired: 1 } });
});

/** Without what differs from call to call: ids and times. */
function sameEachTime(text: string): unknown {
  return JSON.parse(text, (key, value: unknown) =>
    ['tree_id', 'tree', 'stacktrace'].includes(key) ? typeof value : value,
  );
}
