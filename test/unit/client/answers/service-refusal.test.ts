import { describe, expect, test } from 'vitest';
import { createClient } from '../../../../src/client/create-client.ts';
import { inProcessTransport } from '../../../helpers/in-process-transport.ts';
import { answering } from '../answering.ts';

const TEXT = { 'content-type': 'text/plain' };
const REQUEST = 'GET /api/apps';

describe('a refusal', () => {
  test.each<[number, unknown, string, number, string, (readonly string[])?]>([
    [
      401,
      '',
      'WF_NOT_SIGNED_IN',
      4,
      'https://host requires a key, and none was sent.',
      ['wf login --base-url https://host/api'],
    ],
    [
      403,
      { detail: 'viewers may not' },
      'WF_NOT_ALLOWED',
      4,
      `The key that was sent is not allowed to ${REQUEST}: viewers may not.`,
      ['wf whoami', 'wf login --base-url https://host/api'],
    ],
    [403, '', 'WF_NOT_ALLOWED', 4, `The key that was sent is not allowed to ${REQUEST}.`],
    [404, { detail: 'No app has the id x.' }, 'WF_NOT_FOUND', 3, 'No app has the id x.'],
    [
      404,
      { detail: 'Not Found' },
      'WF_NOT_FOUND',
      3,
      `https://host has no ${REQUEST}; its base URL may lack a path such as /api.`,
      ['wf config list'],
    ],
    [404, '', 'WF_NOT_FOUND', 3, `https://host has no ${REQUEST}; its base URL may lack a path such as /api.`],
    [405, '', 'WF_USAGE', 2, `The service does not support ${REQUEST}.`],
    [
      407,
      '',
      'WF_UNREACHABLE',
      6,
      'The proxy requires a name and a password.',
      ['Set HTTPS_PROXY to http://NAME:PASSWORD@HOST:PORT'],
    ],
    [408, '', 'WF_TIMEOUT', 6, `The service did not complete ${REQUEST} in time (408).`],
    [409, { detail: 'The name x is taken.' }, 'WF_CONFLICT', 5, 'The name x is taken.'],
    [409, '', 'WF_CONFLICT', 5, `${REQUEST} conflicts with the state of the record.`],
    [412, '', 'WF_CONFLICT', 5, `${REQUEST} was refused: the record has changed since it was read.`],
    [
      413,
      { detail: 'at most 10 MiB' },
      'WF_INVALID_INPUT',
      2,
      `The body of ${REQUEST} exceeds the service's size limit: at most 10 MiB.`,
    ],
    [413, '', 'WF_INVALID_INPUT', 2, `The body of ${REQUEST} exceeds the service's size limit.`],
    [418, '', 'WF_INVALID_INPUT', 2, `https://host answered ${REQUEST} with 418.`],
    [422, '', 'WF_INVALID_INPUT', 2, 'The service rejects the input: it gives no reason.'],
    [429, '', 'WF_RATE_LIMITED', 1, 'Too many requests to https://host.'],
    [499, '', 'WF_INVALID_INPUT', 2, `https://host answered ${REQUEST} with 499.`],
    [500, { detail: 'disk full' }, 'WF_FAILED', 1, `https://host answered ${REQUEST} with 500: disk full.`, []],
    [501, '', 'WF_FAILED', 1, `https://host answered ${REQUEST} with 501.`, []],
    [
      502,
      '',
      'WF_UNREACHABLE',
      6,
      `https://host answered ${REQUEST} with 502.`,
      ['wf api GET /health --base-url https://host/api'],
    ],
    [
      503,
      'down\nfor\nrepair',
      'WF_UNREACHABLE',
      6,
      `https://host answered ${REQUEST} with 503: down.`,
      ['wf api GET /health --base-url https://host/api'],
    ],
    [504, '', 'WF_TIMEOUT', 6, `The service did not complete ${REQUEST} in time (504).`],
    [505, '', 'WF_FAILED', 1, `https://host answered ${REQUEST} with 505.`, []],
  ])('with %i and %j says what it means', async (status, body, code, exitCode, message, nextSteps) => {
    const error = { status, code, exitCode, message, ...(nextSteps && { nextSteps }) };
    await expect(answering(body, { status }).listApps()).rejects.toMatchObject(error);
  });

  test.each([
    ['7', 'in 7 s'],
    ['Mon', 'at Mon'],
  ])('with Retry-After: %s says when to try again', async (after, when) => {
    const client = answering('', { status: 429, headers: { 'retry-after': after } });
    await expect(client.listApps()).rejects.toThrow(`Too many requests to https://host; try again ${when}.`);
  });

  test('of a key that was sent does not ask for one', async () => {
    const client = answering('Unauthorized', { status: 401 }, { credential: { key: 'k' } });
    await expect(client.listApps()).rejects.toThrow('https://host does not accept the key that was sent.');
  });

  test('of an endpoint by a service that has answered before is a lack of its own', async () => {
    const answers = [Response.json([]), new Response(null, { status: 404 }), new Response(null, { status: 405 })];
    const transport = inProcessTransport(async () => answers.shift() ?? Response.error());
    const client = createClient({ transport, baseUrl: 'https://host/api', retries: 0 });
    await client.listApps();
    const lacking = {
      code: 'WF_UNSUPPORTED',
      message: 'https://host has no GET /api/testsets/1.',
      nextSteps: [expect.stringContaining('Add --base-url URL')],
    };
    for (const status of [404, 405])
      await expect(client.getTestset({ testset_id: '1' })).rejects.toMatchObject({ ...lacking, status });
  });

  test('keeps the request id and the whole body', async () => {
    const client = answering({ detail: 'x', more: 1 }, { status: 500, headers: { 'x-request-id': 'r9' } });
    await expect(client.listApps()).rejects.toMatchObject({ requestId: 'r9', details: { detail: 'x', more: 1 } });
  });

  test.each(['WF_BREAKING_CHANGE', 'WF_PROTECTED', 'WF_GATE_FAILED', 'WF_GATE_INCONCLUSIVE'])(
    'keeps the narrower code %s',
    async (code) => {
      const body = { detail: { code, message: 'Not now.', breaks: [] } };
      await expect(answering(body, { status: 409 }).listApps()).rejects.toMatchObject({
        code,
        message: 'Not now.',
        details: body,
      });
    },
  );

  test('keeps ten thousand characters of a text, and nothing of no text', async () => {
    const detailsOf = async (body: string) =>
      await answering(body, { status: 500 })
        .listApps()
        .catch((error: { details: unknown }) => error.details);
    expect(await detailsOf('x'.repeat(10_001))).toBe('x'.repeat(10_000));
    expect(await detailsOf(' ')).toBeUndefined();
  });
});

describe('the message of a refusal', () => {
  test.each([
    ['a sentence of two lines', '{"detail":"First.\\nSecond"}', {}, 'First. Second.'],
    ['an indented sentence', '{"detail":"\\n    Columns:\\n      a, b\\n    "}', {}, 'Columns: a, b.'],
    ['a list of sentences', '{"detail":["First","Second","Third","Fourth"]}', {}, 'First; Second; Third; and 1 more.'],
    ['a detail in a detail', '{"detail":{"detail":{"msg":" x "}}}', {}, 'x.'],
    ['a list of objects', '{"detail":[{"error":{"message":"x"}}]}', {}, 'x.'],
    ['a detail that is a list', '{"detail":[1]}', {}, '{"detail":[1]}.'],
    ['a detail that is null', '{"detail":null}', {}, '{"detail":null}.'],
    ['an object without a message', '{"detail":{"reason":1}}', {}, '{"reason":1}.'],
    ['JSON of another form', '{"error":"x"}', {}, 'x.'],
    ['a number', '7', {}, '7.'],
    ['JSON that is sent as a web page', '{"detail":"x"}', { 'content-type': 'text/html' }, 'x.'],
    ['plain text', ' Gateway timeout \r\nmore', TEXT, 'Gateway timeout.'],
    ['a long line', 'x'.repeat(501), TEXT, `${'x'.repeat(500)}….`],
    ['a line of 500 characters', 'x'.repeat(500), TEXT, `${'x'.repeat(500)}.`],
    [
      'a web page',
      '<html><head><title lang="en"> 502 Bad Gateway\n</title></head></html>',
      { 'content-type': 'text/html; charset=utf-8' },
      '502 Bad Gateway.',
    ],
    ['a web page that is sent as text', '<HTML><TITLE>Sorry</TITLE>', TEXT, 'Sorry.'],
    ['text with a tag', 'x<title>', TEXT, 'x<title>.'],
  ])('is read of %s', async (_, text, headers, said) => {
    await expect(answering(text, { status: 500, headers }).listApps()).rejects.toMatchObject({
      message: `https://host answered ${REQUEST} with 500: ${said}`,
    });
  });

  test('is empty for a web page without a title', async () => {
    await expect(answering('<!DOCTYPE html><p>Sorry</p>', { status: 500 }).listApps()).rejects.toMatchObject({
      message: `https://host answered ${REQUEST} with 500.`,
    });
  });

  test('lists the first three violations by what is wrong, and the details have all', async () => {
    const items = ['words', 'tone', 'model', 'stream', 'size'].map((field) => ({
      loc: ['body', 'parameters', field],
      ...(field === 'tone'
        ? { msg: 'Input should be a valid string', type: 'string_type' }
        : { msg: 'Field required', type: 'missing' }),
    }));
    const detail = items.map((item) => ({ ...item, input: null }));
    await expect(answering({ detail }, { status: 422 }).listApps()).rejects.toMatchObject({
      message:
        'The service rejects the input: parameters.words, parameters.model: Field required; parameters.tone: ' +
        'Input should be a valid string; and 2 more.',
      details: items,
    });
  });

  test.each([
    [['body', 'ag_config', 'model'], 'config model: No.'],
    [['body', 'ag_config', 'tools', 0, 'name'], 'config tools.0.name: No.'],
    [['body', 'ag_config'], 'ag_config: No.'],
    [['query', 'limit'], 'query.limit: No.'],
    [['body'], 'body: No.'],
  ])('names a violation at %j as a user does', async (loc, said) => {
    const body = { detail: [{ loc, msg: 'No', type: 'x' }] };
    await expect(answering(body, { status: 422 }).listApps()).rejects.toThrow(`rejects the input: ${said}`);
  });
});

describe("the failure of a workflow's own code", () => {
  const call = { app: 'a', variant: 'v', path: '/run', body: {} };
  const failed = { code: 'WF_ROUTE_FAILED', message: 'The workflow failed: Boom.', nextSteps: [] };

  test.each([[['Error: Boom', '  at x']], ['Error: Boom\n  at x']])(
    'is one with the stack %j, unless it is about the key',
    async (stacktrace) => {
      const body = { detail: { message: 'Boom\nmore', stacktrace } };
      await expect(answering(body, { status: 500 }).listApps()).rejects.toMatchObject({ ...failed, details: body });
      await expect(answering(body, { status: 401 }).listApps()).rejects.toMatchObject({ code: 'WF_NOT_SIGNED_IN' });
      await expect(answering(body, { status: 403 }).listApps()).rejects.toMatchObject({ code: 'WF_NOT_ALLOWED' });
    },
  );

  test.each([{ message: 'Boom' }, { message: 'Boom', stacktrace: 7 }, { message: 'Boom', code: 7 }])(
    'is one with only a message below /services: %j',
    async (detail) => {
      const client = answering({ detail }, { status: 500 });
      await expect(client.listApps()).rejects.toMatchObject({ code: 'WF_FAILED' });
      await expect(client.callRoute(call)).rejects.toMatchObject(failed);
    },
  );

  test('is none without an object, also below /services', async () => {
    await expect(answering('Boom', { status: 500 }).callRoute(call)).rejects.toMatchObject({ code: 'WF_FAILED' });
  });
});
