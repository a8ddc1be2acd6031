import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import {
  type BundleCommand,
  parseBundleMessage,
  type RouteAnswer,
  type RouteCall,
} from '../../../../src/contract/host-protocol/bundle-protocol.ts';
import { BATCH_LENGTH, MAX_SHORT_LENGTH } from '../../../../src/contract/host-protocol/limits.ts';
import { createBatcher } from '../../../../src/contract/host-protocol/open-channel.ts';
import { CHANNEL_MESSAGE } from '../../../../src/foundation/sizes.ts';
import type { Answer } from '../../../../src/http/exchange.ts';
import { createWorkflowApp, type PostableApp } from '../../../../src/runtime/app/create-workflow-app.ts';
import { answerCalls, cacheLongAnswers } from '../../../../src/runtime/hosted/answer-calls.ts';
import { configSchema } from '../../../../src/sdk/config/config-schema.ts';
import { route } from '../../../../src/sdk/routes/route.ts';

const CACHED_AS = '01980000-0000-4000-8000-000000000001';

const Shouting = configSchema({ mark: z.string().default('!') });
const shout = route('/shout', { config: Shouting, input: z.object({ text: z.string() }) }, async ({ config, input }) =>
  input.text.toUpperCase().concat(config.mark),
);
const wait = route('/wait', {}, async ({ signal }) => {
  await new Promise<void>((done) => {
    if (signal.aborted) done();
    signal.addEventListener('abort', () => done(), { once: true });
  });
  return 'left';
});
const long = route('/long', { input: z.object({ length: z.number() }) }, async ({ input }) => 'x'.repeat(input.length));
const count = route('/count', {}, async function* () {
  yield 1;
  yield 2;
});

/** The process's end of a channel; the test is the parent. */
function openChannel() {
  const listeners: ((message: BundleCommand) => void)[] = [];
  const messages: RouteAnswer[][] = [];
  const marks: (string | undefined)[] = [];
  let expected = Promise.withResolvers<void>();
  let missing = 0;
  answerCalls(
    createWorkflowApp(
      { shout, wait, count, long },
      { configurations: async () => ({ mark: '?' }), trustRevisionHeader: true },
    ),
    (id, { status }) => ({ id, status, text: '', retryAfter: null, cachedAs: CACHED_AS }),
    {
      within: (mark, work) => {
        marks.push(mark);
        return work();
      },
      written: () => null,
    },
    {
      onMessage: (listen) => listeners.push(listen),
      send: (message) => {
        if (message.type !== 'answers') return;
        const { answers } = message;
        messages.push(answers);
        missing -= answers.length;
        if (missing <= 0) expected.resolve();
      },
    },
  );
  return {
    messages,
    send: (message: BundleCommand) => listeners.forEach((listen) => listen(message)),
    async ask(calls: RouteCall[]): Promise<RouteAnswer[]> {
      expected = Promise.withResolvers();
      missing = calls.length;
      const before = messages.length;
      this.send({ type: 'calls', calls });
      await expected.promise;
      return messages
        .slice(before)
        .flat()
        .toSorted((a, b) => a.id - b.id);
    },
  };
}

const call = (id: number, path: string, body: object | string = {}, revision: string | null = 'r-1') => ({
  id,
  path,
  body: typeof body === 'string' ? body : JSON.stringify(body),
  revision,
});

test("each call of a message is answered by id, with its revision's configuration", async () => {
  const channel = openChannel();
  const answers = await channel.ask([
    call(1, '/run/shout', { text: 'a' }),
    call(2, '/playground/run/shout', { text: 'b', mark: '.' }, null),
    call(3, '/run/count', ''),
  ]);
  expect(answers.map(({ id, status, text }) => [id, status, JSON.parse(text).data])).toEqual([
    [1, 200, 'A?'],
    [2, 200, 'B.'],
    [3, 200, [1, 2]],
  ]);
});

test('the totals of the tree are included on request', async () => {
  const [without, within] = await openChannel().ask([
    call(1, '/run/shout', { text: 'a' }),
    call(2, '/run/shout?inline=true', { text: 'a' }),
  ]);
  expect(JSON.parse(without?.text ?? '')).toMatchObject({ tree: null });
  const metrics = { acc: { duration: { total: expect.any(Number) } } };
  expect(JSON.parse(within?.text ?? '').tree).toEqual({ nodes: [{ metrics }] });
});

test.each([
  ['/run/shout', { txt: 'a' }, 422, 'text'],
  ['/run/shout', '{"text":', 422, 'JSON decode error'],
  ['/run/shout', '[]', 422, 'valid object'],
  ['/run/nothing', {}, 404, 'Nothing is served at POST /run/nothing.'],
  ['/health', {}, 404, 'Nothing is served at POST /health.'],
])('a call of %s with %j is refused with %i', async (path, body, status, words) => {
  const [answer] = await openChannel().ask([call(1, path, body)]);
  expect(answer?.status).toBe(status);
  expect(answer?.text).toContain(words);
});

test('a cancellation fires the signal of its call only', async () => {
  const channel = openChannel();
  const asked = channel.ask([call(1, '/run/wait')]);
  await new Promise((done) => {
    setImmediate(done);
  });
  channel.send({ type: 'cancel-call', id: 7 });
  channel.send({ type: 'cancel-call', id: 1 });
  expect((await asked).map(({ id, text }) => [id, JSON.parse(text).data])).toEqual([[1, 'left']]);
});

test('a cancellation before the handler runs is known to it', async () => {
  const channel = openChannel();
  const asked = channel.ask([call(1, '/run/wait')]);
  channel.send({ type: 'cancel-call', id: 1 });
  expect(JSON.parse((await asked)[0]?.text ?? '')).toMatchObject({ data: 'left' });
});

test('a client gets the whole tree, and a long answer is stored for it', async () => {
  const channel = openChannel();
  const client = { traceparent: null };
  const [short, long] = await channel.ask([
    { ...call(1, '/run/shout?inline=true', { text: 'a' }), client },
    { ...call(2, '/run/long', { length: 70_000 }), client },
  ]);
  expect(JSON.parse(short?.text ?? '').tree.nodes[0]).toHaveProperty('node');
  expect(long).toEqual({ id: 2, status: 200, text: '', retryAfter: null, cachedAs: CACHED_AS });
});

/** Answers one call by an app that only answers so. */
async function answerBy(
  answer: Partial<Answer>,
  client?: RouteCall['client'],
  writing: Promise<void> | null = null,
): Promise<{ readonly sent: RouteAnswer; readonly marks: readonly (string | undefined)[] }> {
  const app: Pick<PostableApp, 'post'> = {
    post: () => Promise.resolve({ status: 200, headers: {}, body: '{}', ...answer }),
  };
  const marks: (string | undefined)[] = [];
  const { promise, resolve } = Promise.withResolvers<RouteAnswer>();
  answerCalls(
    app as PostableApp, // Only this is used.
    (id, { status }) => ({ id, status, text: '', retryAfter: null, cachedAs: CACHED_AS }),
    { within: (mark, work) => (marks.push(mark), work()), written: () => writing },
    {
      onMessage: (listen) => listen({ type: 'calls', calls: [{ ...call(1, '/run/x'), ...(client && { client }) }] }),
      send: (message) => message.type === 'answers' && message.answers.forEach(resolve),
    },
  );
  return { sent: await promise, marks };
}

test('an answer keeps its status, and the header to retry', async () => {
  const { sent, marks } = await answerBy({ status: 429, headers: { 'retry-after': '3' } });
  expect([sent, marks]).toEqual([{ id: 1, status: 429, text: '{}', retryAfter: '3' }, []]);
});

test('a call with a mark runs within it', async () => {
  expect((await answerBy({}, { traceparent: null, mark: 'm' })).marks).toEqual(['m']);
  expect((await answerBy({}, { traceparent: null })).marks).toEqual([]);
});

test('an answer is sent once the output of its call is written', async () => {
  const writing = Promise.withResolvers<void>();
  let isSent = false;
  const answered = answerBy({}, undefined, writing.promise).then(() => (isSent = true));
  await new Promise((done) => {
    setImmediate(done);
  });
  expect(isSent).toBe(false);
  writing.resolve();
  await answered;
});

describe.each([
  ['a client', { traceparent: null }],
  ['an evaluation', undefined],
])('for %s', (_, client) => {
  test.each([
    [MAX_SHORT_LENGTH, undefined],
    [MAX_SHORT_LENGTH + 1, CACHED_AS],
  ])('an answer of %d characters is cached as %s', async (length, cachedAs) => {
    expect((await answerBy({ body: 'x'.repeat(length) }, client)).sent.cachedAs).toBe(cachedAs);
  });
});

test('a full message of the longest answers fits, if each character is escaped', () => {
  const text = '\u0001'.repeat(MAX_SHORT_LENGTH);
  const sent: unknown[] = [];
  const { add, flush } = createBatcher<RouteAnswer>(
    (answer) => answer.text.length,
    (answers) => sent.push({ type: 'answers', answers }),
  );
  for (let id = 1; id <= BATCH_LENGTH / MAX_SHORT_LENGTH; id += 1) add({ id, status: 200, text, retryAfter: null });
  flush();
  const lines = sent.map((message) => JSON.stringify(message));
  expect(lines).toHaveLength(1);
  expect(lines[0]?.length).toBeLessThan(CHANNEL_MESSAGE.most);
  expect(lines.map(parseBundleMessage)).toEqual(sent);
});

const ANSWER = { status: 422, headers: { 'content-type': 'application/json', 'retry-after': '3' }, body: '{"long":1}' };

test('a stored answer is fetched once, with its status and headers', async () => {
  const { cache, fetch } = cacheLongAnswers({ fetch: async () => new Response('the app') });
  const { cachedAs = '', ...told } = cache(7, ANSWER);
  expect(told).toEqual({ id: 7, status: 422, text: '', retryAfter: '3' });
  const take = async (name: string) => await fetch(new Request(`http://bundle/.wf/answers/${name}`));
  // The number of a call can be guessed by other clients of the bundle.
  expect((await take('7')).status).toBe(410);
  const taken = await take(cachedAs);
  const headers = ['retry-after', 'content-length'].map((name) => taken.headers.get(name));
  expect([taken.status, headers, await taken.text()]).toEqual([422, ['3', '10'], '{"long":1}']);
  expect((await take(cachedAs)).status).toBe(410);
});

test('requests for anything but stored answers are answered by the app', async () => {
  const { fetch } = cacheLongAnswers({ fetch: async () => new Response('the app') });
  expect(await (await fetch(new Request('http://bundle/run'))).text()).toBe('the app');
});
