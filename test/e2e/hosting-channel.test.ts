import { afterAll, beforeAll, expect, test } from 'vitest';
import type { HostedAnswer } from '../../src/service/hosting/hosting.ts';
import { type HostedWorkflow, hostWorkflow } from '../helpers/host-workflow.ts';

/** One process for the tests whose calls leave nothing behind. */
let hosted: HostedWorkflow;
beforeAll(async () => void (hosted = await hostWorkflow('every-answer.ts')));
afterAll(async () => await hosted[Symbol.asyncDispose]());

test.each([
  ['/playground/run/echo', { text: 'hi', tone: 'loud' }],
  ['/playground/run/echo', { text: 'ü'.repeat(60_000) }],
  ['/playground/run/echo', { text: 'ü'.repeat(300_000) }],
  ['/playground/run/echo?inline=true', {}],
  ['/run/echo?inline=true', { text: 'hi' }],
  ['/playground/run/count', { words: 3 }],
  ['/playground/run/refuse', {}],
  ['/playground/run/fail', {}],
  ['/playground/run/variable', {}],
  ['/run', {}],
])('%s answers evaluations and clients the same over the channel as over HTTP', async (path, body) => {
  const response = await hosted.call(path, body, { 'content-type': 'application/json' });
  const text = await response.text();
  const exchanged = await hosted.exchange(path, body);
  expect([exchanged.status, sameEachTime(await textOf(exchanged))]).toEqual([response.status, sameEachTime(text)]);
  const asked = await hosted.askProcess(path, body);
  const ofTree = ['tree'];
  expect([asked.status, sameEachTime(asked.text, ofTree)]).toEqual([response.status, sameEachTime(text, ofTree)]);
});

test('an unknown path answers 404 over the channel, too', async () => {
  expect(await hosted.askProcess('/nothing')).toMatchObject({ status: 404 });
  expect(await hosted.exchange('/run/nothing')).toMatchObject({ status: 404 });
});

test('concurrent calls each get their own answer', async () => {
  const numbers = Array.from({ length: 200 }, (_, index) => `${index}`);
  const answers = await Promise.all(
    numbers.map(async (text) => await hosted.askProcess('/playground/run/echo', { text })),
  );
  // The route's answer, in the envelope of every answer.
  const texts = answers.map(({ text }) => (JSON.parse(text) as { data: { text: string } }).data.text);
  expect(texts).toEqual(numbers);
});

test("the caller's span is the parent of the call's", async () => {
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  const { tree_id } = (await (
    await hosted.call('/playground/run/count', { words: 2 }, { traceparent })
  ).json()) as Envelope;
  const exchanged = JSON.parse(
    await textOf(await hosted.exchange('/playground/run/count', { words: 2 }, { traceparent })),
  );
  const other = JSON.parse(await textOf(await hosted.exchange('/playground/run/count', { words: 2 })));
  expect((exchanged as Envelope).tree_id).toBe(tree_id);
  expect((other as Envelope).tree_id).not.toBe(tree_id);
});

test("the handler's signal fires when its caller leaves, and the process answers the others", async () => {
  await using leaving = await hostWorkflow('leaving.ts');
  const [evaluation, client, late] = [new AbortController(), new AbortController(), new AbortController()];
  const calls = [
    leaving.askProcess('/playground/run/wait', {}, evaluation.signal),
    leaving.exchange('/playground/run/wait', {}, { signal: client.signal }),
    leaving.askProcess('/playground/run/wait', {}, late.signal),
  ];
  await expect.poll(() => leaving.ask('/playground/run/look')).toMatchObject({ data: { waiting: 3, fired: 0 } });
  evaluation.abort();
  client.abort();
  late.abort(new DOMException('The call took too long.', 'TimeoutError'));
  const ends = await Promise.allSettled(calls);
  expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(ends[2]).toMatchObject({ reason: { message: 'The call took too long.' } });
  // The process still answered, so it was not replaced.
  await expect.poll(() => leaving.ask('/playground/run/look')).toMatchObject({ data: { waiting: 3, fired: 3 } });
});

test('calls in a process that exits fail, and the next call gets a new process', async () => {
  await using leaving = await hostWorkflow('leaving.ts');
  const waiting = leaving.askProcess('/playground/run/wait');
  const died = await leaving.askProcess('/playground/run/die');
  expect([died.status, (await waiting).status]).toEqual([502, 502]);
  expect([died.hasEnded, (await waiting).hasEnded]).toEqual([true, true]);
  expect(died.text).toContain('7');
  expect(await leaving.askProcess('/playground/run/look')).toMatchObject({ status: 200 });
});

test('each printed line names the request of its call: over the channel, over HTTP, in a stream, at the same time', async () => {
  await using printing = await hostWorkflow('printing.ts');
  const originOf = (requestId: string) => ({ requestId, variant: 'default', revision: 1, environment: 'production' });
  const events = { 'content-type': 'application/json', accept: 'text/event-stream' };
  await Promise.all([
    ...['a', 'b'].map(async (name) => await printing.exchange('/run/print', { name }, { origin: originOf(name) })),
    // Too long for the channel.
    printing.exchange('/run/print', { name: 'long', padding: 'x'.repeat(70_000) }, { origin: originOf('long') }),
    printing.exchange('/run/print', { name: 'nobody' }),
    printing.call('/run/stream', { name: 's' }, events, originOf('s')).then(async (response) => await response.text()),
  ]);
  await printing.stop();
  const written = printing.lines.map(({ text, origin }) => `${origin?.requestId ?? '-'} ${text}`);
  expect(written.filter((line) => !/^s\s+at /.test(line)).toSorted()).toEqual(
    [
      '- loaded',
      ...['- nobody', 'a a', 'b b', 'long long'].flatMap((line) => [`${line}: begins`, `${line}: ends`]),
      ...[1, 2, 3].map((step) => `s s: step ${step}`),
      's Route /stream failed: Error: s broke',
    ].toSorted(),
  );
});

interface Envelope {
  readonly tree_id: string;
}

async function textOf(answer: HostedAnswer | Response): Promise<string> {
  return answer instanceof Response ? await answer.text() : answer.text;
}

/** Removes what differs between calls: ids, times and durations. */
function sameEachTime(text: string, others: readonly string[] = []): unknown {
  return JSON.parse(text, (key, value: unknown) => ([...UNSTEADY, ...others].includes(key) ? typeof value : value));
}

const UNSTEADY = ['tree_id', 'stacktrace', 'start', 'end', 'duration', 'span_id', 'id', 'time', 'total'];
