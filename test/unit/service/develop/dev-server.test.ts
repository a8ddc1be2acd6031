import { expect, test } from 'vitest';
import { DEV_WORKFLOW_PATH, type DevEvent } from '../../../../src/contract/develop/dev-events.ts';
import { createDevEvents } from '../../../../src/service/develop/dev-events.ts';
import { serveSources } from '../../../../src/service/develop/serve-sources.ts';
import { startService } from '../../../helpers/start-service.ts';

const EXCERPT = { file: 'workflow.ts', line: 2, column: 1, first_line: 1, lines: ['a', 'b'] };

async function ask(method: string, body?: string, isSignedIn = true): Promise<[number, unknown]> {
  await using running = await startService();
  const serve = serveSources({
    store: running.store,
    hosting: { call: async () => new Response('a route') },
    events: { subscribe: () => new Response('events') },
    readExcerpt: async (stack) => (stack === 'known' ? EXCERPT : null),
  });
  const headers = isSignedIn ? { authorization: `ApiKey ${running.keys.viewer}` } : {};
  const init = { method, headers, ...(body === undefined ? {} : { body }) };
  const response = await serve(new Request('http://127.0.0.1:4747/dev/source', init));
  return [response?.status ?? 0, await response?.json()];
}

test('a stack is answered with the source lines it names, or none', async () => {
  expect(await ask('POST', '{"stack": "known"}')).toEqual([200, EXCERPT]);
  expect(await ask('POST', '{"stack": "other"}')).toEqual([200, null]);
});

test.each([
  ['{}', ['body', 'stack']],
  ['{"stack": 1}', ['body', 'stack']],
  ['{"stack": "known", "file": "/etc/passwd"}', ['body', 'file']],
  [JSON.stringify({ stack: 'x'.repeat(100_001) }), ['body', 'stack']],
])('%.40s is refused at its field', async (body, loc) => {
  const [status, answer] = await ask('POST', body);
  expect([status, answer]).toEqual([422, { detail: [expect.objectContaining({ loc })] }]);
});

test('requests without a key or with another method are refused', async () => {
  expect((await ask('POST', '{"stack": "known"}', false))[0]).toBe(401);
  expect(await ask('GET')).toEqual([405, { detail: '/dev/source takes POST.' }]);
});

test('events and routes of the sources are served, and nothing else', async () => {
  await using running = await startService();
  const called: string[] = [];
  const serve = serveSources({
    store: running.store,
    hosting: {
      call: async (path) => {
        called.push(path);
        return new Response('a route');
      },
    },
    events: { subscribe: () => new Response('events') },
    readExcerpt: async () => null,
  });
  const send = async (path: string, method = 'GET') => {
    const headers = { authorization: `ApiKey ${running.keys.viewer}` };
    const response = await serve(new Request(`http://127.0.0.1:4747${path}`, { method, headers }));
    return response === null ? null : [response.status, await response.text(), response.headers.get('allow')];
  };
  expect(await send('/dev/events')).toEqual([200, 'events', null]);
  expect(await send('/dev/events', 'POST')).toEqual([405, '{"detail":"/dev/events takes GET."}', 'GET']);
  for (const path of ['', '/', '/run?inline=true']) {
    expect(await send(`${DEV_WORKFLOW_PATH}${path}`)).toEqual([200, 'a route', null]);
  }
  expect(called).toEqual(['/', '/', '/run?inline=true']);
  for (const path of ['/', '/apps', '/dev/events/x', `${DEV_WORKFLOW_PATH}s`]) expect(await send(path)).toBeNull();
});

const LOADED: DevEvent = { type: 'reload-end', app: 'support', routes: [] };

test('a listener gets the current state, each change and the end', async () => {
  const events = createDevEvents();
  events.publish(LOADED);
  const answer = events.subscribe(new Request('http://localhost/dev/events'));
  events.publish({ ...LOADED, app: 'other' });
  events.close();
  expect(answer.headers.get('content-type')).toBe('text/event-stream');
  expect(await answer.text()).toBe(
    [LOADED, { ...LOADED, app: 'other' }].map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''),
  );
});

test('a listener that disconnects is removed', async () => {
  const events = createDevEvents();
  const leaving = new AbortController();
  const answer = events.subscribe(new Request('http://localhost/dev/events', { signal: leaving.signal }));
  leaving.abort();
  events.publish(LOADED);
  expect(await answer.text()).toBe(': not built yet\n\n');
});

test('a listener that stops reading gets nothing more', async () => {
  const events = createDevEvents();
  const answer = events.subscribe(new Request('http://localhost/dev/events'));
  await answer.body?.cancel();
  expect(() => events.publish(LOADED)).not.toThrow();
  expect(() => events.close()).not.toThrow();
});

test('a listener after the end is closed at once', async () => {
  const events = createDevEvents();
  events.close();
  const answer = events.subscribe(new Request('http://localhost/dev/events'));
  expect([await answer.text(), answer.headers.get('connection')]).toEqual(['', 'close']);
});
