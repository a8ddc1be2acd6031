import { expect, test } from 'vitest';
import type { Client } from '../../../../src/client/create-client.ts';
import { ServiceError } from '../../../../src/foundation/errors/wf-error.ts';
import { callRoute, type CallRouteOptions } from '../../../../src/use-cases/develop/call-route.ts';
import {
  explainConfig,
  explainEnding,
  explainTimeout,
} from '../../../../src/use-cases/develop/calls/explain-refused-call.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';

const LIMIT = { timeoutMs: 2500, setBy: '--timeout' };

test('a call that ran out of time names its route, the limit and where it is set', () => {
  const details = { reason: 'timeout' };
  const error = new ServiceError({ code: 'WF_TIMEOUT', message: 'It took long.', status: null, details });
  const explained = explainTimeout(error, '/slow', LIMIT);
  expect(explained).toMatchObject({
    code: 'WF_TIMEOUT',
    message: 'The route /slow did not answer within 2.5 s, the time limit of --timeout.',
    nextSteps: ['Add --timeout 10', 'Or in the project file: call_timeout: 10'],
    status: null,
    details,
    cause: error,
  });
});

test('the next limit is in whole seconds', () => {
  const error = new ServiceError({ code: 'WF_TIMEOUT', message: 'It took long.', status: null });
  expect(explainTimeout(error, '/slow', { timeoutMs: 300, setBy: 'the project file' })).toMatchObject({
    message: 'The route /slow did not answer within 0.3 s, the time limit of the project file.',
    nextSteps: ['Add --timeout 2', 'Or in the project file: call_timeout: 2'],
  });
});

test('a time limit of the service keeps its message', () => {
  const error = new ServiceError({ code: 'WF_TIMEOUT', message: 'Route /x took long.', status: 504 });
  expect(explainTimeout(error, '/slow', LIMIT)).toBe(error);
  const other = new ServiceError({ code: 'WF_UNREACHABLE', message: 'Gone.', status: null });
  expect(explainTimeout(other, '/slow', LIMIT)).toBe(other);
});

test.each([
  [500, 'WF_ROUTE_FAILED'],
  [502, 'WF_ROUTE_FAILED'],
  [504, 'WF_TIMEOUT'],
] as const)('what ended a call is the whole message: %s', (status, code) => {
  const details = { detail: 'Its process used more than 512 MB of memory.' };
  const error = new ServiceError({
    code: 'WF_UNREACHABLE',
    message: 'http://x answered …',
    status,
    requestId: 'r',
    details,
  });
  const explained = { code, message: details.detail, status, requestId: 'r', details, cause: error };
  expect(explainEnding(error)).toMatchObject({ ...explained, nextSteps: [] });
  expect(explainEnding(error, ['wf logs'])).toMatchObject({ ...explained, nextSteps: ['wf logs'] });
});

test.each([
  new ServiceError({ code: 'WF_FAILED', message: 'No.', status: 499, details: { detail: 'No.' } }),
  new ServiceError({ code: 'WF_INVALID_INPUT', message: 'No.', status: 422, details: { detail: 'No.' } }),
  new ServiceError({ code: 'WF_ROUTE_FAILED', message: 'No.', status: 500, details: { detail: { message: 'No.' } } }),
  new ServiceError({ code: 'WF_FAILED', message: 'No.', status: 500, details: null }),
  new ServiceError({ code: 'WF_FAILED', message: 'No.', status: 500, details: 'text' }),
  new ServiceError({ code: 'WF_UNREACHABLE', message: 'No.', status: null, details: { detail: 'x' } }),
  new Error('No.'),
])('other failures of the sources stay as they are: %s', (error) => {
  expect(explainEnding(error)).toBe(error);
});

test('a refused configuration value leads to the routes', () => {
  const details = [
    { loc: ['body', 'text'], msg: 'Too short', type: 'value_error' },
    { loc: ['body', 'ag_config', 'model'], msg: 'Input should be "a"', type: 'literal_error' },
  ];
  const message = 'The route rejects the input: text: Too short; config model: Input should be "a".';
  const error = new ServiceError({ code: 'WF_INVALID_INPUT', message, status: 422, requestId: 'r', details });
  expect(explainConfig(error)).toMatchObject({
    code: 'WF_INVALID_INPUT',
    message,
    nextSteps: ["wf routes, in the project's folder"],
    status: 422,
    requestId: 'r',
    details,
    cause: error,
  });
});

const ANSWER = { version: '3.0', data: 'hi' };

function toOptions(options: Partial<CallRouteOptions>): CallRouteOptions {
  const configuration = { kind: 'given', config: { words: 3 } } as const;
  const base = {
    client: fakeClient({}).client,
    app: 'support',
    variant: 'default',
    inputs: { text: 'hi' },
    routes: ['/', '/check'],
  };
  return { ...base, route: '/', configuration, ...options };
}

/** A client that streams these events. */
function streaming(...events: readonly { readonly event: string; readonly data: unknown }[]): Client {
  const streamRoute = async function* () {
    for (const { event, data } of events) yield { event, data: JSON.stringify(data) };
  } as Client['streamRoute'];
  return { ...fakeClient({}).client, streamRoute };
}

test('a streamed answer hands out its items, then its result', async () => {
  const items: unknown[] = [];
  const onItem = async (item: unknown) => void items.push(item);
  const client = streaming(
    { event: 'item', data: 'a' },
    { event: 'item', data: { b: 1 } },
    { event: 'result', data: ANSWER },
  );
  expect(await callRoute(toOptions({ client, onItem }))).toEqual(ANSWER);
  expect(items).toEqual(['a', { b: 1 }]);
});

test.each([
  [{ status: 500, detail: { message: 'It broke. ' } }, 'WF_ROUTE_FAILED', 'It broke.'],
  [{ status: 504, detail: 'Too slow' }, 'WF_TIMEOUT', 'Too slow.'],
  [{ status: 500, detail: {} }, 'WF_ROUTE_FAILED', 'no reason given.'],
])('a stream that fails with %j is refused as %s', async (data, code, reason) => {
  const client = streaming({ event: 'error', data });
  await expect(callRoute(toOptions({ client, onItem: async () => undefined }))).rejects.toMatchObject({
    code,
    status: data.status,
    message: `The workflow failed during its answer: ${reason}`,
    details: { detail: data.detail },
  });
});

test('a stream without a result ended early', async () => {
  await expect(callRoute(toOptions({ client: streaming(), onItem: async () => undefined }))).rejects.toMatchObject({
    code: 'WF_UNREACHABLE',
    message: 'The answer ended early.',
    status: null,
  });
});
