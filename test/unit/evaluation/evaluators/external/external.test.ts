import type { RequestListener } from 'node:http';
import { expect, test } from 'vitest';
import { runEvaluator } from '../../../../../src/evaluation/evaluators/prepare/prepare-evaluator.ts';
import { NO_TOOLS } from '../../../../../src/evaluation/judges/evaluator-tools.ts';
import { closedPort, readBody, startHttpServer } from '../../../../helpers/start-http-server.ts';

const INPUT = { output: 'Paris', row: { question: 'Capital?', correct_answer: 'Paris' } };

async function judge(listen: RequestListener, settings: Record<string, unknown> = {}) {
  await using server = await startHttpServer(listen);
  return await runEvaluator('auto_webhook_test', {
    settings: { webhook_url: `${server.url}/score`, ...settings },
    ...INPUT,
  });
}

const answering =
  (status: number, text: string): RequestListener =>
  (_, response) => {
    response.writeHead(status, status === 302 ? { location: 'http://127.0.0.1:1/' } : {});
    response.end(text);
  };

test('a webhook gets output, expected answer and inputs', async () => {
  const seen: unknown[] = [];
  const result = await judge((request, response) => {
    void readBody(request).then((body) => {
      seen.push([request.method, request.url, request.headers['content-type'], JSON.parse(body)]);
      response.end('{"score": 0.5}');
    });
  });
  expect(result).toEqual({ type: 'number', value: 0.5 });
  expect(seen).toEqual([
    [
      'POST',
      '/score',
      'application/json',
      { correct_answer: 'Paris', output: 'Paris', inputs: { question: 'Capital?' } },
    ],
  ]);
});

test('a webhook may answer a boolean', async () => {
  expect(await judge(answering(200, '{"score": false, "more": 1}'))).toEqual({ type: 'bool', value: false });
});

test.each<[string, RequestListener, string]>([
  ['refuses', answering(500, 'down'), 'The webhook answered 500: "down".'],
  ['leads elsewhere', answering(302, ''), 'The webhook answered 302: "".'],
  ['does not answer JSON', answering(200, 'ok'), 'The webhook should answer {"score": number}, but answered "ok".'],
  ['answers no score', answering(200, '{}'), 'The webhook should answer {"score": number}, but answered "{}".'],
  [
    'answers text for a score',
    answering(200, '{"score":"1"}'),
    'The webhook should answer {"score": number}, but answered "{\\"score\\":\\"1\\"}".',
  ],
  [
    'answers endlessly',
    answering(200, 'x'.repeat(65 * 1024)),
    'The webhook could not be called: The answer is longer than 65536 bytes.',
  ],
])('a webhook that %s is an error of the row', async (_, listen, message) => {
  expect(await judge(listen)).toEqual({ type: 'error', value: null, error: { message, stacktrace: null } });
});

test('a webhook that does not answer in time is abandoned', async () => {
  const result = await judge(() => undefined, { time_limit: 0.05 });
  expect(result.error?.message).toBe('The webhook did not answer within 0.05 s.');
});

test('an unreachable webhook is an error of the row', async () => {
  const settings = { webhook_url: `http://127.0.0.1:${await closedPort()}/` };
  const result = await runEvaluator('auto_webhook_test', { settings, ...INPUT });
  expect(result.error?.message).toMatch(/^The webhook could not be called: fetch failed \(.*ECONNREFUSED/);
});

test.each([
  ['', {}],
  ['Because.', { reason: 'Because.' }],
])('the reason %j of a webhook is kept if it says anything', async (reason, more) => {
  const text = JSON.stringify({ score: 1, reason });
  expect(await judge(answering(200, text))).toEqual({ type: 'number', value: 1, ...more });
  expect(await judge(answering(299, text))).toEqual({ type: 'number', value: 1, ...more });
});

test.each<[number, string, string]>([
  [300, 'secret', 'The webhook answered 300.'],
  [200, '"secret"', 'The webhook should answer {"score": number}, but answered something else.'],
])('what an address answers is not shown to a caller who may not read it: %i', async (status, text, message) => {
  const tools = { ...NO_TOOLS, fetch: async () => new Response(text, { status }) };
  const settings = { webhook_url: 'https://wf.test/score' };
  const result = await runEvaluator('auto_webhook_test', { settings, ...INPUT, tools });
  expect(result).toEqual({ type: 'error', value: null, error: { message, stacktrace: null } });
  const scored = { ...tools, fetch: async () => Response.json({ score: true, reason: 'secret' }) };
  expect(await runEvaluator('auto_webhook_test', { settings, ...INPUT, tools: scored })).toEqual({
    type: 'bool',
    value: true,
  });
});

test('an answer has up to 65,536 bytes, of which an error shows the first 120', async () => {
  const message = `The webhook should answer {"score": number}, but answered "${'x'.repeat(120)}".`;
  expect((await judge(answering(200, 'x'.repeat(65_536)))).error?.message).toBe(message);
  expect((await judge(answering(200, 'x'.repeat(65_537)))).error?.message).toBe(
    'The webhook could not be called: The answer is longer than 65536 bytes.',
  );
});

test('Python code is refused, and never run', async () => {
  const result = await runEvaluator('auto_custom_code_run', { settings: { code: 'x' }, output: 'a', row: {} });
  expect(result.error?.message).toBe(
    'This service does not run Python code from a setting. Write the evaluator in TypeScript as evaluators/NAME.ts and deploy it with the workflow.',
  );
});
