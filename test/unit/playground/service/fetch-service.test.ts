import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fetchQuickly, fetchService } from '../../../../src/playground/service/fetch-service.ts';
import { type Answers, fakeBrowser } from '../../../helpers/page/fake-browser.ts';

const TYPES = ['wf-no-answer', 'wf-slow-request', 'wf-slow-end'];

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Installs a service, and collects the events on the window. */
function open(answers: Answers) {
  const browser = fakeBrowser({ answers });
  const events: string[] = [];
  for (const type of TYPES) addEventListener(type, () => events.push(type));
  return { events, [Symbol.dispose]: () => browser[Symbol.dispose]() };
}

test.each([
  [200, []],
  [404, []],
  [500, []],
  // The service says so itself, and answers other requests.
  [503, []],
  [502, ['wf-no-answer']],
  [504, ['wf-no-answer']],
])('an answer of status %i is passed on', async (status, reported) => {
  using opened = open({ 'GET /apps': new Response('x', { status }) });
  expect((await fetchService('/apps', {})).status).toBe(status);
  expect(opened.events).toEqual(reported);
});

test.each([
  [new TypeError('Failed to fetch'), ['wf-no-answer']],
  [new DOMException('The view was left', 'AbortError'), []],
])('%s is passed on', async (error, reported) => {
  using opened = open({ 'GET /apps': error });
  await expect(fetchService('/apps', {})).rejects.toBe(error);
  expect(opened.events).toEqual(reported);
});

test('a request is slow after eight seconds, until it ends', async () => {
  const held = Promise.withResolvers<unknown>();
  using opened = open({ 'GET /apps': () => held.promise });
  const answer = fetchQuickly('/apps', {});
  await vi.advanceTimersByTimeAsync(7999);
  expect(opened.events).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(opened.events).toEqual(['wf-slow-request']);
  held.resolve([]);
  expect(await (await answer).json()).toEqual([]);
  expect(opened.events).toEqual(['wf-slow-request', 'wf-slow-end']);
});

test('a request that is quick enough is never called slow, nor is a call of a route', async () => {
  const held = Promise.withResolvers<unknown>();
  using opened = open({ 'GET /apps': [], 'POST /run': () => held.promise });
  await fetchQuickly('/apps', {});
  const call = fetchService('/run', { method: 'POST' });
  await vi.advanceTimersByTimeAsync(60_000);
  held.resolve('x');
  await call;
  expect(opened.events).toEqual([]);
});
