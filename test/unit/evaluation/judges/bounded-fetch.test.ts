import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { describe, expect, test } from 'vitest';
import { boundedFetch } from '../../../../src/evaluation/judges/bounded-fetch.ts';
import { startHttpServer } from '../../../helpers/start-http-server.ts';

describe('boundedFetch', () => {
  test('sends by undici and answers status, headers and text', async () => {
    await using server = await startHttpServer((request, response) => {
      response.writeHead(201, { 'x-method': request.method ?? '' }).end('as it is');
    });
    const origins: unknown[] = [];
    const note = (message: unknown) => origins.push((message as { request: { origin: unknown } }).request.origin);
    subscribe('undici:request:create', note);
    const response = await boundedFetch(8)(`${server.url}/score`, { method: 'POST', body: '{}' });
    unsubscribe('undici:request:create', note);
    expect([response.status, response.headers.get('x-method'), await response.text()]).toEqual([
      201,
      'POST',
      'as it is',
    ]);
    expect(origins).toEqual([server.url]);
  });

  test('fails while reading an answer that is too long', async () => {
    await using server = await startHttpServer((_request, response) => response.end('too long by one'));
    const response = await boundedFetch(14)(server.url);
    await expect(response.text()).rejects.toThrow(
      expect.objectContaining({ message: 'The answer is longer than 14 bytes.' }),
    );
  });

  test('follows no redirect', async () => {
    const asked: unknown[] = [];
    await using server = await startHttpServer((request, response) => {
      asked.push(request.url);
      response.writeHead(302, { location: '/elsewhere' }).end();
    });
    const response = await boundedFetch(100)(`${server.url}/here`, { headers: { authorization: 'secret' } });
    expect([response.status, asked]).toEqual([302, ['/here']]);
  });

  test('ends when its signal is aborted', async () => {
    const controller = new AbortController();
    await using server = await startHttpServer(() => controller.abort());
    await expect(boundedFetch(100)(server.url, { signal: controller.signal })).rejects.toThrow(/aborted/);
  });
});
