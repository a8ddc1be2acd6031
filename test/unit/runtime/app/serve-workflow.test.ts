import { expect, test } from 'vitest';
import { createWorkflowApp, serveWorkflow } from '../../../../src/runtime/index.ts';
import { route } from '../../../../src/sdk/index.ts';

test('serves a workflow on a free port', async () => {
  const echo = route('/echo', {}, ({ input }) => input);
  await using server = await serveWorkflow({ app: createWorkflowApp({ echo }) });
  const response = await fetch(`${server.url}/run/echo`, { method: 'POST', body: '{"a": 1}' });
  expect(await response.json()).toMatchObject({ data: { a: 1 } });
  const malformed = await fetch(`${server.url}/run/echo`, { method: 'POST', body: '{' });
  expect(malformed.status).toBe(422);
});

test("a disconnecting caller fires the handler's signal", async () => {
  const started = Promise.withResolvers<null>();
  const left = Promise.withResolvers<boolean>();
  const slow = route('/slow', {}, async ({ signal }) => {
    signal.addEventListener('abort', () => left.resolve(true));
    started.resolve(null);
    return await left.promise;
  });
  await using server = await serveWorkflow({ app: createWorkflowApp({ slow }) });
  const controller = new AbortController();
  const call = fetch(`${server.url}/run/slow`, { method: 'POST', body: '{}', signal: controller.signal });
  await started.promise;
  controller.abort();
  await expect(call).rejects.toThrow('aborted');
  expect(await left.promise).toBe(true);
});
