import { describe, expect, test } from 'vitest';
import { createClient } from '../../../../src/client/create-client.ts';
import { inProcessTransport } from '../../../../src/client/transport/in-process-transport.ts';

function refusing(status: number, body: unknown, headers: Record<string, string> = {}, key?: string) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const transport = inProcessTransport(async () => new Response(text, { status, headers }));
  const credential = key === undefined ? undefined : { key };
  return createClient({ transport, baseUrl: 'https://host/api', retries: 0, credential });
}

const JSON_TYPE = { 'content-type': 'application/json' };

describe('an error response', () => {
  test.each<[number, unknown, object]>([
    [
      401,
      { detail: 'no' },
      { code: 'WF_NOT_SIGNED_IN', exitCode: 4, nextSteps: ['wf login --base-url https://host/api'] },
    ],
    [
      403,
      { detail: 'viewers may not' },
      {
        code: 'WF_NOT_ALLOWED',
        exitCode: 4,
        message: 'The key that was sent is not allowed to GET /api/apps: viewers may not.',
      },
    ],
    [404, { detail: 'No app has the id x.' }, { code: 'WF_NOT_FOUND', exitCode: 3, message: 'No app has the id x.' }],
    [
      404,
      { detail: 'Not Found' },
      {
        code: 'WF_NOT_FOUND',
        message: 'https://host has no GET /api/apps; its base URL may lack a path such as /api.',
      },
    ],
    [404, '', { code: 'WF_NOT_FOUND', message: expect.stringContaining('has no GET /api/apps') }],
    [405, '', { code: 'WF_USAGE', exitCode: 2, message: 'The service does not support GET /api/apps.' }],
    [408, '', { code: 'WF_TIMEOUT', exitCode: 6 }],
    [409, { detail: 'The name x is taken.' }, { code: 'WF_CONFLICT', exitCode: 5, message: 'The name x is taken.' }],
    [
      409,
      { detail: { code: 'WF_BREAKING_CHANGE', message: 'It breaks.', breaks: [] } },
      {
        code: 'WF_BREAKING_CHANGE',
        exitCode: 5,
        message: 'It breaks.',
        details: { detail: { code: 'WF_BREAKING_CHANGE', message: 'It breaks.', breaks: [] } },
      },
    ],
    [412, '', { code: 'WF_CONFLICT', message: expect.stringContaining('the record has changed since it was read') }],
    [
      413,
      { detail: 'at most 10 MiB' },
      {
        code: 'WF_INVALID_INPUT',
        exitCode: 2,
        message: "The body of GET /api/apps exceeds the service's size limit: at most 10 MiB.",
      },
    ],
    [418, '', { code: 'WF_INVALID_INPUT', message: 'https://host answered GET /api/apps with 418.' }],
    [429, '', { code: 'WF_RATE_LIMITED', exitCode: 1, message: 'Too many requests to https://host.' }],
    [
      500,
      { detail: 'disk full' },
      { code: 'WF_FAILED', message: 'https://host answered GET /api/apps with 500: disk full.' },
    ],
    [
      503,
      'down\nfor\nrepair',
      { code: 'WF_UNREACHABLE', exitCode: 6, message: 'https://host answered GET /api/apps with 503: down.' },
    ],
    [504, '', { code: 'WF_TIMEOUT', exitCode: 6 }],
    [
      500,
      { error: 'odd' },
      { code: 'WF_FAILED', message: 'https://host answered GET /api/apps with 500: {"error":"odd"}.' },
    ],
    [500, [1], { code: 'WF_FAILED', message: 'https://host answered GET /api/apps with 500: [1].' }],
    [500, 'null', { code: 'WF_FAILED', message: 'https://host answered GET /api/apps with 500: null.' }],
  ])('with %i %j', async (status, body, expected) => {
    await expect(refusing(status, body, JSON_TYPE).listApps()).rejects.toMatchObject({ status, ...expected });
  });

  test.each<[number, Record<string, string>, object]>([
    [
      401,
      {},
      {
        code: 'WF_NOT_SIGNED_IN',
        message: 'https://host requires a key, and none was sent.',
        nextSteps: ['wf login --base-url https://host/api'],
      },
    ],
    [
      403,
      {},
      {
        code: 'WF_NOT_ALLOWED',
        message: 'The key that was sent is not allowed to GET /api/apps.',
        nextSteps: ['wf whoami', 'wf login --base-url https://host/api'],
      },
    ],
    [404, {}, { code: 'WF_NOT_FOUND', nextSteps: ['wf config list'] }],
    [
      407,
      {},
      {
        code: 'WF_UNREACHABLE',
        message: 'The proxy requires a name and a password.',
        nextSteps: ['Set HTTPS_PROXY to http://NAME:PASSWORD@HOST:PORT'],
      },
    ],
    [408, {}, { code: 'WF_TIMEOUT', message: 'The service did not complete GET /api/apps in time (408).' }],
    [409, {}, { code: 'WF_CONFLICT', message: 'GET /api/apps conflicts with the state of the record.' }],
    [412, {}, { code: 'WF_CONFLICT', message: 'GET /api/apps was refused: the record has changed since it was read.' }],
    [413, {}, { code: 'WF_INVALID_INPUT', message: "The body of GET /api/apps exceeds the service's size limit." }],
    [422, {}, { code: 'WF_INVALID_INPUT', message: 'The service rejects the input: it gives no reason.' }],
    [429, { 'retry-after': '7' }, { message: 'Too many requests to https://host; try again in 7 s.' }],
    [429, { 'retry-after': 'Mon' }, { message: 'Too many requests to https://host; try again at Mon.' }],
    [504, {}, { code: 'WF_TIMEOUT', message: 'The service did not complete GET /api/apps in time (504).' }],
  ])('with %i and no text says what it means', async (status, headers, expected) => {
    await expect(refusing(status, '', headers).listApps()).rejects.toMatchObject({ status, ...expected });
  });

  test('about a rejected key says that a key was sent', async () => {
    await expect(refusing(401, 'Unauthorized', {}, 'k').listApps()).rejects.toThrow(
      'https://host does not accept the key that was sent.',
    );
  });

  test('keeps the request id and the whole body', async () => {
    const headers = { ...JSON_TYPE, 'x-request-id': 'r9' };
    await expect(refusing(500, { detail: 'x', more: 1 }, headers).listApps()).rejects.toMatchObject({
      requestId: 'r9',
      details: { detail: 'x', more: 1 },
    });
  });

  test('with a very long text has a short message', async () => {
    const error = await refusing(500, 'x'.repeat(100_000))
      .listApps()
      .catch((thrown: unknown) => thrown);
    expect(String(error).length).toBeLessThan(700);
  });

  test('keeps ten thousand characters of a text, and nothing of no text', async () => {
    const detailsOf = async (body: string) =>
      await refusing(500, body)
        .listApps()
        .catch((error: { details: unknown }) => error.details);
    expect(await detailsOf('x'.repeat(10_001))).toBe('x'.repeat(10_000));
    expect(await detailsOf(' ')).toBeUndefined();
  });

  test('that is a web page has its title', async () => {
    const page = refusing(500, 'x<title>Oops</title>', { 'content-type': 'text/html' });
    await expect(page.listApps()).rejects.toThrow('https://host answered GET /api/apps with 500: Oops.');
    await expect(refusing(500, 'x<title>').listApps()).rejects.toThrow('with 500: x<title>.');
  });

  test.each(['WF_PROTECTED', 'WF_GATE_FAILED', 'WF_GATE_INCONCLUSIVE'])('keeps the narrower code %s', async (code) => {
    const client = refusing(409, { detail: { code, message: 'Not now.' } }, JSON_TYPE);
    await expect(client.listApps()).rejects.toMatchObject({ code, message: 'Not now.' });
  });

  test.each([
    [500, { code: 'WF_ROUTE_FAILED', message: 'The workflow failed: Boom.', nextSteps: [] }],
    [401, { code: 'WF_NOT_SIGNED_IN' }],
    [403, { code: 'WF_NOT_ALLOWED' }],
  ])('of status %i with a stack is a failure of the workflow, unless it is about the key', async (status, expected) => {
    const detail = { message: 'Boom', stacktrace: ['at x'] };
    await expect(refusing(status, { detail }, JSON_TYPE).listApps()).rejects.toMatchObject(expected);
  });

  test('with only a message is a failure of the workflow below /services', async () => {
    const client = refusing(500, { detail: { message: 'Boom' } }, JSON_TYPE);
    await expect(client.listApps()).rejects.toMatchObject({ code: 'WF_FAILED' });
    const call = { app: 'a', variant: 'v', path: '/run', body: {} };
    await expect(client.callRoute(call)).rejects.toMatchObject({ code: 'WF_ROUTE_FAILED' });
    await expect(refusing(500, 'Boom').callRoute(call)).rejects.toMatchObject({ code: 'WF_FAILED' });
  });

  test.each([
    [500, 'WF_FAILED', []],
    [501, 'WF_FAILED', []],
    [502, 'WF_UNREACHABLE', ['wf api GET /health --base-url https://host/api']],
    [503, 'WF_UNREACHABLE', ['wf api GET /health --base-url https://host/api']],
    [505, 'WF_FAILED', []],
    [499, 'WF_INVALID_INPUT', []],
  ])('of status %i has the code %s', async (status, code, nextSteps) => {
    await expect(refusing(status, '').listApps()).rejects.toMatchObject({ code, nextSteps });
  });

  test('about invalid input lists the first violations and keeps all', async () => {
    const items = ['words', 'tone', 'model', 'stream'].map((field) => ({
      loc: ['body', 'parameters', field],
      msg: 'Field required',
      type: 'missing',
    }));
    const detail = items.map((item) => ({ ...item, input: null }));
    await expect(refusing(422, { detail }, JSON_TYPE).listApps()).rejects.toMatchObject({
      code: 'WF_INVALID_INPUT',
      exitCode: 2,
      message:
        'The service rejects the input: parameters.words: Field required; parameters.tone: Field required; ' +
        'parameters.model: Field required; and 1 more.',
      details: items,
    });
  });

  test('about invalid input may lack a reason', async () => {
    await expect(refusing(422, {}, JSON_TYPE).listApps()).rejects.toMatchObject({ code: 'WF_INVALID_INPUT' });
  });
});
