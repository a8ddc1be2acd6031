import { describe, expect, test } from 'vitest';
import { readAnswer } from '../../../../src/service/evaluations/plan/read-answer.ts';
import { toAnswer } from '../../../../src/service/hosting/calls/ask-route.ts';

/** What hosting returns for a response. */
const readResponse = async (response: Response) => readAnswer(await toAnswer(response));

const tree = (acc: object) => ({ nodes: [{ metrics: { acc } }] });

describe('a success', () => {
  test.each([
    [{ data: 'hi', tree: tree({ costs: { total: 0.5 }, duration: { total: 250 } }) }, 'hi', 0.5, 0.25],
    [{ data: { a: 1 }, tree: null }, { a: 1 }, null, null],
    [{ data: null }, null, null, null],
    [{ data: 'hi', tree: tree({ costs: { total: null }, duration: {} }) }, 'hi', null, null],
    [{ data: 'hi', tree: { nodes: [] } }, 'hi', null, null],
    [{ data: 'hi', tree: 'odd' }, 'hi', null, null],
  ])('of %j has its output, cost and latency', async (body, output, cost, latency) => {
    expect(await readResponse(Response.json(body))).toEqual({ kind: 'answered', output, cost, latency });
  });

  test.each(['<html>', '[]', '"text"', '{"answer":1}'])('of another shape is a failure: %s', async (text) => {
    const attempt = await readResponse(new Response(text));
    expect(attempt).toEqual({
      kind: 'failed',
      error: { message: `The route's answer is not {"data": …}: ${JSON.stringify(text)}.` },
      cost: null,
    });
  });
});

describe('an answer that is too long', () => {
  const long = JSON.stringify({ data: 'x'.repeat(10 * 1024 * 1024) });
  const failure = {
    kind: 'failed',
    error: { message: 'The answer is longer than the 10 MiB that an evaluation stores.' },
    cost: null,
  };

  test.each([{}, { 'content-length': String(long.length) }])('is a failure, with the headers %j', async (headers) => {
    expect(await readResponse(new Response(long, { headers }))).toEqual(failure);
  });
});

describe('a failure', () => {
  test('with a long page quotes its beginning', async () => {
    const attempt = await readResponse(new Response('x'.repeat(5000), { status: 501 }));
    expect(attempt).toEqual({ kind: 'failed', error: { message: `${'x'.repeat(2000)}…` }, cost: null });
  });

  test.each([
    [500, { detail: { message: 'boom', stacktrace: ['a', 'b'] } }, { message: 'boom', stacktrace: 'a\nb' }],
    [500, { detail: { message: 'boom' } }, { message: 'boom', stacktrace: null }],
    [400, { detail: 'Config not found.' }, { message: 'Config not found.' }],
    [
      422,
      { detail: [{ loc: ['body', 'text'], msg: 'Field required', type: 'missing' }] },
      { message: 'The route refused the call with 422: body.text: Field required.' },
    ],
    [501, { detail: 7 }, { message: 'The route refused the call with 501: 7.' }],
    [505, { detail: 'too new' }, { message: 'too new' }],
  ])('%i with %j becomes a message', async (status, body, error) => {
    expect(await readResponse(Response.json(body, { status }))).toEqual({
      kind: 'failed',
      error,
      cost: status < 500 ? 0 : null,
    });
  });

  test('with an empty body names its status', async () => {
    expect(await readResponse(new Response('', { status: 501 }))).toEqual({
      kind: 'failed',
      error: { message: 'The route answered 501.' },
      cost: null,
    });
  });
});

describe('what a failed call cost', () => {
  const USE = { model: 'm', calls: 1, input_tokens: 10, output_tokens: 5, cost: 0.5 };
  const withFigures = (acc: object) => ({ detail: { message: 'boom' }, tree: { nodes: [{ metrics: { acc } }] } });

  test.each<[string, object, object]>([
    ['is in its body', withFigures({ costs: { total: 0.5 }, usage: [USE] }), { cost: 0.5, usage: [USE] }],
    [
      'is unknown where a price is',
      withFigures({ costs: { total: null }, usage: [USE] }),
      { cost: null, usage: [USE] },
    ],
    ['is nothing where it called no model', withFigures({ duration: { total: 5 } }), { cost: 0 }],
    ['is unknown where nobody says', { detail: { message: 'boom' } }, { cost: null }],
  ])('%s', async (_, body, spent) => {
    const error = { message: 'boom', stacktrace: null };
    expect(await readResponse(Response.json(body, { status: 500 }))).toEqual({ kind: 'failed', error, ...spent });
  });

  test('that never reached the workflow is nothing', () => {
    const unsent = { status: 502, text: '{"detail":"It does not start."}', retryAfter: null, isUnsent: true };
    expect(readAnswer(unsent)).toMatchObject({ cost: 0 });
  });
});

describe('a transient failure', () => {
  test.each([
    [408, false],
    [409, false],
    [425, false],
    [429, true],
    [500, false],
    [502, false],
    [503, true],
    [504, false],
    [529, true],
  ])('has the status %i', async (status, isBusy) => {
    const response = Response.json({ detail: 'busy' }, { status });
    expect(await readResponse(response)).toEqual({
      kind: 'unavailable',
      error: { message: 'busy' },
      // A gateway that fails may have passed the call on.
      cost: status === 429 || status === 503 ? 0 : null,
      retryAfterMs: null,
      isBusy,
    });
  });

  test.each([
    ['3', 3000],
    ['0.5', 500],
    ['Thu, 01 Jan 1970 00:00:00 GMT', 0],
    ['soon', null],
  ])('with Retry-After %s waits %s ms', async (header, retryAfterMs) => {
    const response = Response.json({ detail: 'busy' }, { status: 503, headers: { 'retry-after': header } });
    expect(await readResponse(response)).toMatchObject({ retryAfterMs });
  });

  test.each([
    [{ detail: { message: 'boom' } }, {}, 'failed'],
    [{ detail: { message: 'boom' } }, { 'retry-after': '3' }, 'unavailable'],
    [{ detail: { message: 'boom' } }, { 'x-should-retry': 'true' }, 'unavailable'],
    [{ detail: 'boom' }, {}, 'unavailable'],
    [{ detail: 'boom' }, { 'x-should-retry': 'false' }, 'failed'],
  ] as const)('of 500 is told from an error of the workflow: %j %j', async (body, headers, kind) => {
    expect(await readResponse(Response.json(body, { status: 500, headers }))).toMatchObject({ kind });
  });
});
