import { createServer } from 'node:http';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { callSample } from '../../../../src/runtime/sample/call-sample.ts';
import { tempFolder } from '../../../helpers/temp-folder.ts';

test('the sample is called as the parent calls, and nobody exports it', async () => {
  const folder = await tempFolder();
  const seen: unknown[] = [];
  const server = createServer((request, response) => {
    const { method, url, headers } = request;
    void text(request).then((body) => {
      seen.push({ method, url, body, type: headers['content-type'], traceparent: headers['traceparent'] });
      response.end('a long answer'.repeat(10_000));
    });
  });
  await once(server.listen(folder.path('app')), 'listening');
  onTestFinished(async () => {
    server.close();
    await folder[Symbol.asyncDispose]();
  });
  await callSample(folder.path('app'), { path: '/run', body: '{"a":1}' });
  expect(seen).toEqual([
    {
      method: 'POST',
      url: '/run',
      body: '{"a":1}',
      type: 'application/json',
      traceparent: '00-11111111111111111111111111111111-1111111111111111-00',
    },
  ]);
  await expect(callSample(folder.path('none'), { path: '/', body: '' })).rejects.toThrow('ENOENT');
});
