import { expect, test } from 'vitest';
import type { CallEnd } from '../../../../src/contract/develop/dev-events.ts';
import { watchCalls } from '../../../../src/use-cases/develop/calls/watch-calls.ts';

const NOWHERE = { file: null, line: null, column: null, frame: null };
const EXCERPT = { file: 'src/a.ts', line: 3, column: 7, first_line: 2, lines: ['a', 'throw x', 'b'] };

/** Calls sources that answer as given, and returns the reports. */
async function reportsOf(response: Response, path = '/playground/run/say?x=1', method = 'POST'): Promise<CallEnd[]> {
  const reports: CallEnd[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const call = watchCalls({
    hosting: { call: async () => response },
    readExcerpt: async (stack) => (stack === 'Error: no\n    at a.ts:1:1' ? EXCERPT : null),
    onEnd: (event) => {
      reports.push(event);
      resolve();
    },
  });
  const answered = await call(path, new Request('http://x/', { method }));
  expect(answered).toBe(response);
  if (reports.length === 0 && method === 'POST' && path.includes('run')) await promise;
  return reports;
}

test('an answer is passed on whole and reported with route, status, time and cost', async () => {
  const tree = { nodes: [{ metrics: { acc: { costs: { total: 0.25 } } } }] };
  const response = Response.json({ data: 'hi', tree });
  expect(await reportsOf(response)).toEqual([
    {
      type: 'call-end',
      route: '/say',
      status: 200,
      duration_ms: expect.any(Number),
      cost: 0.25,
      message: null,
      ...NOWHERE,
    },
  ]);
  expect(await response.json()).toEqual({ data: 'hi', tree });
});

test("a throw is reported with its message and the author's line", async () => {
  const detail = { message: 'no', stacktrace: ['Error: no', '    at a.ts:1:1'] };
  expect(await reportsOf(Response.json({ detail }, { status: 500 }), '/run')).toEqual([
    {
      type: 'call-end',
      route: '/',
      status: 500,
      duration_ms: expect.any(Number),
      cost: null,
      message: 'no',
      file: 'src/a.ts',
      line: 3,
      column: 7,
      frame: '  3 | throw x\n    |       ^',
    },
  ]);
});

test('a throw elsewhere has its message, and a refusal its reason', async () => {
  const detail = { message: 'no', stacktrace: ['Error: no'] };
  const [thrown] = await reportsOf(Response.json({ detail }, { status: 500 }));
  expect(thrown).toMatchObject({ status: 500, message: 'no', ...NOWHERE });
  const [refused] = await reportsOf(Response.json({ detail: 'Too long.' }, { status: 413 }));
  expect(refused).toMatchObject({ status: 413, message: expect.stringContaining('Too long.'), ...NOWHERE });
});

test('a failure whose text is not the JSON that it claims to be is reported', async () => {
  const headers = { 'content-type': 'application/json' };
  const [failed] = await reportsOf(new Response('{"detail"', { status: 500, headers }));
  expect(failed).toMatchObject({ route: '/say', status: 500, cost: null, ...NOWHERE });
});

test('a stream is reported without being read', async () => {
  const response = new Response('data: 1\n\n', { headers: { 'content-type': 'text/event-stream' } });
  expect(await reportsOf(response)).toMatchObject([{ route: '/say', status: 200, cost: null, message: null }]);
  expect(response.bodyUsed).toBe(false);
});

test.each([
  ['/health', 'GET'],
  ['/openapi.json', 'GET'],
  ['/run', 'GET'],
])('questions about the routes are not reported: %s', async (path, method) => {
  expect(await reportsOf(Response.json({}), path, method)).toEqual([]);
});
