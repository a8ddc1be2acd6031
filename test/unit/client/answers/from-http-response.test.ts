import { expect, test } from 'vitest';
import { fromHttpResponse } from '../../../../src/client/answers/from-http-response.ts';
import type { ClientEndpoint } from '../../../../src/client/endpoints/client-endpoint.ts';
import type { Answer } from '../../../../src/client/sending/send-once.ts';

const NAMED: ClientEndpoint['answer'] = {
  type: 'object',
  properties: { name: { type: 'string' } },
  required: ['name'],
};

function read(
  answer: Partial<Answer> & { readonly text?: string },
  shape: ClientEndpoint['answer'] = NAMED,
  more: Partial<ClientEndpoint> = {},
): unknown {
  const { text = '', method = 'GET', ...rest } = answer;
  const endpoint: ClientEndpoint = { method, path: '/testsets/{testset_id}', answer: shape, ...more } as ClientEndpoint;
  const received: Answer = {
    url: new URL('http://wf.example/api/testsets/1?x=1'),
    method,
    status: 200,
    headers: { 'x-request-id': 'r1' },
    bytes: new TextEncoder().encode(text),
    stream: null,
    ...rest,
  };
  const context = {
    baseUrl: 'http://wf.example/api',
    isSignedIn: true,
    service: { isExtended: false, hasSucceeded: true },
  };
  try {
    return fromHttpResponse('getTestset', endpoint, received, context);
  } catch (error) {
    return error;
  }
}

const unexpected = (message: string, more: object = {}) => ({
  code: 'WF_UNEXPECTED_ANSWER',
  message,
  nextSteps: ['Check that base_url is a service that wf can talk to: wf config list'],
  status: 200,
  requestId: 'r1',
  ...more,
});

test('an answer keeps the fields of its schema', () => {
  expect(read({ text: '{"name":"cases","new":1}' })).toEqual({ name: 'cases' });
});

test('an answer is nothing, or bytes, if its endpoint says so', () => {
  expect(read({ status: 204 }, 'nothing')).toBeUndefined();
  expect(read({ status: 299, bytes: Uint8Array.from([1, 2]) }, 'bytes')).toEqual(Uint8Array.from([1, 2]));
});

test('a wrong field is named', () => {
  expect(read({ text: '{"name":1}' })).toMatchObject(
    unexpected(
      'The service did not return a testset, at field `name`: Input should be a valid string (GET http://wf.example/api/testsets/1).',
    ),
  );
});

test('a wrong field of a record in a list is named with its path', () => {
  expect(read({ text: '[{"name":"a"},{"name":1}]' }, { type: 'array', items: NAMED })).toMatchObject({
    message:
      'The service did not return a testset, at field `1.name`: Input should be a valid string (GET http://wf.example/api/testsets/1).',
    details: [{ loc: [1, 'name'], msg: 'Input should be a valid string', type: 'string_type' }],
  });
});

test('a wrong whole has no field', () => {
  expect(read({ text: '[]' })).toMatchObject(
    unexpected(
      'The service did not return a testset: Input should be a valid object (GET http://wf.example/api/testsets/1).',
    ),
  );
});

test.each([
  ['{', {}, 'the response is not JSON'],
  ['oops', { 'content-type': 'text/html' }, 'the response is a web page'],
  [' <!DOCTYPE html><p>', {}, 'the response is a web page'],
  ['<html>', {}, 'the response is a web page'],
  ['text <html>', {}, 'the response is not JSON'],
])('the text %j is refused', (text, headers, what) => {
  expect(read({ text, headers: { 'x-request-id': 'r1', ...headers } })).toMatchObject(
    unexpected(`The service did not return a testset: ${what} (GET http://wf.example/api/testsets/1).`, {
      details: text,
    }),
  );
});

test('details keep the first thousand characters of a text that is not JSON', () => {
  expect(read({ text: 'x'.repeat(1001) })).toMatchObject({ details: 'x'.repeat(1000) });
});

test.each([199, 300, 399])('the status %i is not an answer', (status) => {
  expect(read({ status })).toMatchObject(
    unexpected(`The service did not return a testset: status ${status} (GET http://wf.example/api/testsets/1).`, {
      status,
      details: undefined,
    }),
  );
});

test('a write that cannot be read was accepted', () => {
  const accepted = ' It accepted the request, so the change may have been made.';
  const message = (method: string) =>
    `The service did not return a testset: the response is not JSON (${method} http://wf.example/api/testsets/1).`;
  expect(read({ text: '{', method: 'PUT' })).toMatchObject({ message: message('PUT') + accepted });
  expect(read({ text: '{', method: 'HEAD' })).toMatchObject({ message: message('HEAD') });
  expect(read({ method: 'PUT', status: 300 })).toMatchObject({
    message: 'The service did not return a testset: status 300 (PUT http://wf.example/api/testsets/1).',
  });
});

test('a status of 400 or above is a refusal', () => {
  expect(read({ status: 400, text: '{"detail":"No."}' })).toMatchObject({
    code: 'WF_INVALID_INPUT',
    message: 'http://wf.example answered GET /api/testsets/1 with 400: No.',
    status: 400,
  });
});

test('a service that lacks an endpoint of ours lacks an extension', () => {
  const lacking = { code: 'WF_UNSUPPORTED', nextSteps: ['wf whoami'], status: 404 };
  expect(read({ status: 404 })).toMatchObject({ ...lacking, message: 'http://wf.example has no GET /api/testsets/1.' });
  expect(read({ status: 404 }, NAMED, { isExtension: true })).toMatchObject({
    ...lacking,
    message: 'http://wf.example has no GET /api/testsets/1, an extension of wf.',
  });
});
