import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { NewEvaluation } from '../../src/contract/evaluations/evaluation.ts';
import { startEvaluations } from '../helpers/start-evaluations.ts';
import { startHosting } from '../helpers/start-hosting.ts';
import { readBody, startHttpServer } from '../helpers/start-http-server.ts';

type Behave = (response: ServerResponse, text: string, request: IncomingMessage) => void | Promise<void>;

const answer = (response: ServerResponse, text: string): void =>
  void response.setHeader('content-type', 'application/json').end(JSON.stringify({ data: text.toUpperCase() }));

/** Evaluates rows on a real server with the given behaviour, and counts the calls of each row. */
async function evaluateOn(behave: Behave, texts: readonly string[], more: Partial<NewEvaluation> = {}) {
  const calls = new Map<string, number>();
  await using server = await startHttpServer((request, response) => {
    // A connection that breaks when it is used again is retried by the client; a new one only by the engine.
    if (request.url === '/health') return void response.setHeader('connection', 'close').end('{"status":"ok"}');
    void readBody(request).then((body) => {
      const { text } = JSON.parse(body) as { text: string }; // as the runner sends it
      calls.set(text, (calls.get(text) ?? 0) + 1);
      return behave(response, text, request);
    });
  });
  await using hosting = await startHosting();
  await using host = await startEvaluations({ url: server.url, hosting: hosting.hosting });
  const rows = texts.map((text) => ({ text, correct_answer: text.toUpperCase() }));
  const evaluation = await host.run(rows, {
    rate_limit: { batch_size: 16, max_retries: 3, retry_delay: 0.01, delay_between_batches: 0 },
    ...more,
  });
  const errors = (await host.readRows(evaluation.id)).map(({ outputs }) => outputs[0]?.result.error?.message ?? null);
  return { evaluation, status: evaluation.status.value, errors, calls: texts.map((text) => calls.get(text) ?? 0) };
}

const manyTexts = (count: number) => Array.from({ length: count }, (_, index) => `t${index}`);

test('a target that handles three concurrent calls soon gets no more, and every row is answered', async () => {
  let [inFlight, refused] = [0, 0];
  const behave: Behave = async (response, text) => {
    if (inFlight >= 3) {
      refused += 1;
      response.writeHead(429, { 'retry-after': '0' }).end('{"detail":"too many calls"}');
      return;
    }
    inFlight += 1;
    // A hundred turns of the loop, in which the engine may send more.
    for (let turn = 0; turn < 100; turn += 1) await setImmediate();
    inFlight -= 1;
    answer(response, text);
  };
  const rate_limit = { batch_size: 24, max_retries: 100, retry_delay: 0.001, delay_between_batches: 0 };
  const { status, errors } = await evaluateOn(behave, manyTexts(120), { rate_limit });
  expect([status, errors.filter((error) => error !== null)]).toEqual(['EVALUATION_FINISHED', []]);
  // At most 21 + 9 + 3 until three calls are left. A fourth one comes after five answers at the soonest, and of four calls
  // that are refused two are left: at most 24 times 4. Without adaptation, there are hundreds.
  expect(refused).toBeLessThanOrEqual(33 + 96);
});

test('a row whose calls all fail is called four times, and the others are answered', async () => {
  const behave: Behave = (response, text) =>
    text === 't1' ? void response.writeHead(500).end('{"detail":"boom"}') : answer(response, text);
  expect(await evaluateOn(behave, manyTexts(3))).toMatchObject({
    status: 'EVALUATION_FINISHED_WITH_ERRORS',
    errors: [null, 'boom', null],
    calls: [1, 4, 1],
  });
});

test.concurrent('a call that is never answered times out', async () => {
  const { status, errors } = await evaluateOn(() => undefined, ['a'], { options: { call_seconds: 2 } });
  expect([status, errors]).toEqual([
    'EVALUATION_FINISHED_WITH_ERRORS',
    ['The call took longer than 2 s (--call-timeout) and was abandoned.'],
  ]);
});

test.concurrent('a call whose answer trickles in times out', async () => {
  const behave: Behave = (response) => {
    const drip = setInterval(() => response.write(' '), 20);
    response.on('close', () => clearInterval(drip));
  };
  const { errors } = await evaluateOn(behave, ['a'], { options: { call_seconds: 2 } });
  expect(errors).toEqual(['The call took longer than 2 s (--call-timeout) and was abandoned.']);
});

test('a closed connection is retried', async () => {
  const seen = new Set<string>();
  const behave: Behave = (response, text, request) => {
    if (seen.has(text)) return answer(response, text);
    seen.add(text);
    request.socket.destroy();
  };
  expect(await evaluateOn(behave, manyTexts(5))).toMatchObject({
    status: 'EVALUATION_FINISHED',
    calls: [2, 2, 2, 2, 2],
  });
});

test('a target that always closes is reported after its retries', async () => {
  const behave: Behave = (_response, _text, request) => void request.socket.destroy();
  const { status, errors, calls } = await evaluateOn(behave, ['a']);
  expect([status, calls]).toEqual(['EVALUATION_FINISHED_WITH_ERRORS', [4]]);
  expect(errors[0]).toMatch(/^The workflow at http:.+ could not be reached: /);
});

test.each(['not json', '[]', 'null', '{"output":"A"}', ''])(
  'an answer of another shape is an error: %j',
  async (body) => {
    const behave: Behave = (response, text) => (text === 'a' ? void response.end(body) : answer(response, text));
    const { status, errors } = await evaluateOn(behave, ['a', 'b']);
    expect(status).toBe('EVALUATION_FINISHED_WITH_ERRORS');
    expect(errors).toEqual([`The route's answer is not {"data": …}: ${JSON.stringify(body.slice(0, 80))}.`, null]);
  },
);
