import { expect, test } from 'vitest';
import type { Client } from '../../../../src/client/create-client.ts';
import { callRoute, type CallRouteOptions } from '../../../../src/use-cases/develop/call-route.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';

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

test.each([
  ['/', { kind: 'given', config: { words: 3 } }, '/playground/run', { ag_config: { words: 3 }, text: 'hi' }],
  ['/check', { kind: 'given', config: {} }, '/playground/run/check', { ag_config: {}, text: 'hi' }],
  ['/', { kind: 'variant', variant: 'tuned' }, '/run?inline=true', { text: 'hi', config: 'tuned' }],
  [
    '/check',
    { kind: 'environment', environment: 'production' },
    '/run/check?inline=true',
    { text: 'hi', environment: 'production' },
  ],
] as const)('%s with %j calls %s', async (route, configuration, path, body) => {
  const { client, calls } = fakeClient({ callRoute: async () => ANSWER });
  expect(await callRoute(toOptions({ client, route, configuration }))).toEqual(ANSWER);
  expect(calls).toEqual([{ name: 'callRoute', input: { app: 'support', variant: 'default', path, body } }]);
});

test('a time limit and a signal reach the call', async () => {
  const { client, calls } = fakeClient({ callRoute: async () => ANSWER });
  const { signal } = new AbortController();
  await callRoute(toOptions({ client, limit: { timeoutMs: 9, setBy: '--timeout' }, signal }));
  expect(calls[0]?.input).toMatchObject({ timeoutMs: 9, signal });
});

test('an unknown route is refused before the call', async () => {
  const { client, calls } = fakeClient({});
  await expect(callRoute(toOptions({ client, route: '/chek' }))).rejects.toMatchObject({
    code: 'WF_NOT_FOUND',
    message: 'No route is called "/chek". Did you mean /check?',
    nextSteps: ['wf routes'],
  });
  await expect(callRoute(toOptions({ client, route: '/', routes: [] }))).rejects.toMatchObject({
    code: 'WF_NOT_FOUND',
    message: 'No route is called "/". There is no route yet.',
    nextSteps: ['wf deploy'],
  });
  expect(calls).toEqual([]);
});

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
