import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { callWorkflow } from '../../../helpers/call-workflow.ts';
import { createWorkflowApp, type WorkflowAppOptions } from '../../../../src/runtime/app/create-workflow-app.ts';
import { type CallRecord, toAnswerBody, toFigures } from '../../../../src/runtime/call/to-answer-body.ts';
import { ConfigManager, configSchema, route, type RouteOptions } from '../../../../src/sdk/index.ts';

const Numbers = configSchema({ upTo: z.int().default(3) });
const count = route('/count', { config: Numbers }, async function* ({ config }) {
  for (let number = 1; number <= config.upTo; number += 1) {
    await Promise.resolve();
    yield { number, of: (await ConfigManager.getFromRoute(Numbers)).upTo };
  }
});

/** Calls a route and reads its events. */
async function readEvents(
  exported: Record<string, unknown>,
  path: string,
  body: object,
  options: WorkflowAppOptions = {},
) {
  const response = await createWorkflowApp(exported, options).fetch(
    new Request(`http://wf${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { accept: 'text/event-stream' },
    }),
  );
  const text = await response.text();
  const events = text
    .split('\n\n')
    .filter((event) => event !== '')
    .map((event) => {
      const [, name = null, data = ''] = /^(?:event: (\w+)\n)?data: (.*)$/.exec(event) ?? [];
      return { name, data: JSON.parse(data) as unknown };
    });
  return { response, events };
}

const streaming = (items: () => AsyncIterable<unknown>, options: RouteOptions = {}) => ({
  x: route('/x', options, items),
});

describe('a handler that streams', () => {
  test('sends each item as an event, then the whole answer', async () => {
    const { response, events } = await readEvents({ count }, '/playground/run/count', { upTo: 2 });
    const items = [
      { number: 1, of: 2 },
      { number: 2, of: 2 },
    ];
    expect([response.status, Object.fromEntries(response.headers)]).toEqual([
      200,
      { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' },
    ]);
    expect(events).toMatchObject([
      { name: null, data: items[0] },
      { name: null, data: items[1] },
      { name: 'result', data: { version: '3.0', data: items, tree: { nodes: [{}] } } },
    ]);
  });

  test('is collected for a caller that does not accept events', async () => {
    expect(await callWorkflow(createWorkflowApp({ count }), '/playground/run/count', { upTo: 1 })).toMatchObject({
      headers: { 'content-type': 'application/json' },
      body: { data: [{ number: 1, of: 1 }] },
    });
  });

  test('text is joined, line breaks and all', async () => {
    const x = streaming(async function* () {
      yield 'one\n\ndata: ';
      yield 'two';
    });
    const { events } = await readEvents(x, '/run/x', {});
    expect(events).toMatchObject([
      { data: 'one\n\ndata: ' },
      { data: 'two' },
      { name: 'result', data: { data: 'one\n\ndata: two', content_type: 'text/plain', tree: null } },
    ]);
  });

  test('bytes are read as UTF-8 even when a character is split', async () => {
    const [first, second] = [new Uint8Array([0x63, 0xc3]), new Uint8Array([0xa9])];
    const x = streaming(async function* () {
      yield first;
      yield second;
    });
    expect(await callWorkflow(createWorkflowApp(x), '/run/x', {})).toMatchObject({ body: { data: 'cé' } });
  });

  test('a ReadableStream is a stream', async () => {
    const x = streaming(() => new Blob(['ab']).stream());
    expect(await callWorkflow(createWorkflowApp(x), '/run/x', {})).toMatchObject({ body: { data: 'ab' } });
  });

  test('of nothing answers an empty list', async () => {
    const x = streaming(async function* () {});
    expect((await readEvents(x, '/run/x', {})).events).toMatchObject([{ name: 'result', data: { data: [] } }]);
  });

  test('that fails in the middle ends with an error event', async () => {
    const x = streaming(async function* () {
      yield 1;
      throw Object.assign(new Error('slow down'), { status: 429 });
    });
    const { events } = await readEvents(x, '/run/x', {});
    expect(events).toEqual([
      { name: null, data: 1 },
      { name: 'error', data: { status: 429, detail: { message: 'slow down' } } },
    ]);
    expect(await callWorkflow(createWorkflowApp(x), '/run/x', {})).toMatchObject({ status: 429 });
  });

  test('that fails in the middle is explained by the host', async () => {
    const x = streaming(async function* () {
      yield 1;
      throw new Error('slow down');
    });
    const explainFailure = (thrown: unknown) => new Error(`${String(thrown)}, said the host`);
    const { events } = await readEvents(x, '/run/x', {}, { explainFailure });
    expect(events).toEqual([
      { name: null, data: 1 },
      { name: 'error', data: { status: 500, detail: { message: 'Error: slow down, said the host' } } },
    ]);
  });

  test('over the time limit ends with an error event', async () => {
    const x = streaming(async function* () {
      yield 1;
      await new Promise(() => undefined);
    });
    const { events } = await readEvents(x, '/run/x', {}, { callTimeoutMs: 20 });
    expect(events.at(-1)).toMatchObject({ name: 'error', data: { status: 504 } });
  });

  test('is checked against its output schema when complete', async () => {
    const x = {
      x: route('/x', { output: z.string().max(3) }, async function* () {
        yield 'one';
        yield 'two';
      }),
    };
    const { events } = await readEvents(x, '/run/x', {});
    expect(events.at(-1)).toMatchObject({ name: 'error', data: { status: 500 } });
    expect(await callWorkflow(createWorkflowApp(x), '/run/x', {})).toMatchObject({ status: 500 });
  });

  test('is refused as JSON before it begins', async () => {
    const response = await createWorkflowApp({ count }).fetch(
      new Request('http://wf/playground/run/count', {
        method: 'POST',
        body: '{"upTo":"x"}',
        headers: { accept: 'text/event-stream' },
      }),
    );
    expect([response.status, response.headers.get('content-type')]).toEqual([422, 'application/json']);
  });

  test('waits for its reader and ends when the reader cancels', async () => {
    const made: number[] = [];
    const ended = Promise.withResolvers<boolean>();
    const x = {
      x: route('/x', {}, async function* ({ signal }) {
        try {
          for (let number = 0; ; number += 1) {
            made.push(number);
            yield number;
          }
        } finally {
          ended.resolve(signal.aborted);
        }
      }),
    };
    const response = await createWorkflowApp(x).fetch(
      new Request('http://wf/run/x', { method: 'POST', body: '{}', headers: { accept: 'text/event-stream' } }),
    );
    const reader = response.body?.getReader();
    await reader?.read();
    expect(made.length).toBeLessThan(4);
    await reader?.cancel();
    expect(await ended.promise).toBe(true);
  });
});

const record: CallRecord = {
  treeId: '0190a0b0-0000-7000-8000-000000000000',
  name: 'summarise',
  startedAt: new Date('2026-11-23T10:00:00Z'),
  durationMs: 1000,
  spans: [],
};

const read = (answer: unknown, tree: 'none' | 'figures' | 'whole' = 'none') =>
  JSON.parse(toAnswerBody(answer, record, tree)) as unknown;

test('as much of the tree is written as the caller asks for', () => {
  const time = { start: '2026-11-23T10:00:00.000Z', end: '2026-11-23T10:00:01.000Z' };
  expect(read('a', 'whole')).toMatchObject({ tree: { nodes: [{ node: { name: 'summarise' }, time }] } });
  expect(read('a', 'figures')).toMatchObject({ tree: JSON.parse(JSON.stringify(toFigures(record))) });
});

test.each([
  [Number.NaN, 'The answer is NaN, which JSON cannot write.'],
  [{ a: [1, Infinity] }, 'The answer has Infinity at a.1, which JSON cannot write.'],
  [{ a: [1, { b: -Infinity }] }, 'The answer has -Infinity at a.1.b, which JSON cannot write.'],
])('the answer %o is refused instead of losing a number', (answer, message) => {
  expect(() => read(answer)).toThrow(message);
});

test('null, dates and cycles behind toJSON are no such numbers', () => {
  const cyclic: Record<string, unknown> = { toJSON: () => 'written', lost: Number.NaN };
  cyclic['self'] = cyclic;
  const twice = { a: null };
  const answer = [null, undefined, 'NaN', new Date(Number.NaN), cyclic, twice, twice, 1e308];
  expect(read(answer)).toMatchObject({ data: [null, null, 'NaN', null, 'written', twice, twice, 1e308] });
});
