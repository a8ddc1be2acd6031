import { describe, expect, test } from 'vitest';
import { collect } from '../../../helpers/collect.ts';
import { fakeClock } from '../../../helpers/fake-clock.ts';
import { readBody, startHttpServer } from '../../../helpers/start-http-server.ts';
import { createClient } from '../../../../src/client/create-client.ts';
import { httpTransport } from '../../../../src/client/transport/http-transport.ts';

const CALL = { app: 'support', variant: 'main default', path: '/run/summarise', body: { text: 'x' } };

describe('a hosted route', () => {
  const connect = (baseUrl: string, clock = fakeClock()) =>
    createClient({ transport: httpTransport({ env: {} }), baseUrl, _internal: { clock } });

  test('is called below /services and returns data', async () => {
    const asked: unknown[] = [];
    await using server = await startHttpServer(async (request, response) => {
      asked.push([request.method, request.url, await readBody(request)]);
      response.end('{"version": "3.0", "data": "short", "content_type": "text/plain", "tree": null}');
    });
    await using client = connect(`${server.url}/api`);
    expect(await client.callRoute(CALL)).toEqual({
      version: '3.0',
      data: 'short',
      content_type: 'text/plain',
      tree: null,
    });
    expect(asked).toEqual([['POST', '/api/services/support/main%20default/run/summarise', '{"text":"x"}']]);
  });

  test('whose code throws fails with its message, and is not called again', async () => {
    let calls = 0;
    await using server = await startHttpServer((_request, response) => {
      calls += 1;
      response
        .writeHead(503, { 'retry-after': '0' })
        .end('{"detail": {"message": "no quota", "stacktrace": ["at x"]}}');
    });
    await using client = connect(server.url);
    await expect(client.callRoute(CALL)).rejects.toMatchObject({
      code: 'WF_ROUTE_FAILED',
      exitCode: 1,
      message: 'The workflow failed: no quota.',
    });
    expect(calls).toBe(1);
  });

  test.each(['[]', '{"data": 1}', 'text', ''])('that answers %j is no route', async (body) => {
    await using server = await startHttpServer((_request, response) => response.end(body));
    await using client = connect(server.url);
    await expect(client.callRoute(CALL)).rejects.toMatchObject({
      code: 'WF_UNEXPECTED_ANSWER',
      message:
        'POST /services/support/main%20default/run/summarise did not return a route\'s answer: expected "version" and "data".',
      status: 200,
      requestId: null,
      details: body,
    });
  });

  test('that answers much else is shown with its beginning', async () => {
    await using server = await startHttpServer((_request, response) =>
      response.setHeader('x-request-id', 'r-1').end('x'.repeat(1001)),
    );
    await using client = connect(server.url);
    await expect(client.callRoute(CALL)).rejects.toMatchObject({ requestId: 'r-1', details: 'x'.repeat(1000) });
  });

  test('is streamed event by event', async () => {
    await using server = await startHttpServer((request, response) => {
      expect(request.headers.accept).toContain('text/event-stream');
      response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
      response.write('data: gr\u00fc');
      response.end('ße\n\nevent: done\ndata: {}\n\n');
    });
    await using client = connect(server.url);
    expect(await collect(client.streamRoute(CALL))).toEqual([
      { event: 'message', data: 'grüße', id: null },
      { event: 'done', data: '{}', id: null },
    ]);
  });

  test('without a stream yields its whole answer as one event', async () => {
    await using server = await startHttpServer((_request, response) => {
      response.setHeader('content-type', 'application/json').end('{"version": "3.0", "data": 1}');
    });
    await using client = connect(server.url);
    expect(await collect(client.streamRoute(CALL))).toEqual([
      { event: 'result', data: '{"version": "3.0", "data": 1}', id: null },
    ]);
  });

  test('that rejects a call throws before the first event', async () => {
    await using server = await startHttpServer((_request, response) => {
      response.writeHead(422, { 'content-type': 'application/json' });
      response.end('{"detail": [{"loc": ["body", "text"], "msg": "Field required", "type": "missing"}]}');
    });
    await using client = connect(server.url);
    await expect(collect(client.streamRoute(CALL))).rejects.toMatchObject({
      code: 'WF_INVALID_INPUT',
      message: 'The route rejects the input: text: Field required.',
    });
  });

  test('reports a broken stream after the received events', async () => {
    await using server = await startHttpServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: one\n\n', () => setImmediate(() => response.destroy()));
    });
    await using client = connect(server.url);
    const came: string[] = [];
    const reading = (async () => {
      for await (const { data } of client.streamRoute(CALL)) came.push(data);
    })();
    await expect(reading).rejects.toMatchObject({
      code: 'WF_UNREACHABLE',
      message: expect.stringContaining('closed the connection in the middle of the response'),
    });
    expect(came).toEqual(['one']);
  });

  test('may stream for longer than the time limit for the first byte', async () => {
    const clock = fakeClock();
    const { promise: isLate, resolve: beLate } = Promise.withResolvers<void>();
    await using server = await startHttpServer(async (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: one\n\n');
      await isLate;
      response.end('data: two\n\n');
    });
    await using client = connect(server.url, clock);
    const came: string[] = [];
    for await (const { data } of client.streamRoute(CALL)) {
      came.push(data);
      clock.elapse(1_000_000);
      beLate();
    }
    expect(came).toEqual(['one', 'two']);
  });

  test('stops streaming when the caller cancels', async () => {
    const controller = new AbortController();
    const { promise: closed, resolve } = Promise.withResolvers<void>();
    await using server = await startHttpServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: one\n\n');
      response.on('close', resolve);
    });
    await using client = connect(server.url);
    const reading = (async () => {
      for await (const _event of client.streamRoute({ ...CALL, signal: controller.signal })) controller.abort();
    })();
    await expect(reading).rejects.toMatchObject({ code: 'WF_INTERRUPTED' });
    await closed;
  });

  test('is cancelled when the reader stops early', async () => {
    const { promise: closed, resolve } = Promise.withResolvers<void>();
    await using server = await startHttpServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: one\n\n');
      response.on('close', resolve);
    });
    await using client = connect(server.url);
    for await (const _event of client.streamRoute(CALL)) break;
    await closed;
  });
});
