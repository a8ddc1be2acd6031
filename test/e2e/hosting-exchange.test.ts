import { expect, test } from 'vitest';
import type { HostedAnswer } from '../../src/service/hosting/hosting.ts';
import { hostWorkflow } from '../helpers/host-workflow.ts';

test.each([
  ['/playground/run/echo', { text: 'hi', tone: 'loud' }],
  ['/playground/run/echo', { text: 'ü'.repeat(60_000) }],
  ['/playground/run/echo', { text: 'ü'.repeat(300_000) }],
  ['/run/echo?inline=true', { text: 'hi' }],
  ['/playground/run/count', { words: 3 }],
  ['/playground/run/refuse', {}],
  ['/playground/run/fail', {}],
  ['/run/nothing', {}],
  ['/run', {}],
])('%s answers a client the same over the channel as over HTTP', async (path, body) => {
  await using hosted = await hostWorkflow('every-answer.ts');
  const response = await hosted.call(path, body, { 'content-type': 'application/json' });
  const exchanged = await hosted.exchange(path, body);
  expect([exchanged.status, sameEachTime(await textOf(exchanged))]).toEqual([
    response.status,
    sameEachTime(await response.text()),
  ]);
});

test("the caller's span is the parent of the call's", async () => {
  await using hosted = await hostWorkflow('every-answer.ts');
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

test("the handler's signal fires when the client disconnects", async () => {
  await using hosted = await hostWorkflow('leaving.ts');
  const leaving = new AbortController();
  const exchanged = hosted.exchange('/playground/run/wait', {}, { signal: leaving.signal });
  await hosted.exchange('/playground/run/look');
  leaving.abort();
  await expect(exchanged).rejects.toThrow();
  await expect.poll(async () => await hosted.ask('/playground/run/look')).toMatchObject({ data: { fired: 1 } });
});

interface Envelope {
  readonly tree_id: string;
}

async function textOf(answer: HostedAnswer | Response): Promise<string> {
  return answer instanceof Response ? await answer.text() : answer.text;
}

/** Removes what differs between calls: ids, times and durations. */
function sameEachTime(text: string): unknown {
  return JSON.parse(text, (key, value: unknown) =>
    ['tree_id', 'stacktrace', 'start', 'end', 'duration', 'span_id', 'id', 'time', 'total'].includes(key)
      ? typeof value
      : value,
  );
}

test('each printed line names the request of its call: over the channel, over HTTP, in a stream, at the same time', async () => {
  await using hosted = await hostWorkflow('printing.ts');
  const originOf = (requestId: string) => ({ requestId, variant: 'default', revision: 1, environment: 'production' });
  const events = { 'content-type': 'application/json', accept: 'text/event-stream' };
  await Promise.all([
    ...['a', 'b'].map(async (name) => await hosted.exchange('/run/print', { name }, { origin: originOf(name) })),
    // Too long for the channel.
    hosted.exchange('/run/print', { name: 'long', padding: 'x'.repeat(70_000) }, { origin: originOf('long') }),
    hosted.exchange('/run/print', { name: 'nobody' }),
    hosted.call('/run/stream', { name: 's' }, events, originOf('s')).then(async (response) => await response.text()),
  ]);
  await hosted.stop();
  const written = hosted.lines.map(({ text, origin }) => `${origin?.requestId ?? '-'} ${text}`);
  expect(written.filter((line) => !/^s\s+at /.test(line)).toSorted()).toEqual(
    [
      '- loaded',
      ...['- nobody', 'a a', 'b b', 'long long'].flatMap((line) => [`${line}: begins`, `${line}: ends`]),
      ...[1, 2, 3].map((step) => `s s: step ${step}`),
      's Route /stream failed: Error: s broke',
    ].toSorted(),
  );
});
