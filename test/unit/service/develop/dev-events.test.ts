import { expect, test } from 'vitest';
import type { DevEvent } from '../../../../src/contract/develop/dev-events.ts';
import { createDevEvents } from '../../../../src/service/develop/dev-events.ts';

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
